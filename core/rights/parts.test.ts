import { expect, test } from 'vitest';
import { partOf } from './parts.ts';

test('who lists the documents of collaborators alone is limited to them, unless he lists all documents', () => {
  const holding =
    (...rights: string[]) =>
    (right: string): boolean =>
      rights.includes(right);
  expect(partOf(holding('listAgentDocuments'))).toBe('listAgentDocuments');
  expect(partOf(holding('listAgentDocuments', 'listDocuments'))).toBeNull();
  expect(partOf(holding('createDocument'))).toBeNull();
});
