import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { KeptEvent } from '#core/field/desk-calls.ts';
import { Service } from '#core/planning/service.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import KeptEvents from './KeptEvents.tsx';

beforeEach(startAfresh);

const props = { page: 'keptEvents', title: 'À vérifier', description: '', add: false };
const event: KeptEvent = {
  uuid: '01900000-0000-7000-8000-000000000001',
  type: 'service-step',
  label: 'Étape du service',
  words: 'Fin de service : Relevé',
  agent: { id: '01900000-0000-7000-8000-0000000000b1', name: 'Aline Petit' },
  service: {
    id: '01900000-0000-7000-8000-0000000000c1',
    startAt: '2026-11-15T18:00:00.000Z',
    endAt: '2026-11-16T06:00:00.000Z',
    site: 'Port',
    isUnscheduled: false,
  },
  site: null,
  createdAt: '2026-11-16T06:02:00.000Z',
  receivedAt: '2026-11-16T09:30:00.000Z',
  reason: 'Le service est déprogrammé',
  photos: [],
  ofService: true,
  settlement: null,
  settledAt: null,
  settledBy: null,
  comment: null,
};

const serviceOf = (last: string, startAt: string, endAt: string, site: string) =>
  rowOf(Service, {
    ...{ id: `01900000-0000-7000-8000-0000000000${last}`, startAt, endAt, reference: `S-${last}` },
    site: { id: event.uuid, name: site },
  });
const near = serviceOf('d1', '2026-11-15T18:00:00.000Z', '2026-11-16T06:00:00.000Z', 'Gare');
const late = serviceOf('d2', '2026-11-16T18:00:00.000Z', '2026-11-17T06:00:00.000Z', 'Tour');
const others = serviceOf('d3', '2026-11-15T18:00:00.000Z', '2026-11-16T06:00:00.000Z', 'Usine');

/** `settle`: the answer to the decision. */
const served = (events: readonly KeptEvent[], settle: Reply = [204]) =>
  serve(({ path, body }) => {
    if (path.endsWith('/field/devices'))
      return [
        200,
        {
          devices: [
            { id: event.uuid, name: 'Pixel', agent: event.agent, waiting: 3, seenAt: event.receivedAt, lostAt: null },
            {
              id: '01900000-0000-7000-8000-000000000002',
              name: 'iPhone',
              agent: null,
              waiting: 0,
              seenAt: event.receivedAt,
              lostAt: null,
            },
          ],
        },
      ];
    if (path.endsWith('/revoke')) return [204];
    if (path.endsWith('/settle')) return settle;
    if (path.endsWith('/fetch/circuits')) {
      const isOwn = Boolean((body as { filters?: { agents?: unknown } }).filters?.agents);
      const services = (isOwn ? [late, near] : [others, late, near]).map((row) => listedOf(Service, row));
      return [200, { services, filtered: services.length }];
    }
    return [200, { events, filtered: events.length }];
  });

test('an event shows who, when, what, why, and what the telephones still hold', async () => {
  served([event]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  for (const words of [
    '16/11/2026 07:02',
    'Fin de service : Relevé',
    'Port',
    'Le service est déprogrammé',
    'Transmis le 16/11/2026 10:30',
  ])
    expect(line.textContent).toContain(words);
  const devices = await screen.findByRole('region', { name: 'Téléphones qui n’ont pas tout transmis' });
  expect(devices.textContent).toContain('Aline Petit · Pixel');
  expect(devices.textContent).not.toContain('iPhone');
});

test('« Appliquer » sends the decision; a refusal leaves the line', async () => {
  const calls = served([event], refusal(409, 'Le service est déprogrammé'));
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Appliquer' }));
  expect(calls.find(({ path }) => path.endsWith('/settle'))?.body).toEqual({ how: 'applied' });
  expect(screen.getByRole('listitem', { name: 'Étape du service, Aline Petit' })).toBeTruthy();
});

test('of an unscheduled service the desk takes it up and applies; an unplanned start names its site', async () => {
  const unscheduled = { ...event, service: event.service && { ...event.service, isUnscheduled: true } };
  const unplanned = { ...event, uuid: near.id, label: 'Service non planifié', service: null, site: 'Usine' };
  const calls = served([unscheduled, unplanned]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Reprogrammer et appliquer' }));
  expect(calls.find(({ path }) => path.endsWith('/settle'))?.body).toEqual({ how: 'applied', reschedule: true });
  const other = screen.getByRole('listitem', { name: 'Service non planifié, Aline Petit' });
  expect(other.textContent).toContain('Usine, service non planifié');
  expect(other.textContent).not.toContain('n’existe plus');
  expect(within(other).getByRole('button', { name: 'Appliquer' })).toBeTruthy();
});

test('« Classer » asks why', async () => {
  const calls = served([event]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Classer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Classer sans l’appliquer' });
  const send = within(dialog).getByRole('button', { name: 'Classer' });
  expect(send.hasAttribute('disabled')).toBe(true);
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Pourquoi/ }), 'Vu avec elle');
  await userEvent.click(send);
  expect(calls.find(({ path }) => path.endsWith('/settle'))?.body).toEqual({ how: 'closed', comment: 'Vu avec elle' });
});

test('what was typed to settle an event is not lost by Escape', async () => {
  served([event]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Classer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Classer sans l’appliquer' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Pourquoi/ }), 'Vu avec elle');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Pourquoi/ }).value).toBe('Vu avec elle');
});

test('« Corriger » gives it to another service, those of its agent around that time first, or changes its time', async () => {
  const calls = served([event]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Corriger' }));
  const dialog = await screen.findByRole('dialog', { name: 'Corriger, puis appliquer' });
  const send = within(dialog).getByRole('button', { name: 'Corriger et appliquer' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Pourquoi/ }), 'Échange de postes');
  expect(send.hasAttribute('disabled')).toBe(true);
  const field = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Service' });
  await waitFor(() => expect(field.value).toContain('Port'));
  await userEvent.click(field);
  await userEvent.clear(field);
  const options = (await within(dialog).findAllByRole('option')).map(({ textContent }) => textContent?.split(' · ')[0]);
  expect(options).toEqual(['Gare', 'Tour', 'Port', 'Usine']);
  await userEvent.click(within(dialog).getByRole('option', { name: /Gare/ }));
  await userEvent.click(send);
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/settle'))?.body).toEqual({
      ...{ how: 'applied', service: near.id, comment: 'Échange de postes' },
    }),
  );
});

test('E-014: « Corriger » takes its day and hour in French format', async () => {
  const calls = served([event]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Étape du service, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Corriger' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Corriger, puis appliquer' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Pourquoi/ }), 'Horloge fausse');
  const send = dialog.getByRole('button', { name: 'Corriger et appliquer' });
  const [day, time] = [dialog.getByRole('textbox', { name: 'Jour' }), dialog.getByRole('textbox', { name: 'Heure' })];
  expect((day as HTMLInputElement).value).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await userEvent.clear(time);
  await userEvent.type(time, '25:00');
  await userEvent.tab();
  expect(await dialog.findByText('Format français invalide')).toBeTruthy();
  expect(send.hasAttribute('disabled')).toBe(true);
  await userEvent.clear(day);
  await userEvent.type(day, '02/11/2026');
  await userEvent.clear(time);
  await userEvent.type(time, '7h05');
  await userEvent.click(send);
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/settle'))?.body).toMatchObject({
      ...{ how: 'applied', at: '2026-11-02T06:05:00.000Z' },
    }),
  );
});

test('nothing to check, and a failed read, are said', async () => {
  served([]);
  showPage(<KeptEvents {...props} />);
  expect(await screen.findByText(/Rien à vérifier/)).toBeTruthy();
  startAfresh();
  serve(() => refusal(500, 'Panne'));
  showPage(<KeptEvents {...props} />);
  expect(await screen.findByText('Ce qui est à vérifier n’a pas pu être lu')).toBeTruthy();
});

test('a telephone is revoked after a question', async () => {
  const calls = served([]);
  showPage(<KeptEvents {...props} />);
  const line = await screen.findByRole('listitem', { name: 'Téléphone, Aline Petit' });
  await userEvent.click(within(line).getByRole('button', { name: 'Révoquer' }));
  const asked = await screen.findByRole('dialog', { name: 'Révoquer ce téléphone ?' });
  expect(asked.textContent).toContain('déconnecté de tous ses appareils');
  await userEvent.click(within(asked).getByRole('button', { name: 'Révoquer' }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith(`/field/device/${event.uuid}/revoke`))).toBe(true));
});
