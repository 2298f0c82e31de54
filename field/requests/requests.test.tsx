import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestCreate } from '#core/requests/messages.ts';
import type { OfPage } from '../part.ts';
import { withKept } from './known.ts';
import { requests } from './part.ts';
import RequestsPage from './RequestsPage.tsx';

const id = (digit: number): string => `01900000-0000-7000-8000-00000000000${digit}`;
const known = {
  requests: [],
  types: [
    { id: id(1), name: 'Congés', nature: 'LEAVE' },
    { id: id(2), name: 'Acompte', nature: 'ADVANCE' },
  ],
  reasons: [{ id: id(3), name: 'Congés payés' }],
};

let disk: Record<string, unknown> = {};
const record = vi.fn(async (_message: unknown, _payload: unknown, _service: unknown) => undefined);
const session = {
  // Signed in as nobody: every call is as without a network.
  device: { user: id(8), agency: id(9), agent: id(7) },
  now: () => Date.parse('2026-11-18T03:00:00Z'),
  drafts: {
    read: async (place: string) => disk[place] ?? null,
    keep: async (place: string, next: unknown) => {
      disk[place] = next;
    },
  },
  record,
};
const view = {
  events: [] as object[],
  queue: { events: [] },
  link: 'down',
  held: {
    frame: {
      agency: { timeZone: 'Europe/Paris' },
      person: { rights: ['listOwnAgentRequests', 'createOwnAgentRequest'] },
    },
  },
};
const show = (rest: string[], seen: object = view) =>
  render(<RequestsPage {...({ session, view: seen, rest } as unknown as OfPage)} />);

beforeEach(() => {
  disk = { requests: known };
  record.mockClear();
});
afterEach(cleanup);

test('a leave is asked without a network with its days and its reason, and what was typed outlives the screen', async () => {
  const user = userEvent.setup();
  show(['nouvelle']);
  await user.click(await screen.findByRole('radio', { name: 'Congés' }));
  await user.type(screen.getByLabelText('Objet'), 'Famille');
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  expect(await screen.findByText('Indiquez le premier et le dernier jour.')).toBeTruthy();
  expect(record).not.toHaveBeenCalled();
  cleanup();
  show(['nouvelle']);
  expect(await screen.findByDisplayValue('Famille')).toBeTruthy();
  await waitFor(() => expect((screen.getByRole('radio', { name: 'Congés' }) as HTMLInputElement).checked).toBe(true));
  await user.type(screen.getByLabelText('Premier jour'), '2026-12-07');
  await user.type(screen.getByLabelText('Dernier jour'), '2026-12-09');
  await user.click(screen.getByRole('radio', { name: 'Congés payés' }));
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  await waitFor(() => expect(record).toHaveBeenCalledOnce());
  const [message, payload] = record.mock.calls[0] as unknown as [typeof requestCreate, Record<string, unknown>];
  expect(message).toBe(requestCreate);
  expect(payload).toMatchObject({
    ...{ requestType: { id: id(1) }, subject: 'Famille', reason: { id: id(3) }, amount: null },
    ...{ startAt: '2026-12-06T23:00:00.000Z', endAt: '2026-12-09T22:59:00.000Z' },
  });
  expect(requestCreate.payload.safeParse(payload).success).toBe(true);
  expect(disk.request).toBeNull();
});

test('the photo of a paper leaves with the request', async () => {
  const user = userEvent.setup();
  const photo = { id: id(6), sha256: 'a'.repeat(64), size: 9 };
  const taking = { takePhoto: async () => photo, readPhoto: async () => null, dropPhoto: async () => undefined };
  render(<RequestsPage {...({ session: { ...session, ...taking }, view, rest: ['nouvelle'] } as unknown as OfPage)} />);
  await user.click(await screen.findByRole('radio', { name: 'Acompte' }));
  await user.type(screen.getByLabelText('Objet'), 'Frais');
  await user.type(screen.getByLabelText('Montant'), '20');
  await user.upload(screen.getByLabelText('Joindre une photo'), new File(['x'], 'recu.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect((disk.request as { photos: unknown[] }).photos).toEqual([photo]));
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  await waitFor(() => expect((record.mock.calls[0] as unknown[])[3]).toEqual([photo]));
});

test('an advance needs an amount as he types it; the list shows what waits for the network', async () => {
  const user = userEvent.setup();
  show(['nouvelle']);
  await user.click(await screen.findByRole('radio', { name: 'Acompte' }));
  await user.type(screen.getByLabelText('Objet'), 'Avance');
  await user.type(screen.getByLabelText('Montant'), '350,50');
  await user.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
  await waitFor(() => expect(record.mock.calls[0]?.[1]).toMatchObject({ amount: 350.5, startAt: null }));
  cleanup();
  show([], { ...view, events: [{ type: requestCreate.type, payload: { request: id(5), subject: 'Avance' } }] });
  expect(await screen.findByText('Part dès qu’il y a du réseau')).toBeTruthy();
  expect(screen.getByText('Pas de réseau : voici ce que ce téléphone a gardé.')).toBeTruthy();
  expect(requests.menu?.(view as never)).toEqual([{ label: 'Mes demandes', to: 'demandes' }]);
});

test('a request shows its photos again, and offers its other files', async () => {
  const file = (digit: number, name: string, mimeType: string) => ({
    id: id(digit),
    name,
    mimeType,
    size: 9,
    url: '/f',
  });
  const request = {
    ...{ id: id(5), subject: 'Frais', content: '', requestType: { id: id(2), name: 'Acompte' }, status: 100 },
    ...{ createdAt: '2026-11-17T08:00:00Z', startAt: null, endAt: null, answeredBy: null, isUnread: false },
    ...{ messages: [], unavailability: null, version: 1, answeredAt: null },
    attachments: [file(1, 'recu.jpg', 'image/jpeg'), file(2, 'devis.pdf', 'application/pdf')],
  };
  disk = { requests: { ...known, requests: [request] } };
  const asked: string[] = [];
  const readPhoto = async (photo: string): Promise<null> => {
    asked.push(photo);
    return null;
  };
  const reading = { readPhoto, readImage: async () => null };
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  render(<RequestsPage {...({ session: { ...session, ...reading }, view, rest: [] } as unknown as OfPage)} />);
  expect(await screen.findByText('Photo 1 : visible avec du réseau')).toBeTruthy();
  expect(asked).toContain(id(1));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer devis.pdf', hidden: true }));
  expect(await screen.findByText(/^Ce fichier ne peut pas être lu maintenant/)).toBeTruthy();
});

test('what was read of a request stays when only the list is read again', () => {
  const kept = { id: id(5), status: 100, content: 'Le pneu du véhicule', messages: [], attachments: [{ id: id(1) }] };
  const listed = { id: id(5), status: 200 };
  expect(withKept(listed as never, kept as never)).toEqual({ ...kept, status: 200 });
  expect(withKept(listed as never, undefined)).toEqual({ ...listed, messages: [], attachments: [] });
});
