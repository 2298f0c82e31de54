import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import type { Pack } from '#core/field/pack.ts';
import { Connection } from './database.ts';
import { logStore } from './log.ts';
import { knownDigests, readPack, writePack } from './pack.ts';
import { createVault } from './vault.ts';

const name = 'pack-test';
const { key } = await createVault('482915', crypto.getRandomValues(new Uint8Array(32)), true);
let connection = new Connection(name);
beforeEach(async () => {
  await connection.close();
  await deleteDB(name);
  connection = new Connection(name);
});

const [one, other] = ['018cc251-f400-7f32-8473-000000000001', '018cc251-f400-7f32-8473-000000000002'];
const none = {
  ...{ services: [], sites: [], siteInstructions: [], serviceRounds: [], informationNotes: [], people: [] },
  agencyReports: [],
};
const pack = (changed: Partial<Pack['changed']>, removed: Partial<Pack['removed']> = {}): Pack => ({
  now: '2026-11-17T01:00:00.000Z',
  changed: { ...none, ...changed },
  removed: { ...none, ...removed },
  agency: {
    name: 'Azur',
    timeZone: 'Europe/Paris',
    phone: '0492000000',
    lateMargin: 5,
    unplanned: true,
    endPhoto: { service: false, circuit: false },
    confirmInstructions: false,
  },
  handovers: {},
  typesOff: {},
  safety: {
    ...{ active: true, pauseOnBreak: true, frequency: 30, inactivity: 10, fallWait: 10, phone: null, sites: {} },
  },
  person: { name: 'Mehdi Laurent', rights: ['executeOwnService'] },
});

test('a pack is read back as it came, with what changed and what went', async () => {
  const sites = [
    { id: one, digest: 'x', row: { id: one, name: 'Miramarine' } },
    { id: other, digest: 'y', row: { id: other, name: 'Entrepôt' } },
  ];
  await writePack(connection, key, pack({ sites }), 3);
  expect(await knownDigests(connection)).toMatchObject({ sites: { [one]: 'x', [other]: 'y' }, services: {} });
  const [first] = sites;
  await writePack(
    connection,
    key,
    pack(
      { sites: [{ id: one, digest: 'z', row: { ...first?.row, name: 'Miramarine Croisette' } }] },
      { sites: [other] },
    ),
    7,
  );
  const held = await readPack(connection, key);
  expect(held.sites).toEqual([{ id: one, name: 'Miramarine Croisette' }]);
  expect(held.frame).toMatchObject({ rank: 7, person: { name: 'Mehdi Laurent' }, agency: { phone: '0492000000' } });
  expect(await knownDigests(connection)).toMatchObject({ sites: { [one]: 'z' } });
});

test('nothing of it is readable in the database', async () => {
  await writePack(connection, key, pack({ sites: [{ id: one, digest: 'x', row: { code: 'N-192' } }] }), 0);
  const rows = await connection.use((database) => database.getAll('pack'));
  const text = new TextDecoder('latin1');
  expect(JSON.stringify(rows) + text.decode(rows[0]?.row.data)).not.toContain('N-192');
  const facts = (await connection.use((database) => database.getAll('facts'))) as { data: ArrayBuffer }[];
  expect(facts.map(({ data }) => text.decode(data)).join()).not.toContain('Mehdi');
});

test('the events after a pack are those that it cannot contain', async () => {
  const log = logStore(connection, key);
  const draft = (uuid: string) => ({
    uuid,
    device: 'd',
    type: 'service-step',
    at: 1,
    clockOffset: null,
    position: null,
    service: 's',
    payload: {},
  });
  expect(await log.consumedRank()).toBe(0);
  for (const uuid of ['a', 'b', 'c', 'd']) await log.append(draft(uuid));
  await log.consume(['a', 'b']);
  expect(await log.consumedRank()).toBe(2);
  await log.skip('c', null);
  expect((await log.after(2)).map(({ uuid }) => uuid)).toEqual(['d']);
  await log.prune(2);
  expect((await log.after(0)).map(({ uuid }) => uuid)).toEqual(['d']);
  await log.consume(['d']);
  expect(await log.consumedRank()).toBe(4);
  // A skipped one stays on the device.
  await log.prune(4);
  expect(await connection.use((database) => database.getAllKeys('log'))).toEqual([3]);
});
