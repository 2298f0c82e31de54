import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Site } from '#core/sites/site.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { queryClient, queryOf } from '#ui/client/queries.tsx';
import { listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { type AnyRow, movesFor } from '#ui/moves.ts';
import { coverAsked } from '../planning/cover.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { beforeLeaving, servicesAsked } from './asked.ts';
import { LeavingHost } from './LeavingHost.tsx';
import { askBeforeSave, leavesPlanning, saveWithAnswer } from './leaving.ts';
import { agentRow, contract, id, now, Place, place, sent, serveLeaving, service } from './testing/leaving.tsx';

beforeEach(startAfresh);

describe('archiving', () => {
  const askFirst = beforeLeaving(Agent, 'agent');

  test('shows the coming services, asks the day of leaving, and frees them in one call', async () => {
    const agent = agentRow({ contracts: [contract()] });
    const requests = serveLeaving(agent, [service(9), service(10)]);
    const user = showPage(<LeavingHost />);
    const asked = askFirst('archive', [agent], now);
    const dialog = within(await screen.findByRole('dialog', { name: 'Archiver Karim Benali' }));
    expect(await dialog.findByText('2 services à venir lui sont confiés')).toBeTruthy();
    expect(dialog.getAllByText(/^Port · /)).toHaveLength(2);
    expect(dialog.getByRole('radio', { name: /^Libérer ces services/ })).toHaveProperty('checked', true);
    expect(dialog.getByLabelText('Date de sortie')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Archiver' }));
    const make = await asked;
    expect(await make?.(agent)).toMatchObject({ status: 300 });
    expect(sent(requests, '/leave')).toEqual([{ services: 'free', leftOn: now }]);
  });

  test('opens the replacement of the agent above the question', async () => {
    const agent = agentRow();
    serveLeaving(agent, [service(9)]);
    const user = showPage(<LeavingHost />);
    const asked = askFirst('archive', [agent], now);
    await user.click(await screen.findByRole('button', { name: 'Remplacer…' }));
    expect(coverAsked.get()).toMatchObject({ agent: id(1), period: { start: now } });
    coverAsked.set(null);
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(await asked).toBeNull();
  });

  test('asks nothing about an agent without a contract or a service to come', async () => {
    const agent = agentRow({ contracts: [contract({ endDate: '2025-01-31' })] });
    serveLeaving(agent, []);
    expect(await askFirst('archive', [agent], now)).toBeUndefined();
    expect(await askFirst('deactivate', [agent], now)).toBeUndefined();
  });

  test('a site offers to unschedule or to keep', async () => {
    const site = rowOf(Site, { id: id(2), name: 'Port' }) as unknown as AnyRow;
    const requests = serveLeaving(agentRow(), [service(9)]);
    const user = showPage(<LeavingHost />);
    const asked = beforeLeaving(Site, 'site')('archive', [site], now);
    expect(await screen.findByText('1 service à venir y est prévu')).toBeTruthy();
    expect(screen.queryByLabelText('Date de sortie')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Les garder au planning' }));
    await user.click(screen.getByRole('button', { name: 'Archiver' }));
    await (await asked)?.(site);
    expect(sent(requests, '/leave')).toEqual([{ services: 'keep' }]);
  });

  test('names the services under way, which nothing frees', async () => {
    const site = rowOf(Site, { id: id(2), name: 'Port' }) as unknown as AnyRow;
    serveLeaving(agentRow(), [], [service(9)]);
    const user = showPage(<LeavingHost />);
    const asked = beforeLeaving(Site, 'site')('archive', [site], now);
    expect(await screen.findByText(/^1 service est en cours ou aurait dû commencer/)).toBeTruthy();
    expect(screen.getByText(/^Port · /)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(await asked).toBeNull();
  });
});

test('archiving a customer says that his open sites are archived with him and reopen with him; it can be undone', async () => {
  const customer = rowOf(Customer, { id: id(3), name: 'Miramarine', siteCount: 2 }) as unknown as AnyRow;
  const requests = serveLeaving(agentRow(), []);
  const user = showPage(<LeavingHost />);
  const askFirst = beforeLeaving(Customer, 'customer');
  const asked = askFirst('archive', [customer], now);
  const dialog = within(await screen.findByRole('dialog', { name: 'Archiver Miramarine' }));
  expect(dialog.getByText(/^2 sites ouverts sont archivés avec lui. Une réactivation/)).toBeTruthy();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Archiver' })).toHaveProperty('disabled', false));
  await user.click(dialog.getByRole('button', { name: 'Archiver' }));
  const known = queryOf(endpointsOf(Site).read, { params: { id: id(2) } }).queryKey;
  queryClient.setQueryData(known, {});
  const isOld = (): boolean | undefined => queryClient.getQueryState(known)?.isInvalidated;
  const left = (await asked)?.(customer);
  expect(isOld()).toBe(false);
  // « Annuler » returns from this state.
  expect((await left)?.status).toBe(300);
  expect(isOld()).toBe(true);
  expect(sent(requests, '/leave')).toEqual([{ services: 'keep' }]);
  expect(await askFirst('archive', [{ ...customer, siteCount: 0 }], now)).toBeUndefined();
});

test('a leaving day to come leads to the contracts of the sheet', async () => {
  const agent = agentRow({ contracts: [contract()] });
  serveLeaving(agent, []);
  const user = showPage(<Place />);
  const asked = beforeLeaving(Agent, 'agent')('archive', [agent], now);
  const day = await screen.findByLabelText('Date de sortie');
  expect(screen.queryByRole('button', { name: 'Ouvrir ses contrats' })).toBeNull();
  await user.clear(day);
  await user.type(day, '01/12/2090');
  await user.click(await screen.findByRole('button', { name: 'Ouvrir ses contrats' }));
  expect(await asked).toBeNull();
  await waitFor(() => expect(place.sheets).toEqual([{ entity: 'agent', id: id(1), tab: 'edit/Contrats' }]));
});

test('leaving the screen cancels the question', async () => {
  const site = rowOf(Site, { id: id(2), name: 'Port' }) as unknown as AnyRow;
  serveLeaving(agentRow(), [service(9)]);
  showPage(<Place />);
  const asked = beforeLeaving(Site, 'site')('archive', [site], now);
  await screen.findByRole('dialog', { name: 'Archiver Port' });
  place.go('/ailleurs');
  expect(await asked).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  [
    'customer',
    Customer,
    '2 services à venir restent déprogrammés : sélectionnez-les dans la liste pour les reprogrammer',
  ],
  ['site', Site, '2 services à venir restent déprogrammés : sélectionnez-les dans la liste pour les reprogrammer'],
  ['agent', Agent, 'Les services libérés à son départ ne lui sont pas rendus : 2 services à venir sont à pourvoir'],
] as const)(
  'the reactivation of an archived %s tells of the services that it does not bring back',
  async (kind, of, words) => {
    const row = { ...(rowOf(of as Entity, { id: id(3) }) as unknown as AnyRow), status: 300 };
    const requests = serve(({ path }): Reply => {
      if (path.endsWith('/fetch/sites')) return [200, { sites: [listedRowOf(Site, { id: id(4) })], filtered: 1 }];
      if (path.endsWith('/fetch/freed-services')) return [200, { services: [id(9), id(10)] }];
      if (path.endsWith('/fetch/circuits')) return [200, { services: [], filtered: 2 }];
      return [200, { [of.name]: { ...row, status: 100 } }];
    });
    const user = showPage(<p>Page</p>);
    const make = await beforeLeaving(of as Entity, kind)('reactivate', [row], now);
    await make?.(row);
    expect(await screen.findByText(words)).toBeTruthy();
    const ofPlace = { status: [700], site: [kind === 'site' ? id(3) : id(4)] };
    const [expected, startAt] =
      kind === 'agent' ? [{ id: [id(9), id(10)] }, {}] : [ofPlace, { startAt: { period: 'fromToday' } }];
    expect(sent(requests, '/fetch/circuits')).toMatchObject([{ filters: expected, limit: 1 }]);
    await user.click(screen.getByRole('button', { name: 'Voir' }));
    expect(servicesAsked.get()).toEqual({ ...expected, ...startAt });
    servicesAsked.set(null);
  },
);

test('« Voir » after an archiving opens the list of what it unscheduled', async () => {
  const site = rowOf(Site, { id: id(2), name: 'Port' }) as unknown as AnyRow;
  serve(({ path }): Reply => {
    const versions = { [id(9)]: 2, [id(10)]: 2 };
    if (path.endsWith('/leave')) return [200, { freed: [id(9), id(10)], versions, tours: [id(11)] }];
    const services = [service(9), service(10)];
    return [200, { services, filtered: 2, underWay: { services: [], filtered: 0 } }];
  });
  const user = showPage(<Place />);
  const asked = beforeLeaving(Site, 'site')('archive', [site], now);
  const archive = await screen.findByRole('button', { name: 'Archiver' });
  await waitFor(() => expect(archive).toHaveProperty('disabled', false));
  await user.click(archive);
  await (await asked)?.(site);
  expect(await screen.findByText('2 services déprogrammés, 1 tournée n’y passe plus')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Voir' }));
  const f = { id: [id(9), id(10), id(11)] };
  await waitFor(() => expect(place.at).toMatchObject({ pathname: '/services', search: { f } }));
});

test('the menu of an archived agent has « Réactivation », not « Désactivation »', () => {
  const labels = (status: number): string[] =>
    movesFor(Agent, owner(), { ...agentRow(), status }).map(({ move }) => move.label);
  expect(labels(300)).toEqual(['Réactivation', 'Suppression']);
  expect(labels(100)).toEqual(['Désactivation', 'Archivage']);
});

const sheet = (plannable: boolean, ...ends: (string | null)[]) => ({
  agentInfos: { plannable, contracts: ends.map((endDate) => contract({ endDate })) },
});
test.each<[string, object, object, string | null | undefined]>([
  ['nothing changes', sheet(true, null), sheet(true, null), undefined],
  ['« Planifiable » off', sheet(true, null), sheet(false, null), null],
  ['« Planifiable » on', sheet(false, null), sheet(true, null), undefined],
  ['an open contract ends', sheet(true, null), sheet(true, '2027-01-31'), '2027-01-31'],
  ['an end is brought forward', sheet(true, '2027-03-31'), sheet(true, '2027-01-31'), '2027-01-31'],
  ['an end is postponed', sheet(true, '2027-01-31'), sheet(true, '2027-03-31'), undefined],
  ['another contract follows', sheet(true, null), sheet(true, '2027-01-31', null), undefined],
  ['the first contract of a sheet', sheet(true), sheet(true, '2027-01-31'), undefined],
])('an edit leaves the planning: %s', (_, before, after, expected) => {
  expect(leavesPlanning(after as never, before as never)).toBe(expected);
});

describe('« Planifiable » off', () => {
  const off = agentRow({ plannable: false });
  const draft = { id: id(1), version: 1, agentInfos: { plannable: false } };

  test('of several people asks once about their coming services', async () => {
    const [agent, other] = [agentRow(), { ...agentRow(), id: id(2), fullname: 'Inès Faure' }];
    serveLeaving(agent, [service(9)]);
    const user = showPage(<LeavingHost />);
    const asked = askBeforeSave([agent, other].map((row) => ({ values: off, row })));
    expect(await screen.findByRole('dialog', { name: '2 collaborateurs : services à venir' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    expect([...((await asked) ?? [])]).toEqual([id(1), id(2)].map((one) => [one, { after: null, services: 'free' }]));
  });

  test('saves the other values first, then the answer in one call', async () => {
    const requests = serveLeaving({ ...agentRow(), version: 2 }, []);
    showPage(<LeavingHost />);
    await saveWithAnswer({ ...draft, comment: 'Congé' }, { after: null, services: 'free' }, 'k');
    await saveWithAnswer(draft, { after: null, services: 'keep' }, 'm');
    const written = requests.filter(({ method }) => method !== 'GET');
    // The sheet was saved: its own version is followed by the next. A repetition has the same keys.
    expect(written.map(({ path, key, body }) => [path.split('/').at(-1), key, body])).toEqual([
      ['agent', 'k-sheet', { id: id(1), version: 1, comment: 'Congé' }],
      ['unplan', 'k-unplan', { services: 'free', version: 2 }],
      ['unplan', 'm-unplan', { services: 'keep', version: 1 }],
    ]);
  });

  test('refused by the server for its coming services offers to keep them', async () => {
    const coming = { services: [], filtered: 2 };
    const requests = serve(({ path, method }): Reply => {
      if (path.endsWith('/unplan')) return [200, { freed: [], versions: {} }];
      if (method === 'GET') return [200, { agent: agentRow() }];
      return refusal(409, 'Karim Benali : 2 services à venir.', { coming });
    });
    const user = showPage(<LeavingHost />);
    for (const [button, isSaved] of [
      ['Annuler', false],
      ['Enregistrer et les garder', true],
    ] as const) {
      const saved = saveWithAnswer(draft, undefined, 'k');
      await screen.findByText('Karim Benali : 2 services à venir.');
      await user.click(screen.getByRole('button', { name: button }));
      expect((await saved) !== null).toBe(isSaved);
    }
    expect(sent(requests, '/unplan')).toEqual([{ services: 'keep', version: 1 }]);
  });
});
