import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pieceSize, sendFilePiece } from '#core/files/awaited.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { say } from './calls.ts';
import { PhotoSender } from './photo-sender.ts';
import { Connection, type Device } from './store/database.ts';
import { logStore } from './store/log.ts';
import { countPhotos, dropUnused, readPhoto, storePhoto } from './store/photos.ts';

const device: Device = { id: 'd', name: 'T', person: 'M', user: 'u', agency: 'a', agent: 'g' };
let connection: Connection;
let key: CryptoKey;
let consumed: number;
const counts: number[] = [];

beforeEach(async () => {
  connection = new Connection('field');
  key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: 'u' }))}.x`, refresh_token: 'r' });
  consumed = 0;
  counts.length = 0;
});
afterEach(async () => {
  keepTokens(null);
  await connection.close();
  await deleteDB('field');
});

const bytes = (length: number): ArrayBuffer => Uint8Array.from({ length }, (_, index) => index % 251).buffer;
/** An event with its photo, in the log. */
async function photographed(id: string, size: number): Promise<number> {
  const photo = await storePhoto(connection, key, id, bytes(size), 0);
  const event = { uuid: crypto.randomUUID(), device: 'd', type: 't', at: 0, clockOffset: 0, position: null };
  return (await logStore(connection, key).append({ ...event, service: null, payload: null, photos: [photo] })).rank;
}
const sender = (): PhotoSender =>
  new PhotoSender({
    ...{ connection, key },
    send: (id, piece) => say(device, sendFilePiece, piece, { id }),
    consumedRank: () => Promise.resolve(consumed),
    heard: () => Promise.resolve(),
    changed: (count) => counts.push(count),
  });

/** A server that stores pieces; `fails`: it does not answer this often after it has stored one. */
function storing(fails = 0) {
  const stored = new Map<string, number[]>();
  let left = fails;
  const reply = ({ path, body }: StubRequest): Reply => {
    const id = /file\/([^/]+)\/piece/.exec(path)?.[1] ?? '';
    const { from, bytes: text } = body as { from: number; bytes: string };
    const had = stored.get(id) ?? [];
    if (from === had.length) had.push(...Array.from(atob(text), (one) => one.charCodeAt(0)));
    stored.set(id, had);
    if (left > 0) {
      left -= 1;
      return refusal(503, 'Indisponible');
    }
    return [
      200,
      { received: had.length, isComplete: had.length === sizes.get(id), refused: null, now: new Date().toISOString() },
    ];
  };
  const sizes = new Map<string, number>();
  serve(reply);
  return { stored, sizes };
}
const settled = async (of: PhotoSender): Promise<void> => {
  of.awake();
  await expect.poll(() => of.isIdle, { timeout: 5_000 }).toBe(true);
};

test('a photo is sent after its event, in pieces, and leaves the device when the server has all of it', async () => {
  const size = pieceSize * 2 + 10;
  const { stored, sizes } = storing();
  sizes.set('p1', size);
  const rank = await photographed('p1', size);
  const one = sender();
  await settled(one);
  expect(stored.size).toBe(0);
  consumed = rank;
  await settled(one);
  expect(new Uint8Array(stored.get('p1') ?? [])).toEqual(new Uint8Array(bytes(size)));
  expect(await readPhoto(connection, key, 'p1')).toBeNull();
  expect(counts.at(-1)).toBe(0);
});

test('a lost answer is repeated: the server says where to go on, and nothing is doubled', async () => {
  const size = pieceSize + 5;
  const { stored, sizes } = storing(1);
  sizes.set('p1', size);
  consumed = await photographed('p1', size);
  const one = sender();
  await settled(one);
  expect(await countPhotos(connection)).toBe(1);
  await settled(one);
  expect(stored.get('p1')).toHaveLength(size);
  expect(await countPhotos(connection)).toBe(0);
});

test('a clock that is set back does not hold up a photo', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { stored, sizes } = storing(1);
  sizes.set('p1', 5);
  consumed = await photographed('p1', 5);
  const one = sender();
  await settled(one);
  expect(await countPhotos(connection)).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  one.tick();
  vi.setSystemTime(Date.now() + 60_000);
  one.tick();
  await expect.poll(() => countPhotos(connection)).toBe(0);
  expect(stored.get('p1')).toHaveLength(5);
});

test('a refused photo stays on the device and does not hold up the others', async () => {
  serve(({ path }) =>
    path.includes('p1')
      ? refusal(400, 'Le fichier est invalide')
      : [200, { received: 5, isComplete: true, refused: null, now: '' }],
  );
  await photographed('p1', 5);
  consumed = await photographed('p2', 5);
  await settled(sender());
  expect(await readPhoto(connection, key, 'p1')).not.toBeNull();
  expect(await readPhoto(connection, key, 'p2')).toBeNull();
  expect(await countPhotos(connection)).toBe(0);
});

test('a photo of no event is dropped after a week, one of an event never', async () => {
  await storePhoto(connection, key, 'draft', bytes(5), 0);
  await photographed('p1', 5);
  await dropUnused(connection, 8 * 86_400_000);
  expect(await readPhoto(connection, key, 'draft')).toBeNull();
  expect(await readPhoto(connection, key, 'p1')).not.toBeNull();
});
