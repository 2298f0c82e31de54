import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepTokens } from '#ui/client/tokens.ts';
import type { OfPage } from '../part.ts';
import { Connection } from '../store/database.ts';
import { heldImages } from '../store/images.ts';
import { createVault } from '../store/vault.ts';
import { forgotten, type HeldPaper, mostPaperBytes, Papers } from './kept.ts';
import PapersScreen from './PapersScreen.tsx';

const name = 'papers-test';
const { key } = await createVault('482915', crypto.getRandomValues(new Uint8Array(32)), true);
const idOf = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const device = { id: 'd', name: 'Pixel', person: 'Zoé', user: 'zoe', agency: idOf(8), agent: idOf(9) };
const paper = (last: number, more: Partial<HeldPaper> = {}): HeldPaper => ({
  ...{ id: idOf(last), name: `Bulletin ${last}`, date: '2026-10-31', expiredAt: null, expiry: null, edition: 1 },
  ...{ createdAt: '2026-11-02T08:00:00.000Z', isNew: true },
  ...more,
});

let connection = new Connection(name);
let listed: HeldPaper[];
let asked: string[];
let isOffline: boolean;
const pageOf = ({ page, limit }: { page: number; limit: number }): HeldPaper[] =>
  listed.slice((page - 1) * limit, page * limit);
const shelfOf = (): Papers => new Papers({ connection, key, device });

beforeEach(async () => {
  cleanup();
  await connection.close();
  await deleteDB(name);
  connection = new Connection(name);
  [listed, asked, isOffline] = [[paper(1), paper(2)], [], false];
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: 'zoe' }))}.x`, refresh_token: 'r' });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (isOffline) throw new TypeError('offline');
    asked.push(url.replace('/api', ''));
    return url.endsWith('/fetch/documents')
      ? Response.json({ documents: pageOf(JSON.parse(String(init?.body))), filtered: listed.length })
      : new Response('%PDF-1.4', { headers: { 'content-type': 'application/pdf' } });
  });
});

test('a document that was opened opens without a network, is no longer new, and leaves with its access or its version', async () => {
  const shelf = shelfOf();
  await shelf.refresh();
  expect((await shelf.open(paper(1), 1))?.size).toBe(8);
  expect(asked.at(-1)).toBe(`/agency/${idOf(8)}/agent/${idOf(9)}/document/${idOf(1)}/download`);
  isOffline = true;
  expect((await shelfOf().open(paper(1), 2))?.size).toBe(8);
  expect(await shelfOf().open(paper(2), 2)).toBeNull();
  expect((await shelfOf().refresh()).shelf).toBeNull();
  const { papers, kept } = await shelfOf().read();
  expect(papers.map(({ isNew }) => isNew)).toEqual([false, true]);
  expect(kept.map(({ id }) => id)).toEqual([idOf(1)]);
  isOffline = false;
  listed = [paper(1, { edition: 2 }), paper(2)];
  expect((await shelfOf().refresh()).shelf?.kept).toEqual([]);
  // The room of the images of the pack is their own.
  expect(await heldImages(connection)).toEqual([]);
});

test('whoever has more documents than a page of the list sees them all', async () => {
  listed = Array.from({ length: 450 }, (_, at) => paper(1, { id: crypto.randomUUID(), name: `Bulletin ${at}` }));
  expect((await shelfOf().refresh()).shelf?.papers.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  expect(asked).toHaveLength(3);
});

test('the day of a document is the day of the agency', async () => {
  listed = [paper(1, { date: null, createdAt: '2026-11-02T23:30:00.000Z' })];
  await shelfOf().refresh();
  const of = { session: { papers: async () => shelfOf() }, view: { held: { frame: null } }, rest: [] } as never;
  render(<PapersScreen {...(of as OfPage)} />);
  expect((await screen.findByRole('link', { name: /Bulletin 1/ })).textContent).toContain('03/11/2026');
});

test('another person who signs in on this telephone gets nothing of it', async () => {
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: 'karim' }))}.x`, refresh_token: 'r' });
  expect((await shelfOf().refresh()).shelf).toBeNull();
  expect(await shelfOf().open(paper(1), 1)).toBeNull();
  expect(asked).toEqual([]);
});

test('the longest not opened makes room for a new one', () => {
  const kept = [1, 2, 3].map((at) => ({ id: idOf(at), edition: 1, size: mostPaperBytes / 4, at: 4 - at }));
  expect(forgotten(kept, mostPaperBytes / 4)).toEqual([]);
  expect(forgotten(kept, mostPaperBytes / 2)).toEqual([idOf(3)]);
});

test('the list tells what is new, what expires and what opens without a network', async () => {
  listed = [paper(1, { expiry: 'SOON', expiredAt: '2026-12-31' }), paper(2, { isNew: false, expiry: 'VALID' })];
  await shelfOf().refresh();
  await shelfOf().open(paper(2), 1);
  const of = (rest: string[]): OfPage =>
    ({ session: { papers: async () => shelfOf() }, view: { held: { frame: null } }, rest }) as never;
  const { rerender } = render(<PapersScreen {...of([])} />);
  const first = await screen.findByRole('link', { name: /Bulletin 1/ });
  expect(first.textContent).toMatch(/nouveau.*Expire bientôt · 31\/12\/2026/);
  expect(screen.getByRole('link', { name: /Bulletin 2/ }).textContent).toMatch(/sur ce téléphone$/);
  // What was opened meanwhile, seen on coming back.
  rerender(<PapersScreen {...of([idOf(3)])} />);
  await shelfOf().open(paper(1), 2);
  rerender(<PapersScreen {...of([])} />);
  await vi.waitFor(
    () => expect(screen.getByRole('link', { name: /Bulletin 1/ }).textContent).toContain('sur ce téléphone'),
    10_000,
  );
  expect(asked.filter((url) => url.includes(`${idOf(1)}/download`))).toHaveLength(1);
  cleanup();
  await connection.close();
  await deleteDB(name);
  connection = new Connection(name);
  await shelfOf().refresh();
  isOffline = true;
  render(<PapersScreen {...of([idOf(1)])} />);
  expect((await screen.findByRole('alert')).textContent).toContain('ouvrez-le une fois avec du réseau');
});
