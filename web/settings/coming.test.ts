import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { isComing, paths, sections } from './coming.ts';

const fields = flatFields(Agency.fields);

test('settings without a screen are not shown; each name is one of the agency’s settings', () => {
  const known = new Set(fields.flatMap(([path, { section }]) => [path, section ?? '']));
  expect([...sections, ...paths].filter((name) => !known.has(name))).toEqual([]);
  const shown = new Set(fields.flatMap(([path, field]) => (isComing(field) ? [] : [path])));
  expect(shown.has('invoiceNumberPrefix')).toBe(false);
  expect(shown.has('stock.simplifiedStock')).toBe(true);
  expect(shown.has('customerNumberPrefix')).toBe(true);
  expect(shown.has('planningChecks.card')).toBe(true);
});
