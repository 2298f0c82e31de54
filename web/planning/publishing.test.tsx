import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Channel } from '#core/kernel/notification.ts';
import type { PublishedMargin } from '#core/margins/planning-calls.ts';
import { otherCodes } from '#core/planning/calls.ts';
import type { UntoldReason } from '#core/planning/notifications.ts';
import type { LeavingService } from '#core/planning/publication-calls.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { undoLast } from './acts.ts';
import { PublishHost } from './PublishHost.tsx';
import { type Breach, knownBreaches, publishAsked } from './publishAsked.ts';
import { publish } from './publishing.ts';

beforeEach(startAfresh);
afterEach(() => {
  publishAsked.set(null);
  knownBreaches.set(null);
});

const id = (end: number): string => `01900000-0000-7000-8000-00000000000${end}`;
const [site, anna, boris] = [id(1), id(2), id(3)];
const period = { start: '2027-03-01', end: '2027-03-07' };
const version = (agents: string[], end = '18') => ({
  startAt: '2027-03-01T06:00:00Z',
  endAt: `2027-03-01T${end}:00:00Z`,
  site,
  postTitle: null,
  agents,
});
const services: LeavingService[] = [
  {
    id: id(4),
    reference: 'S-4',
    before: version([anna], '17'),
    after: version([anna]),
    changes: [{ agent: anna, kind: 'moved' }],
    past: false,
    customers: [id(7)],
  },
  {
    id: id(5),
    reference: 'S-5',
    before: version([anna]),
    after: version([boris]),
    changes: [
      { agent: anna, kind: 'removed' },
      { agent: boris, kind: 'added' },
    ],
    past: false,
    customers: [],
  },
  {
    id: id(6),
    reference: 'S-6',
    before: null,
    after: version([]),
    changes: [],
    past: false,
    customers: [id(7), id(8)],
  },
];
const agents: { id: string; name: string; channels: Channel[]; why: UntoldReason | null }[] = [
  { id: anna, name: 'Anna Petit', channels: ['here', 'mail'], why: null },
  { id: boris, name: 'Boris Roy', channels: [], why: 'nothing' },
];
const customers = [
  { id: id(7), name: 'Miramarine', told: 2 },
  { id: id(8), name: 'Verdier', told: 0 },
];
const sites = [{ id: site, name: 'Port de Nice' }];

const error = {
  service: null,
  code: otherCodes.shortNotice,
  level: 1,
  message: 'Repos trop court.',
  article: null,
};

const margins: PublishedMargin[] = [
  { id: id(4), before: { revenue: 200, cost: 150 }, after: { revenue: 250, cost: 180 }, unpriced: 0, uncosted: 0 },
  { id: id(6), before: null, after: { revenue: 0, cost: 0 }, unpriced: 1, uncosted: 0 },
];

function serveAll(more: { found?: LeavingService[]; undo?: Reply; customers?: typeof customers } = {}): StubRequest[] {
  return serve(({ method, path }): Reply => {
    if (path.endsWith('/fetch/services/publication'))
      return [200, { services: more.found ?? services, agents, customers: more.customers ?? [], sites }];
    if (path.endsWith('/fetch/margins/publication')) return [200, { currency: 'EUR', services: margins }];
    if (method === 'DELETE') return more.undo ?? [200, { services: [id(4)] }];
    return [200, { published: 3, agents: 2, publication: id(9) }];
  });
}
const published = (requests: readonly StubRequest[]): unknown =>
  requests.find(({ path }) => path.endsWith('/services/publish'))?.body;
const open = (breaches: Record<string, Breach[]> = {}) => {
  publishAsked.set({ period });
  knownBreaches.set({ of: (service, agent) => breaches[`${service} ${agent}`] ?? [] });
  return showPage(<PublishHost />);
};

test('it shows each person’s changes, before and after, the breaches, and who is told how', async () => {
  serveAll();
  open({
    [`${id(4)} ${anna}`]: [
      { key: 'k', refused: true, text: 'Trop long.' },
      { key: 'l', refused: false, text: 'Trop tôt.' },
    ],
  });
  const list = await screen.findByRole('list', { name: 'Changements par collaborateur' });
  // Each line of a breach counts, also two of one service.
  for (const text of [
    '1 modifié, 1 retiré',
    'prévenu dans l’application et par e-mail',
    '2 anomalies',
    'Trop long.',
    'Trop tôt.',
  ])
    expect(within(list).getByText(text)).toBeTruthy();
  expect(within(list).getByText(/Avant : lundi 01\/03\/2027, 07:00 – 18:00, Port de Nice/)).toBeTruthy();
  expect(within(list).getByText('ne sera pas prévenu : ni compte ni adresse e-mail')).toBeTruthy();
  expect(within(list).getByText('Sans collaborateur')).toBeTruthy();
  expect(screen.getByText('3 services sur 3, 2 collaborateurs concernés')).toBeTruthy();
  // Only one of them can be told.
  expect(screen.getByRole('button', { name: 'Publier et prévenir (1)' })).toBeTruthy();
});

test('it names the customers who see the chosen services change, and counts those who are told', async () => {
  serveAll({ customers });
  const user = open();
  const seen = within(await screen.findByRole('region', { name: 'Clients concernés' }));
  const lines = () => seen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual([
    'Miramarine 2 services · 2 personnes prévenues dans l’application',
    'Verdier 1 service · personne n’y sera prévenu : aucun compte qui lit le planning',
  ]);
  expect(screen.getByRole('button', { name: 'Publier et prévenir (3)' })).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Publier S-6' }));
  expect(lines()).toEqual(['Miramarine 1 service · 2 personnes prévenues dans l’application']);
});

test('it shows the margin of the chosen services, and what changes in it', async () => {
  serveAll();
  const user = open();
  const line = await screen.findByRole('status', { name: 'Marge prévue' });
  const text = () => (line.textContent ?? '').replaceAll(/\s/g, ' ');
  expect(text()).toBe(
    'Marge prévue : 70,00 € (28 %), 20,00 € de plus que le planning publiéIncomplet : 1 service sans prix',
  );
  await user.click(screen.getByRole('checkbox', { name: 'Publier S-6' }));
  expect(text()).toBe('Marge prévue : 70,00 € (28 %), 20,00 € de plus que le planning publié');
});

test('away from the planning the server checks the services', async () => {
  const requests = serve(({ path }): Reply => {
    if (path.endsWith('/check-circuits'))
      return [200, { errors: [{ ...error, index: 1, agent: { id: boris, name: 'Boris Roy' } }] }];
    if (path.endsWith('/fetch/margins/publication')) return [200, { currency: 'EUR', services: [] }];
    return [200, { services, agents, customers: [], sites }];
  });
  publishAsked.set({ services: [id(4), id(5), id(6)] });
  showPage(<PublishHost />);
  expect(await screen.findByText('Repos trop court.')).toBeTruthy();
  expect(requests.find(({ path }) => path.endsWith('/check-circuits'))?.body).toEqual({
    services: [{ id: id(4) }, { id: id(5) }, { id: id(6) }],
  });
});

test('« Publier et prévenir » publishes the ticked ones and tells; the undo is offered', async () => {
  const requests = serveAll();
  const user = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Publier S-4' }));
  expect(screen.getByText('2 services sur 3, 2 collaborateurs concernés')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Publier et prévenir (1)' }));
  expect(await screen.findByText('3 services publiés ; 1 personne sera prévenue dans une minute')).toBeTruthy();
  expect(published(requests)).toEqual({ services: [id(5), id(6)], notify: true });
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(await screen.findByText('Publication annulée : personne ne sera prévenu')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toContain(`/services/publication/${id(9)}`);
});

test('unticking a person leaves his services, also for colleagues; « Publier » tells nobody', async () => {
  const requests = serveAll();
  const user = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Publier pour Boris Roy' }));
  expect(
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Publier S-5' }).map(({ checked }) => checked),
  ).toEqual([false, false]);
  await user.click(screen.getByRole('button', { name: 'Publier' }));
  expect(await screen.findByText('3 services publiés')).toBeTruthy();
  expect(published(requests)).toEqual({ services: [id(4), id(6)], notify: false });
  await waitFor(() => expect(publishAsked.get()).toBeNull());
});

test('several people will be told; without anybody to tell, nobody is named', async () => {
  serve(
    ({ method }): Reply =>
      method === 'DELETE' ? [200, { services: [id(4)] }] : [200, { published: 2, agents: 2, publication: id(9) }],
  );
  showPage(<p>Page</p>);
  await act(() => publish([id(4)], true, 2));
  expect(await screen.findByText('2 services publiés ; 2 personnes seront prévenues dans une minute')).toBeTruthy();
  await act(() => publish([id(4)], true, 0));
  expect(await screen.findByText('2 services publiés')).toBeTruthy();
  await act(() => undoLast());
  expect(await screen.findByText('Publication annulée')).toBeTruthy();
});

test('a refused undo says why', async () => {
  serveAll({ undo: refusal(409, 'Le planning a changé depuis : la publication ne s’annule plus.') });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Publier' }));
  await user.click(await screen.findByRole('button', { name: 'Annuler' }));
  expect(await screen.findByText('Le planning a changé depuis : la publication ne s’annule plus.')).toBeTruthy();
});

test('nothing to publish is said', async () => {
  serveAll({ found: [] });
  serve((): Reply => [200, { services: [], agents: [], customers: [], sites: [] }]);
  open();
  expect(await screen.findByText('Tout est déjà publié.')).toBeTruthy();
});
