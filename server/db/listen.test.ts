import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase } from '#server/testing/database.ts';
import { type Database, openDatabase } from './database.ts';
import type { Listener } from './listen.ts';

let database: Database;
let listener: Listener;
const received: string[] = [];
const states: boolean[] = [];

beforeAll(async () => {
  database = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test' });
  listener = await database.listen({
    channel: 'news',
    onNotification: (payload) => received.push(payload),
    listening: (on) => states.push(on),
  });
});
afterAll(() => database.close());

const publish = (word: string): Promise<unknown> => database.platform.query('select pg_notify($1, $2)', ['news', word]);

test('once settled, all earlier notifications are received, for any number of concurrent callers', async () => {
  for (let round = 0; round < 100; round += 1) {
    await publish(`round ${round}`);
    await Promise.all(
      [1, 2, 3].map(async () => {
        await listener.settled();
        expect(received.at(-1)).toBe(`round ${round}`);
      }),
    );
  }
});

test('a lost connection is reported, rejects callers, and is opened again', async () => {
  expect(states).toEqual([true]);
  await database.platform.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and (query like 'listen%' or query = '')`,
  );
  await expect.poll(() => states).toEqual([true, false]);
  await expect(listener.settled()).rejects.toThrow();
  await expect.poll(() => states, { timeout: 5_000 }).toEqual([true, false, true]);
  await publish('again');
  await listener.settled();
  expect(received.at(-1)).toBe('again');
});
