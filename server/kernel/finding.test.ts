import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migratedDatabase } from '#server/testing/database.ts';
import { isPhone } from './finding.ts';

// Only the owner of the database may call search_phone() itself.
const owner = new pg.Client({ connectionString: await migratedDatabase() });
await owner.connect();
afterAll(() => owner.end());

test.each<[string, boolean]>([
  ['12 345', false],
  ['06000', false],
  ['123456', true],
  ['12.34.56', true],
  ['(0)6 12', false],
  ['06 12 34 56 78', true],
  ['+33 6 12 34 56 78', true],
  ['0033 (0)6 12 34 56 78', true],
  ['+33 6 12', false],
  ['0033 612', false],
  ['- 123456', false],
  ['123456 Port', false],
  ['', false],
])('« %s » is a telephone number for the lists and for the database alike: %s', async (typed, expected) => {
  const { rows } = await owner.query<{ phone: string | null }>('select search_phone($1) as phone', [typed]);
  expect([isPhone(typed), rows[0]?.phone != null]).toEqual([expected, expected]);
});
