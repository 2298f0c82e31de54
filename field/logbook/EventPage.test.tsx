import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogEvent } from '#core/logbook/event.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import EventPage from './EventPage.tsx';

const id = (last: number): string => `01900000-0000-7000-8000-0000000000${last}`;
const [event, here, sent, coming] = [id(10), id(11), id(12), id(13)];
const device = { id: id(1), user: id(2), agency: id(3), agent: id(4), name: 'Pixel', person: 'Mehdi' };

const file = (of: string, more: object = {}) => ({
  ...{ id: of, name: 'Photo.jpg', mimeType: 'image/jpeg', size: 3, url: `/file/${of}`, ...more },
});
const read = vi.fn(async (_id: string, _size?: string): Promise<Blob | null> => null);
const session = {
  device,
  drafts: { read: async () => null },
  readPhoto: async (one: string) => (one === here ? new ArrayBuffer(3) : null),
  readImage: read,
};
const show = (): void => {
  render(
    <EventPage
      session={session as never}
      view={{ day: [], events: [], queue: { events: [] }, held: { sites: [], frame: null } } as never}
      rest={[event]}
    />,
  );
};

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: device.user }))}.x`, refresh_token: 'r' });
  const row = rowOf(LogEvent, {
    ...{ id: event, label: 'Intrusion', state: 'RECORDED', createdAt: '2026-11-17T03:00:00.000Z', photoCount: 3 },
    eventMessages: [
      {
        ...{ id: id(20), content: null, createdAt: '2026-11-17T03:00:00.000Z', author: null, state: 'RECORDED' },
        attachments: [file(here), file(sent), file(coming, { awaited: true })],
      },
    ],
  });
  serve(() => [200, { event: row }]);
});
afterEach(() => {
  cleanup();
  read.mockReset();
  keepTokens(null);
});

test('the photos of an event are shown: from the telephone, else small by the network, larger when touched', async () => {
  read.mockResolvedValue(new Blob(['x']));
  show();
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Agrandir photo 2' }));
  await vi.waitFor(
    () =>
      expect(read.mock.calls).toEqual([
        [sent, '320'],
        [sent, '1500'],
      ]),
    { timeout: 10_000 },
  );
  expect(screen.getByText(/Photo 3 : Cette photo n’est pas encore arrivée/)).toBeTruthy();
});

test('without a network the page says which photos are not here', async () => {
  read.mockResolvedValue(null);
  show();
  expect(await screen.findByText('Photo 2 : visible avec du réseau')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Photo 1' })).toBeTruthy();
});

test('E-038: an event without a description says so', async () => {
  show();
  expect(await screen.findByText('Aucune description renseignée')).toBeTruthy();
});
