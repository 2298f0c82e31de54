import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepTokens } from '#ui/client/tokens.ts';
import { keepImages } from './images.ts';
import { Connection } from './store/database.ts';
import { heldImages, mostImageBytes, readImage } from './store/images.ts';
import type { Held } from './store/pack.ts';
import { createVault } from './store/vault.ts';

const name = 'images-test';
const { key } = await createVault('482915', crypto.getRandomValues(new Uint8Array(32)), true);
const now = Date.parse('2026-11-17T08:00:00Z');
const idOf = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const device = { id: 'd', name: 'Pixel', person: 'Zoé', user: 'zoe', agency: idOf(8), agent: idOf(9) };
const textWith = (image: number): string => `<p>Plan</p><img data-file="${idOf(image)}" alt="Plan">`;

/** `days`: from now to the service of each site. */
const held = (days: Readonly<Record<string, number>>, images: Readonly<Record<string, number>>): Held =>
  ({
    services: Object.entries(days).map(([site, after]) => ({
      ...{ id: site, site: { id: site }, startAt: new Date(now + after * 86_400_000).toISOString() },
    })),
    siteInstructions: Object.entries(images).map(([site, image]) => ({ site: { id: site }, content: textWith(image) })),
    informationNotes: [],
  }) as unknown as Held;

let connection = new Connection(name);
let asked: string[];
let size: number;
const keeping = () => ({ connection, key, device, isClosed: () => false });
const kept = async (): Promise<string[]> => (await heldImages(connection)).map(({ id }) => id);

beforeEach(async () => {
  await connection.close();
  await deleteDB(name);
  connection = new Connection(name);
  asked = [];
  size = 5;
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: 'zoe' }))}.x`, refresh_token: 'r' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.match(/file\/([\w-]+)/)?.[1] ?? url);
    return new Response(new Uint8Array(size), { headers: { 'content-type': 'image/png' } });
  });
});

test('I-022: images of the next services are taken along in their order, once, and go with their text', async () => {
  const pack = held({ later: 2, soon: 0, far: 6 }, { later: 1, soon: 2, far: 3 });
  await keepImages(pack, now, keeping());
  expect(asked).toEqual([idOf(2), idOf(1)]);
  await keepImages(pack, now, keeping());
  expect(asked).toHaveLength(2);
  expect((await readImage(connection, key, idOf(2)))?.type).toBe('image/png');
  await keepImages(held({ soon: 0 }, { soon: 2 }), now, keeping());
  expect(await kept()).toEqual([idOf(2)]);
});

test('I-022: the files joined to instructions are taken along after their images; one that is too large is not', async () => {
  const pack = held({ soon: 0 }, { soon: 1 });
  const files = [
    { id: idOf(4), size: 6_000_000 },
    { id: idOf(5), size: 5 },
  ];
  Object.assign(pack.siteInstructions[0] as object, { files });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.match(/file\/(.*)/)?.[1] ?? url);
    const type = url.includes(idOf(5)) ? 'application/pdf' : 'image/png';
    return new Response(new Uint8Array(size), { headers: { 'content-type': type } });
  });
  await keepImages(pack, now, keeping());
  expect(asked).toEqual([`${idOf(1)}?size=1500`, idOf(5)]);
  expect((await readImage(connection, key, idOf(5)))?.type).toBe('application/pdf');
});

test('they take no more room than is set, and nobody else’s session fetches them', async () => {
  size = mostImageBytes - 1;
  await keepImages(held({ soon: 0, later: 1 }, { soon: 1, later: 2 }), now, keeping());
  expect(await kept()).toEqual([idOf(1)]);
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: 'paul' }))}.x`, refresh_token: 'r' });
  asked = [];
  await keepImages(held({ soon: 0 }, { soon: 3 }), now, keeping());
  expect([asked, await kept()]).toEqual([[], []]);
});
