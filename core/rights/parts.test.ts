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

test('a customer user has the requests of his company, or those that he made himself', () => {
  expect(partOf(() => false, true)).toBe('readOwnCustomerRequest');
  expect(partOf((right) => right === 'listCustomerRequests', true)).toBeNull();
  // What is ticked for the agency's documents changes nothing for him.
  expect(partOf((right) => right === 'listAgentDocuments', true)).toBe('readOwnCustomerRequest');
});
