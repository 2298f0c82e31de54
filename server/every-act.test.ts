import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actLabel } from '#core/acts.ts';
import { allEntities } from '#core/entities.ts';
import { Service } from '#core/planning/service.ts';

const root = import.meta.dirname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .filter((text) => /writeAudits?\(/.test(text));
const written = sources.flatMap((text) =>
  [...text.matchAll(/\baction: ([^,{}\n]*'[^,{}\n]*)/g)].flatMap(([, value = '']) =>
    [...value.matchAll(/'(\w+)'/g)].map(([, act = '']) => act),
  ),
);
/** Those of the field phones are not literals where they are written. */
const acts = [...new Set([...written, 'applied', 'closed', 'enrol', 'lose'])].sort();

test('the acts are found in the source', () =>
  expect(acts).toEqual(expect.arrayContaining(['edit', 'message', 'publish'])));

test.each(acts)('the act %s has a label in the history', (act) => {
  const labels = [Service, ...allEntities].map((of) => actLabel(of, act));
  expect(labels.some((label) => label !== act)).toBe(true);
});
