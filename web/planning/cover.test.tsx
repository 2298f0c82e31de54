import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CoveredService, OfferedCandidate } from '#core/planning/cover-calls.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { CoverHost } from './Cover.tsx';
import { coverAsked, replace } from './cover.ts';
import { FindAgent } from './FindAgent.tsx';
import { publishAsked } from './publishAsked.ts';

const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const [sick, best, warned, barred] = [id(1), id(2), id(3), id(4)];

const service = (more: Partial<CoveredService> = {}): CoveredService => ({
  id: id(9),
  version: 4,
  reference: 'S000012',
  startAt: '2027-03-09T07:00:00.000Z',
  endAt: '2027-03-09T17:00:00.000Z',
  site: 'Port',
  postTitle: 'Accueil',
  agents: [{ id: sick, name: 'Karim Benali' }],
  shortNotice: false,
  ...more,
});
const candidate = (agent: string, name: string, more: Partial<OfferedCandidate> = {}): OfferedCandidate => ({
  agent: { id: agent, name },
  allowed: true,
  qualified: true,
  rested: true,
  free: true,
  hoursLeft: 600,
  distance: 3_420,
  cost: 13.5,
  score: 88,
  points: [
    { label: 'à 3,4 km du site', lost: 3 },
    { label: 'plus cher que d’autres', lost: 9 },
  ],
  phones: ['06 12 34 56 78'],
  errors: [],
  why: ['Repos respectés.'],
  ...more,
});
const space = { code: '11-hour space', level: 1, article: null, message: 'Repos de 9 h entre deux services.' } as const;
const candidates = [
  candidate(best, 'Aline Petit'),
  candidate(warned, 'Bruno Roche', { rested: false, score: 60, errors: [space] }),
  candidate(barred, 'Chloé Sans', {
    allowed: false,
    score: 0,
    errors: [{ ...space, code: 'expired', level: 2, message: 'Carte professionnelle absente.' }],
  }),
  candidate(id(5), 'Denis Ouvrard', { rested: null }),
];

let requests: StubRequest[];
const answers = (saved: (call: StubRequest) => Reply, of = service()): void => {
  requests = serve((call): Reply => {
    if (call.path.endsWith('/fetch/planning-error/available')) return [200, { service: of, candidates }];
    if (call.path.endsWith('/circuits')) return saved(call);
    return refusal(404, 'Inconnu');
  });
};
const written = (): StubRequest[] => requests.filter(({ path }) => path.endsWith('/circuits'));
const ok: Reply = [200, { services: [{ id: id(9), version: 5 }] }];

const show = () => {
  coverAsked.set({ service: id(9), agent: sick });
  return showPage(
    <>
      <CoverHost />
      <AnomaliesHost />
    </>,
  );
};

beforeEach(() => {
  startAfresh();
  coverAsked.set(null);
});

test('candidates are in sections, apart those whose rest cannot be verified, with their phone and the reasons of their score', async () => {
  answers(() => ok);
  const user = show();
  const chosen = (label: string) =>
    within(screen.getByRole('list', { name: label }))
      .getAllByRole('button', { name: /Choisir/ })
      .map((one) => one.getAttribute('aria-label'));
  await screen.findByRole('list', { name: 'Conformes' });
  expect(['Conformes', 'Repos non vérifiables', 'À confirmer'].map(chosen)).toEqual([
    ['Choisir Aline Petit'],
    ['Choisir Denis Ouvrard'],
    ['Choisir Bruno Roche'],
  ]);
  expect(screen.getByRole('dialog', { name: 'Remplacer Karim Benali' })).toBeTruthy();
  expect(screen.getByText('Repos de 9 h entre deux services.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: '06 12 34 56 78' })[0]?.getAttribute('href')).toBe('tel:0612345678');
  // By keyboard as by touch.
  screen.getByRole('button', { name: 'Note de Aline Petit : 88 sur 100, détail' }).focus();
  await user.keyboard('{Enter}');
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '100au départ',
    '−3à 3,4 km du site',
    '−9plus cher que d’autres',
    '88sur 100',
  ]);
  const fold = screen.getByRole('button', { name: 'Impossibles (1)' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  expect(screen.getByText('Carte professionnelle absente.')).toBeTruthy();
  const cannot = screen.getByRole('list', { name: 'Impossibles' });
  expect(within(cannot).getByRole('link', { name: '06 12 34 56 78' })).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Chercher un collaborateur' }), 'alin');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'À confirmer' })).toBeNull());
});

test('one click assigns the service to the chosen agent instead of the other, over its version', async () => {
  answers(() => ok);
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Choisir Aline Petit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written()[0]?.body).toEqual({ services: [{ id: id(9), version: 4, agents: [{ id: best }] }] });
  expect((await screen.findAllByText('Karim Benali est remplacé par Aline Petit')).length).toBeGreaterThan(0);
  // Both can be told at once.
  await user.click(screen.getByRole('button', { name: 'Prévenir les deux…' }));
  expect(publishAsked.get()).toEqual({ services: [id(9)] });
  publishAsked.set(null);
});

test('the offer to tell waits for an answer; a further replacement adds to it', async () => {
  answers(() => ok);
  const user = showPage(<AnomaliesHost />);
  for (const end of [9, 10])
    await replace([{ service: service({ id: id(end) }), to: best }], sick, null, `Remplacé au service ${end}`);
  expect(await screen.findByText('Remplacé au service 10')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Remplacé au service 9')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Prévenir…' }));
  expect(publishAsked.get()).toEqual({ services: [id(9), id(10)] });
  publishAsked.set(null);
});

test('warnings are confirmed; a refusal leaves the dialog open', async () => {
  const warning = { ...space, index: 0, service: id(9), agent: { id: warned, name: 'Bruno Roche' } };
  answers(({ body }) =>
    (body as { confirmed?: boolean }).confirmed ? ok : refusal(409, 'À confirmer', { errors: [warning] }),
  );
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Choisir Bruno Roche' }));
  await user.click(await screen.findByRole('button', { name: 'Enregistrer quand même' }));
  await waitFor(() => expect(coverAsked.get()).toBeNull());
  expect(written()).toHaveLength(2);
  expect(written()[1]?.body).toMatchObject({ confirmed: true });
});

test('within 48 hours the consent is asked in the line of the chosen candidate, and its answer takes him', async () => {
  answers(() => ok, service({ shortNotice: true }));
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Choisir Bruno Roche' }));
  const lineOf = (name: string) => screen.getByText(name).closest('li') as HTMLElement;
  const questionOf = (name: string) =>
    within(lineOf(name)).queryByRole('group', { name: `${name} : comment l’accord a-t-il été donné ?` });
  expect(questionOf('Bruno Roche')?.contains(document.activeElement)).toBe(true);
  expect(written()).toHaveLength(0);
  // Another one is asked himself.
  await user.click(screen.getByRole('button', { name: 'Choisir Aline Petit' }));
  expect(questionOf('Bruno Roche')).toBeNull();
  await user.click(within(questionOf('Aline Petit') as HTMLElement).getByRole('button', { name: 'Par téléphone' }));
  await waitFor(() => expect(coverAsked.get()).toBeNull());
  expect(written().map(({ body }) => body)).toMatchObject([
    { services: [{ agents: [{ id: best }] }], consent: { means: 'PHONE' } },
  ]);
});

test('a failed search is reported and retried', async () => {
  let fails = true;
  serve(
    (): Reply =>
      fails
        ? refusal(409, 'Ce service est déprogrammé, archivé ou non réalisé.')
        : [200, { service: service(), candidates }],
  );
  const user = show();
  expect(await screen.findByText('Ce service est déprogrammé, archivé ou non réalisé.')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('button', { name: 'Choisir Aline Petit' })).toBeTruthy();
});

test('over a period each service has a proposal, which can be changed, and all are saved at once', async () => {
  const two = [
    { service: service(), candidates: [candidates[0], candidates[1]] },
    { service: service({ id: id(10), reference: 'S000013' }), candidates: [] },
  ];
  requests = serve(
    (call): Reply =>
      call.path.endsWith('/fetch/service-cover')
        ? [200, { agent: { id: sick, name: 'Karim Benali' }, services: two, filtered: 2 }]
        : ok,
  );
  coverAsked.set({ agent: sick, period: { start: '2027-03-08', end: '2027-03-14' } });
  const user = showPage(<CoverHost />);
  const list = await screen.findByRole('list', { name: 'Services à remplacer' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('combobox', { name: 'Remplaçant, S000013' })).toHaveProperty('value', 'Personne de possible');
  await user.click(screen.getByRole('combobox', { name: 'Remplaçant, S000012' }));
  await user.click(await screen.findByRole('option', { name: /Bruno Roche/ }));
  await user.click(screen.getByRole('button', { name: 'Remplacer sur 1 service' }));
  await waitFor(() =>
    expect(written()[0]?.body).toEqual({ services: [{ id: id(9), version: 4, agents: [{ id: warned }] }] }),
  );
});

test('over a period the consent of each replacement at short notice is asked beside him', async () => {
  const soon = { shortNotice: true };
  const three = [
    { service: service(soon), candidates: [candidates[0]] },
    { service: service({ ...soon, id: id(10), reference: 'S000013' }), candidates: [candidates[1]] },
    { service: service({ id: id(11), reference: 'S000014' }), candidates: [candidates[3]] },
  ];
  requests = serve(
    (call): Reply =>
      call.path.endsWith('/fetch/service-cover')
        ? [200, { agent: { id: sick, name: 'Karim Benali' }, services: three, filtered: 3 }]
        : ok,
  );
  coverAsked.set({ agent: sick, period: { start: '2027-03-08', end: '2027-03-14' } });
  const user = showPage(<CoverHost />);
  const list = await screen.findByRole('list', { name: 'Services à remplacer' });
  const [first, second, third] = within(list).getAllByRole('listitem') as HTMLElement[];
  expect(third && within(third).queryByRole('radiogroup')).toBeNull();
  expect(first && within(first).getByRole('link', { name: '06 12 34 56 78' })).toBeTruthy();
  await user.click(within(first as HTMLElement).getByRole('radio', { name: 'Par SMS' }));
  await user.click(screen.getByRole('button', { name: 'Remplacer sur 3 services' }));
  expect(await screen.findByText('Indiquez comment l’accord a été obtenu')).toBeTruthy();
  expect(written()).toHaveLength(0);
  await user.click(within(second as HTMLElement).getByRole('radio', { name: 'De vive voix' }));
  await user.click(screen.getByRole('button', { name: 'Remplacer sur 3 services' }));
  await waitFor(() =>
    expect(written()[0]?.body).toMatchObject({
      consent: { means: 'SMS', people: { [best]: 'SMS', [warned]: 'ORAL' } },
    }),
  );
});

test('if there are more services than shown, the next ones follow until none is left', async () => {
  const left = [service(), service({ id: id(10), reference: 'S000013' })];
  requests = serve((call): Reply => {
    if (!call.path.endsWith('/fetch/service-cover')) {
      left.shift();
      return ok;
    }
    const services = left.slice(0, 1).map((one) => ({ service: one, candidates: [candidates[0]] }));
    return [200, { agent: { id: sick, name: 'Karim Benali' }, services, filtered: left.length }];
  });
  coverAsked.set({ agent: sick, period: { start: '2027-03-08', end: '2027-03-14' } });
  const user = showPage(<CoverHost />);
  for (const reference of ['S000012', 'S000013']) {
    await screen.findByRole('combobox', { name: `Remplaçant, ${reference}` });
    await user.click(screen.getByRole('button', { name: 'Remplacer sur 1 service' }));
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written()).toHaveLength(2);
});

test('the form of a new service finds an agent for its hours and site, and takes him', async () => {
  requests = serve(
    (call): Reply =>
      call.path.endsWith('/fetch/service-candidates') ? [200, { candidates }] : refusal(404, 'Inconnu'),
  );
  const change = vi.fn();
  const values = { startAt: '2027-03-09T07:00:00.000Z', endAt: '2027-03-09T17:00:00.000Z' };
  const site = { id: id(8), name: 'Port' };
  const form = (more: object) => <FindAgent section="Collaborateurs" values={{ ...values, ...more }} change={change} />;
  const user = showPage(
    <>
      {form({})}
      {form({ site, agents: [{ id: sick, name: 'Karim Benali' }] })}
    </>,
  );
  const [without, button] = await screen.findAllByRole('button', { name: 'Trouver un agent' });
  expect(without).toHaveProperty('disabled', true);
  expect(screen.getByText('Choisissez d’abord le site et les horaires.')).toBeTruthy();
  await user.click(button as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Choisir Aline Petit' }));
  expect(requests.at(-1)?.body).toEqual({ ...values, site: site.id, without: [sick] });
  expect(change).toHaveBeenCalledExactlyOnceWith('agents', [
    { id: sick, name: 'Karim Benali' },
    { id: best, name: 'Aline Petit' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});
