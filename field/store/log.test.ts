import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Draft, Outbox } from '#core/field/outbox.ts';
import { Connection, readFact, writeFact } from './database.ts';
import { logStore } from './log.ts';
import { createVault } from './vault.ts';

const name = 'field-test';
const { key } = await createVault('482915', crypto.getRandomValues(new Uint8Array(32)), true);
const draft = (uuid: string, content = 'Ronde de 3 h'): Draft => ({
  uuid,
  device: 'd',
  type: 'service-step',
  at: 1,
  clockOffset: null,
  position: null,
  service: 's',
  payload: { content },
});

let connection = new Connection(name);
beforeEach(async () => {
  await connection.close();
  await deleteDB(name);
  connection = new Connection(name);
});

/** As another start of the application would read it. */
const restarted = async () => {
  await connection.close();
  connection = new Connection(name);
  return logStore(connection, key).read();
};

test('ranks count up over restarts, and are never used again', async () => {
  const log = logStore(connection, key);
  expect([(await log.append(draft('a'))).rank, (await log.append(draft('b'))).rank]).toEqual([1, 2]);
  await connection.use((database) => database.clear('log'));
  await restarted();
  expect((await logStore(connection, key).append(draft('c'))).rank).toBe(3);
});

test('what waits is read back after a restart; what is consumed or skipped is not', async () => {
  const log = logStore(connection, key);
  for (const uuid of ['a', 'b', 'c']) await log.append(draft(uuid));
  await log.consume(['a']);
  const report = await log.skip('b', draft('r', 'passé'));
  expect(report).toMatchObject({ uuid: 'r', rank: 4 });
  expect((await restarted()).map(({ event }) => [event.uuid, event.rank])).toEqual([
    ['c', 3],
    ['r', 4],
  ]);
  // They stay in the log.
  expect(await connection.use((database) => database.count('log'))).toBe(4);
});

test('nothing that was written is readable on the disk', async () => {
  await logStore(connection, key).append(draft('a', 'Effraction au portail'));
  const rows = await connection.use((database) => database.getAll('log'));
  const bytes = new TextDecoder('latin1').decode(rows[0]?.event.data);
  expect(JSON.stringify(rows) + bytes).not.toContain('Effraction');
  const { key: other } = await createVault('135792', crypto.getRandomValues(new Uint8Array(32)), true);
  await expect(logStore(connection, other).read()).rejects.toThrow();
});

test('a connection that the browser cut is opened again', async () => {
  const log = logStore(connection, key);
  await log.append(draft('a'));
  await connection.use(async (database) => database.close());
  await log.append(draft('b'));
  expect(await log.read()).toHaveLength(2);
});

test('a database that could not be opened once is opened at the next call', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const log = logStore(connection, key);
  await expect(log.append(draft('a'))).rejects.toThrow('full');
  expect((await log.append(draft('a'))).rank).toBe(1);
  open.mockRestore();
});

test('the same uuid is not written twice', async () => {
  const log = logStore(connection, key);
  await log.append(draft('a'));
  await expect(log.append(draft('a'))).rejects.toThrow();
  expect(await log.read()).toHaveLength(1);
});

test('the outbox over this store sends what a killed application had recorded', async () => {
  const ports = {
    now: () => 0,
    draft: (type: string, payload: unknown) => ({ ...draft('x'), type, payload }),
    store: logStore(connection, key),
  };
  const first = await Outbox.open({ ...ports, send: () => new Promise(() => {}) });
  await first.record(draft('a'));
  await first.record(draft('b'));
  const sent: string[] = [];
  await Outbox.open({
    ...ports,
    send: async (events) => {
      sent.push(...events.map(({ uuid }) => uuid));
      return { taken: events.length, refused: null };
    },
  });
  await expect.poll(() => sent).toEqual(['a', 'b']);
  await expect.poll(async () => (await restarted()).length).toBe(0);
});

test('a fact is read back', async () => {
  expect(await readFact(connection, 'tries')).toBeNull();
  await writeFact(connection, 'tries', { wrong: 2, at: 5 });
  await restarted();
  expect(await readFact(connection, 'tries')).toEqual({ wrong: 2, at: 5 });
});
