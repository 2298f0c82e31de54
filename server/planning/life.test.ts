import { expect, test } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { holdLives, lockLife, refuseUnseen } from './life.ts';

/** Each transaction has its own. */
function transaction(): { db: Db; asked: string[] } {
  const asked: string[] = [];
  const query = (statement: { name?: string; values?: unknown[] }) => {
    asked.push(statement.name ?? '');
    const [ids] = statement.values as [string | string[]];
    return Promise.resolve(statement.name === 'lock-workers' ? [] : [ids].flat().map((id) => ({ id })));
  };
  return { db: { query } as unknown as Db, asked };
}

test('services that a transaction holds from its beginning are neither looked for nor locked again, by the same agent alone', async () => {
  const { db, asked } = transaction();
  const [one, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  const since = async (work: () => Promise<unknown>): Promise<string[]> => {
    asked.length = 0;
    await work();
    return [...asked];
  };
  expect(await since(() => holdLives(db, [one], 'a'))).toEqual(['lock-lives', 'lock-workers']);
  expect(await since(() => refuseUnseen({ db }, one))).toEqual([]);
  expect(await since(() => lockLife(db, one, 'a'))).toEqual(['read-life']);
  const locking = ['lock-lives', 'lock-workers', 'read-life'];
  expect(await since(() => lockLife(db, one, 'b'))).toEqual(locking);
  expect(await since(() => lockLife(db, other, 'a'))).toEqual(locking);
  expect(await since(() => refuseUnseen({ db }, other))).toEqual(['seen-ids']);
  const next = transaction();
  await lockLife(next.db, one, 'a');
  expect(next.asked).toEqual(locking);
});
