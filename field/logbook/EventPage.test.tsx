import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogEvent } from '#core/logbook/event.ts';
import { logbookCorrection, logbookEntry } from '#core/logbook/messages.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { told } from '../told.ts';
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

test('B-060: an author who may edit corrects his own event, without a network; what he corrected is shown at once', async () => {
  serve(() => [503, {}]);
  const site = id(30);
  const entry = {
    ...{ uuid: event, type: logbookEntry.type, service: 's', rank: 1, at: Date.parse('2026-11-17T03:00:00.000Z') },
    payload: { type: 30, subType: null, description: 'Clôture sud', site },
  };
  const view = (rights: readonly string[], events: readonly object[]) =>
    ({
      ...{ day: [{ id: 's', status: 200 }], events, queue: { events: [] } },
      held: { sites: [], frame: { agency: { timeZone: 'Europe/Paris' }, person: { rights }, typesOff: {} } },
    }) as never;
  const record = vi.fn(async (..._of: readonly unknown[]) => undefined);
  const own = { ...session, record, drafts: { read: async () => null, keep: async () => undefined } } as never;
  const page = (rights: readonly string[], events: readonly object[] = [entry]) => (
    <EventPage session={own} view={view(rights, events)} rest={[event]} />
  );
  const shown = render(page([]));
  expect(screen.getByText('Clôture sud')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Corriger' })).toBeNull();
  shown.rerender(page(['editOwnServiceEvent']));
  await userEvent.click(screen.getByRole('button', { name: 'Corriger' }));
  const save = screen.getByRole('button', { name: 'Enregistrer' });
  expect(save).toHaveProperty('disabled', true);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Événement' }), 'Remarque générale');
  const description = screen.getByLabelText('Description');
  await userEvent.clear(description);
  await userEvent.type(description, 'Clôture nord');
  await userEvent.type(screen.getByLabelText('Pourquoi (facultatif)'), 'Erreur de côté');
  await userEvent.click(save);
  const payload = { event, type: 122, subType: null, description: 'Clôture nord', reason: 'Erreur de côté' };
  expect(record).toHaveBeenCalledWith(logbookCorrection, payload, 's');
  await vi.waitFor(() => expect(window.location.hash).toBe('#/terrain/service/s'));
  shown.unmount();
  const correction = { uuid: id(31), type: logbookCorrection.type, service: 's', rank: 2, at: 0, payload };
  render(page([], [entry, correction]));
  expect(screen.getByRole('heading', { name: 'Remarque générale' })).toBeTruthy();
  expect(screen.getByText('Clôture nord')).toBeTruthy();
  expect(screen.getByText(/Corrigée$/)).toBeTruthy();
});

test('an event of somebody else is read, not corrected', async () => {
  render(
    <EventPage
      session={session as never}
      view={
        {
          ...{ day: [], events: [], queue: { events: [] } },
          held: {
            sites: [],
            frame: { agency: { timeZone: 'Europe/Paris' }, person: { rights: ['editOwnServiceEvent'] } },
          },
        } as never
      }
      rest={[event]}
    />,
  );
  expect(await screen.findByRole('heading', { name: 'Intrusion' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Corriger' })).toBeNull();
});

test('P-017: an event that the agency does not know leads back to the home, with its reason', async () => {
  serve(() => refusal(404, LogEvent.missing as string));
  window.location.hash = `#/terrain/evenement/${event}`;
  show();
  await vi.waitFor(() => expect(window.location.hash).toBe('#/terrain'));
  expect(told.get()).toBe('Impossible de trouver la main courante');
});
