import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedRowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { coverAsked } from '../planning/cover.ts';
import { somePlanned, somePlanning } from '../planning/testing/planned.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import Unavailabilities from './Unavailabilities.tsx';

beforeEach(() => {
  startAfresh();
  coverAsked.set(null);
});

const agent = (): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
    profileId: null,
    agency: null,
  });
const [rowId, typeId] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2'];
const profile = someProfile();
const row = (more: object = {}) => ({
  id: rowId,
  version: 1,
  agent: { id: profile.id, name: profile.fullname },
  agentName: profile.fullname,
  type: { id: typeId, name: 'Maladie' },
  startAt: '2026-11-15T23:00:00.000Z',
  endAt: '2026-11-17T22:59:00.000Z',
  duration: { '2026-11-16': 24, '2026-11-17': 24 },
  comment: null,
  status: 100,
  createdAt: '2026-11-10T08:00:00.000Z',
  ...more,
});

/** Stub server of a list with these rows. */
const serving = (...rows: object[]): StubRequest[] =>
  serve(({ method, path }): Reply => {
    if (path.endsWith('/fetch/unavailabilities'))
      return [200, { unavailabilities: rows, filtered: rows.length, totals: { hours: 52, days: 2, rest: 4 } }];
    if (path.endsWith('/fetch/unavailabilityTypes'))
      return [200, { unavailabilityTypes: [{ id: typeId, version: 1, name: 'Maladie', enabled: true }], filtered: 1 }];
    if (path.endsWith('/fetch/circuits-planning')) return [200, somePlanning({ zone: 'Europe/Paris' })];
    if (method === 'DELETE') return [204];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    return [200, { unavailability: row({ request: null }) }];
  });
const list = <Unavailabilities page="listIndispo" title="Indisponibilités" description="" add />;

test('whole days are shown as days, others with hours, and the total below', async () => {
  serving(row(), row({ id: typeId, agentName: 'Alix Roy', endAt: '2026-11-16T10:00:00.000Z' }));
  showPage(list, owner());
  const whole = (await screen.findByRole('link', { name: 'Camille Roux' })).closest('tr') as HTMLElement;
  expect(within(whole).getByText('16/11/2026')).toBeTruthy();
  expect(within(whole).getByText('17/11/2026')).toBeTruthy();
  expect(within(whole).getByText('2 jours')).toBeTruthy();
  const part = screen.getByRole('link', { name: 'Alix Roy' }).closest('tr') as HTMLElement;
  expect(within(part).getByText('16/11/2026 11:00')).toBeTruthy();
  expect(screen.getByText('Total : 2 jours et 4h00')).toBeTruthy();
});

test('the agent is told that he is planned in his absence, before he saves it', async () => {
  const [from, to] = [Date.parse('2026-11-16T07:00:00Z') / 60_000, Date.parse('2026-11-16T15:00:00Z') / 60_000];
  const services = [
    somePlanned({ start: from, end: to }),
    somePlanned({ id: rowId, start: from + 1_440, end: to + 1_440, status: 700 }),
  ];
  serve(({ path }): Reply => {
    if (path.endsWith('/fetch/circuits-planning')) return [200, somePlanning({ zone: 'Europe/Paris', services })];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (path.endsWith('/fetch/unavailabilityTypes')) return [200, { unavailabilityTypes: [], filtered: 0 }];
    if (path.endsWith('/fetch/unavailabilities'))
      return [200, { unavailabilities: [row()], filtered: 1, totals: { hours: 48, days: 2, rest: 0 } }];
    return [200, { unavailability: row({ request: null }) }];
  });
  const user = showPage(list, agent());
  await user.click(await screen.findByRole('link', { name: 'Camille Roux' }));
  expect(
    await screen.findByText('Vous êtes planifié sur 1 service à ces dates : votre agence en est prévenue.'),
  ).toBeTruthy();
});

test('on his own path an agent does not choose the agent; a day without hours is a whole day', async () => {
  const requests = serving();
  const user = showPage(list, agent());
  await user.click((await screen.findAllByRole('button', { name: 'Ajouter' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Nouvelle indisponibilité' });
  const first = await within(dialog).findByRole('textbox', { name: 'Du' });
  expect(within(dialog).queryByRole('combobox', { name: 'Collaborateur' })).toBeNull();
  await user.click(within(dialog).getByRole('combobox', { name: 'Motif' }));
  await user.click(await screen.findByRole('option', { name: 'Maladie' }));
  for (const [input, typed] of [
    [first, '16/11/2026'],
    [within(dialog).getByRole('textbox', { name: 'Au (inclus)' }), '17/11/2026 12:00'],
  ] as const) {
    await user.clear(input);
    await user.type(input, typed);
  }
  expect(within(dialog).getByText('Durée : 1 jour et 12h00')).toBeTruthy();
  expect(within(dialog).getByText('Un service, même touché en partie, est à remplacer en entier.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: /^Enregistrer/ }));
  expect(await screen.findByText('Indisponibilité enregistrée')).toBeTruthy();
  const saved = requests.find(({ path }) => path.endsWith('/unavailability'));
  expect(saved?.path).toMatch(/\/agent\/[\w-]+\/unavailability$/);
  expect(saved?.body).toEqual({
    agent: { id: profile.id },
    type: { id: typeId },
    startAt: '2026-11-15T23:00:00.000Z',
    endAt: '2026-11-17T11:00:00.000Z',
  });
});

test('on a phone each of his absences has two lines: its reason, then its state and its days', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
  );
  serving(row());
  showPage(list, agent());
  const [card] = within(await screen.findByRole('list', { name: 'Indisponibilités' })).getAllByRole('listitem');
  expect(within(card as HTMLElement).getByRole('link').textContent).toBe('Maladie');
  const days = card?.querySelector('p')?.lastElementChild?.children;
  expect([...(days ?? [])].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Du /),
    expect.stringMatching(/^Au \(inclus\) /),
  ]);
  vi.restoreAllMocks();
});

test('an agent removes his own absence, on his own path and after a question', async () => {
  const requests = serving(row());
  const user = showPage(list, agent());
  await user.click(await screen.findByRole('button', { name: 'Actions : Camille Roux' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Suppression' }));
  const question = await screen.findByRole('dialog', { name: 'Supprimer cet élément ?' });
  await user.click(within(question).getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Indisponibilité supprimée')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    expect.stringMatching(/\/agent\/[\w-]+\/unavailability\/[\w-]+\/delete$/),
  ]);
});

const hours = (day: number, from: string, to: string) =>
  listedRowOf(Service, { startAt: `2098-11-${day}T${from}:00.000Z`, endAt: `2098-11-${day}T${to}:00.000Z` });
test.each([
  ['nothing', []],
  ['2 services à remplacer', [hours(16, '06:00', '18:00'), hours(17, '06:00', '18:00')]],
  // It began before the absence; another one has ended.
  [
    '1 service à remplacer, en entier : l’absence (16/11/2098 00:00 – 17/11/2098 23:59) n’en touche qu’une partie',
    [hours(15, '22:00', '23:30'), hours(15, '08:00', '22:00')],
  ],
])('an absence saved at the desk over coming services says « %s »', async (said, services) => {
  const coming = row({ startAt: '2098-11-15T23:00:00.000Z', endAt: '2098-11-17T22:59:00.000Z' });
  const requests = serve(({ path }): Reply => {
    if (path.endsWith('/fetch/unavailabilities'))
      return [200, { unavailabilities: [coming], filtered: 1, totals: { hours: 48, days: 2, rest: 0 } }];
    if (path.endsWith('/fetch/circuits')) return [200, { services, filtered: services.length }];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (path.endsWith('/fetch/service-cover'))
      return [200, { agent: { id: profile.id, name: profile.fullname }, services: [], filtered: 0 }];
    return [200, { unavailability: { ...coming, request: null } }];
  });
  const asked = (end: string): unknown[] =>
    requests.filter(({ path }) => path.endsWith(end)).map(({ body }) => body as unknown);
  const user = showPage(list, owner());
  await user.click(await screen.findByRole('link', { name: 'Camille Roux' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByRole('textbox', { name: 'Commentaire' }), 'Grippe');
  await user.click(within(dialog).getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() =>
    expect(asked('/fetch/circuits')).toEqual([
      {
        filters: {
          agents: [profile.id],
          status: [100, 110],
          startAt: { from: '2098-11-12T23:00:00.000Z', to: coming.endAt },
        },
        limit: 100,
      },
    ]),
  );
  if (services.length === 0) {
    expect(await screen.findByText('Indisponibilité enregistrée')).toBeTruthy();
    expect(screen.queryByText(/à remplacer/)).toBeNull();
    return;
  }
  expect(await screen.findByText(said)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remplacer sur la période' }));
  await waitFor(() =>
    expect(asked('/fetch/service-cover')).toEqual([{ agent: profile.id, start: '2098-11-16', end: '2098-11-17' }]),
  );
});
