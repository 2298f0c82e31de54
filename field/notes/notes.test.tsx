import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepTokens } from '#ui/client/tokens.ts';
import { fetchFile } from '../images.ts';
import type { OfPage } from '../part.ts';
import type { Device } from '../store/database.ts';
import Notes from './Notes.tsx';

const idOf = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const note = {
  id: idOf(1),
  title: 'Tenue',
  content: '<p>Le gilet est obligatoire.</p>',
  mandatory: true,
  publishedAt: '2026-11-18T08:00:00.000Z',
  receiptId: idOf(2),
  readAt: null,
  acknowledgedAt: null,
  files: [{ id: idOf(3), name: 'tenue.txt', mimeType: 'text/plain', size: 4, url: '' }],
};

let asked: string[];
let isOffline: boolean;
const of = (rest: string[], user = 'zoe'): OfPage => {
  const device = { user, agency: idOf(8), agent: idOf(9) } as Device;
  return {
    session: {
      device,
      readImage: (file: string) => fetchFile(device, file).catch(() => null),
      record: vi.fn(async () => {}),
      now: () => Date.parse('2026-11-19T08:00:00Z'),
    },
    view: { held: { frame: null, informationNotes: [note] }, events: [] },
    rest,
  } as never;
};

beforeEach(() => {
  cleanup();
  [asked, isOffline] = [[], false];
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: 'zoe' }))}.x`, refresh_token: 'r' });
  vi.stubGlobal('fetch', async (url: string) => {
    if (isOffline) throw new TypeError('offline');
    asked.push(url.replace('/api', ''));
    return new Response('Gilet', { headers: { 'content-type': 'text/plain' } });
  });
});

test('a file of a note opens in the field, and its note stands open on the way back', async () => {
  const { rerender } = render(<Notes {...of([])} />);
  expect(screen.getByRole('link', { name: 'tenue.txt', hidden: true }).getAttribute('href')).toBe(
    `#/terrain/notes/${idOf(1)}/${idOf(3)}`,
  );
  rerender(<Notes {...of([idOf(1), idOf(3)])} />);
  const saved = await screen.findByRole('link', { name: 'Enregistrer sur le téléphone' });
  expect(saved.getAttribute('download')).toBe('tenue.txt');
  expect(asked).toEqual([`/agency/${idOf(8)}/agent/${idOf(9)}/file/${idOf(3)}`]);
  expect(screen.getByRole('link', { name: 'Retour' }).getAttribute('href')).toBe(`#/terrain/notes/${idOf(1)}`);
  rerender(<Notes {...of([idOf(1)])} />);
  expect((screen.getByText('Tenue').closest('details') as HTMLDetailsElement).open).toBe(true);
});

test('without a network a file says so, and opens once there is one', async () => {
  isOffline = true;
  render(<Notes {...of([idOf(1), idOf(3)])} />);
  expect((await screen.findByRole('alert')).textContent).toContain('s’ouvre avec du réseau');
  isOffline = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByRole('link', { name: 'Enregistrer sur le téléphone' });
});

test('another person who signs in on this telephone gets no file', async () => {
  render(<Notes {...of([idOf(1), idOf(3)], 'karim')} />);
  await screen.findByRole('alert');
  expect(asked).toEqual([]);
});
