import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogEvent } from '#core/logbook/event.ts';
import { finding, logbookEntry } from '#core/logbook/messages.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import EventPage from './EventPage.tsx';
import { logbook } from './part.ts';

const id = (last: number): string => `01900000-0000-7000-8000-0000000000${String(last).padStart(2, '0')}`;
const [event, site, photo] = [id(10), id(30), id(40)];
const device = { id: id(1), user: id(2), agency: id(3), agent: id(4), name: 'Pixel', person: 'Mehdi' };
const at = Date.parse('2026-11-17T03:00:00.000Z');
const entry = {
  ...{ uuid: event, type: logbookEntry.type, service: 's', rank: 1, at },
  payload: { type: 30, subType: null, description: 'Clôture sud', site },
};
const record = vi.fn(async (..._of: readonly unknown[]) => undefined);
const session = {
  ...{ device, record, dropPhoto: async () => undefined, readPhoto: async () => null, readImage: async () => null },
  drafts: { read: async () => null, keep: async () => undefined },
  takePhoto: async () => ({ id: photo, sha256: 'a', size: 1 }),
};
const viewOf = (events: readonly object[], frame: object = {}, waiting: readonly object[] = []) =>
  ({
    ...{ day: [{ id: 's', status: 200 }], events, queue: { events: waiting } },
    held: {
      ...{ sites: [{ id: site, name: 'Port' }], services: [{ id: 's', site: { id: site } }] },
      frame: {
        agency: { timeZone: 'Europe/Paris' },
        person: { rights: ['editOwnServiceEvent'] },
        typesOff: {},
        ...frame,
      },
    },
  }) as never;
const page = (view: never) => <EventPage session={session as never} view={view} rest={[event]} />;
const found = () => screen.getByRole('region', { name: 'Constatations' });

/** What the agency answers; null: no network. */
let answer: object | null;
beforeEach(() => {
  answer = null;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  keepTokens({ token: `x.${btoa(JSON.stringify({ sub: device.user }))}.x`, refresh_token: 'r' });
  serve(() => (answer ? [200, { event: answer }] : [503, {}]));
});
afterEach(() => {
  cleanup();
  record.mockClear();
  keepTokens(null);
});

test('P-023: the author of an event adds a finding with a photo without a network, corrects it and withdraws it', async () => {
  expect(logbook.messages).toContain(finding);
  const shown = render(page(viewOf([entry])));
  await userEvent.click(screen.getByRole('button', { name: 'Constatation' }));
  const save = () => screen.getByRole('button', { name: 'Enregistrer' });
  expect(save()).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Commentaire'), 'Trou de 40 cm');
  await userEvent.upload(screen.getByLabelText('Ajouter une photo'), new File(['x'], 'x.jpg', { type: 'image/jpeg' }));
  await screen.findByRole('button', { name: 'Retirer photo 1' });
  await userEvent.click(save());
  const payload = { event, uuid: expect.any(String), content: 'Trou de 40 cm', attachments: [{ id: photo }] };
  expect(record).toHaveBeenLastCalledWith(finding, payload, 's', [{ id: photo, sha256: 'a', size: 1 }]);
  const [, said] = record.mock.lastCall as unknown as [unknown, { uuid: string }];
  const message = { uuid: id(50), type: finding.type, service: 's', rank: 2, at, payload: said };
  shown.rerender(page(viewOf([entry, message], {}, [message])));
  expect(found().textContent).toContain('à transmettre');
  await userEvent.click(within(found()).getByRole('button', { name: 'Corriger la constatation' }));
  await userEvent.clear(screen.getByLabelText('Commentaire'));
  await userEvent.type(screen.getByLabelText('Commentaire'), 'Trou de 60 cm');
  await userEvent.click(save());
  const corrected = { ...said, content: 'Trou de 60 cm' };
  expect(record).toHaveBeenLastCalledWith(finding, corrected, 's', []);
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  await userEvent.click(within(found()).getByRole('button', { name: 'Retirer la constatation' }));
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'Retirer la constatation ?' })).getByRole('button', { name: 'Retirer' }),
  );
  const withdrawal = { event, uuid: said.uuid, withdrawn: true };
  expect(record).toHaveBeenLastCalledWith(finding, withdrawal, 's', []);
  const later = [corrected, withdrawal].map((one, index) => ({ ...message, uuid: id(51 + index), payload: one }));
  shown.rerender(page(viewOf([entry, message, later[0] as object])));
  expect(found().textContent).toMatch(/Corrigée.*Trou de 60 cm/);
  shown.rerender(page(viewOf([entry, message, ...later])));
  expect(found().textContent).not.toContain('Trou');
});

test('P-006: what the desk added to an event is read on the telephone that wrote it, and is not the agent’s to correct', async () => {
  answer = rowOf(LogEvent, {
    ...{ id: event, label: 'Intrusion', state: 'RECORDED', createdAt: '2026-11-17T03:00:00.000Z' },
    agent: { id: device.agent, name: 'Mehdi' },
    eventMessages: [
      {
        ...{ id: id(20), content: 'La police est prévenue', createdAt: '2026-11-17T03:10:00.000Z', author: null },
        ...{ state: 'RECORDED', attachments: [] },
      },
    ],
  });
  render(page(viewOf([entry])));
  expect(await screen.findByText('La police est prévenue')).toBeTruthy();
  expect(found().textContent).toContain('17/11/2026 04:10');
  expect(screen.queryByRole('button', { name: 'Corriger la constatation' })).toBeNull();
});

test('an own event that the telephone knows from the pack alone takes a finding without a network', async () => {
  const packed = { id: event, label: 'Intrusion', text: 'Clôture sud', at: '2026-11-17T03:00:00.000Z' };
  render(page(viewOf([], { entries: { s: [{ ...packed, type: 30, subType: null, isHis: true }] } })));
  expect(await screen.findByText('Clôture sud')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Constatation' }));
  await userEvent.type(screen.getByLabelText('Commentaire'), 'Réparée');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const payload = { event, uuid: expect.any(String), content: 'Réparée', attachments: [] };
  expect(record).toHaveBeenLastCalledWith(finding, payload, 's', []);
});

test('what the agency has of a finding is read when a newer pack lets the telephone forget its own message', async () => {
  const known = { id: event, label: 'Intrusion', state: 'RECORDED', createdAt: '2026-11-17T03:00:00.000Z' } as const;
  const agent = { id: device.agent, name: 'Mehdi' };
  answer = rowOf(LogEvent, { ...known, agent, description: 'Clôture sud', eventMessages: [] });
  const shown = render(page(viewOf([entry])));
  expect(await screen.findByText('Clôture sud')).toBeTruthy();
  const payload = { event, uuid: id(60), content: 'Réparée', attachments: [] };
  const message = { uuid: id(61), type: finding.type, service: 's', rank: 2, at, payload };
  shown.rerender(page(viewOf([entry, message])));
  expect(found().textContent).toContain('Réparée');
  const own = { id: id(60), content: 'Réparée', createdAt: '2026-11-17T03:10:00.000Z', author: 'Mehdi' };
  answer = rowOf(LogEvent, {
    ...{ ...known, agent, description: 'Clôture sud' },
    eventMessages: [{ ...own, state: 'RECORDED', attachments: [] }],
  });
  shown.rerender(
    page(
      viewOf([], {
        rank: 2,
        entries: { s: [{ ...known, text: 'Clôture sud', at: known.createdAt, type: 30, isHis: true }] },
      }),
    ),
  );
  await vi.waitFor(() => expect(found().textContent).toContain('Réparée'));
});
