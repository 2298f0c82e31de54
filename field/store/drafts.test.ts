import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './database.ts';
import { Drafts, draftPlace } from './drafts.ts';
import { unusedFor } from './photos.ts';
import { createVault } from './vault.ts';

let connection: Connection;
let key: CryptoKey;

beforeEach(async () => {
  connection = new Connection('field');
  ({ key } = await createVault('482915', new Uint8Array(32), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await connection.close();
  await deleteDB('field');
});

test('what is typed is read again by another opening, encrypted on disk, and the last one stays', async () => {
  const drafts = new Drafts(connection, key);
  await Promise.all(['Por', 'Port', 'Portail'].map((text) => drafts.keep(draftPlace('s', 'entry'), { text })));
  expect(await new Drafts(connection, key).read(draftPlace('s', 'entry'))).toEqual({ text: 'Portail' });
  const stored = await connection.use((database) => database.getAll('facts'));
  expect(JSON.stringify(stored)).not.toContain('Portail');
  await drafts.keep(draftPlace('s', 'entry'), null);
  expect(await drafts.read(draftPlace('s', 'entry'))).toBeNull();
});

test('N-055: what was typed of a service leaves the telephone with it, a week later; the rest stays', async () => {
  const drafts = new Drafts(connection, key);
  for (const place of [
    draftPlace('gone', 'entry'),
    draftPlace('gone', 'report'),
    draftPlace('here', 'entry'),
    'unplanned',
  ])
    await drafts.keep(place, { place });
  const now = Date.now();
  await drafts.forgetGone(new Set(['here']), now);
  expect(await drafts.read(draftPlace('gone', 'entry'))).not.toBeNull();
  await drafts.forgetGone(new Set(['here']), now + unusedFor + 60_000);
  expect(await drafts.read(draftPlace('gone', 'entry'))).toBeNull();
  expect(await drafts.read(draftPlace('gone', 'report'))).toBeNull();
  expect(await drafts.read(draftPlace('here', 'entry'))).not.toBeNull();
  expect(await drafts.read('unplanned')).not.toBeNull();
});
