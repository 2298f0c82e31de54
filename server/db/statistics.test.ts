import pg from 'pg';
import { expect, test } from 'vitest';
import { migratedDatabase } from '#server/testing/database.ts';
import { gatherStatistics } from './statistics.ts';

test('after it every table has statistics', async () => {
  const url = await migratedDatabase();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const without = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0",
    );
    return rows.map(({ name }) => name);
  };
  expect(await without()).toContain('services');
  await gatherStatistics(url);
  expect(await without()).toEqual([]);
  await owner.end();
});
