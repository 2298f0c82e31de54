import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Home as HomeContent } from '#core/home/home.ts';
import type { OwnPaper } from '#core/home/papers.ts';
import { noPosts } from '#core/home/posts.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve as serveAll } from '#ui/client/testing/server.ts';
import { IconHome } from '#ui/icons.ts';
import { type MenuItem, MenusContext } from '#ui/shell/screen.ts';
import { id, somePlanning } from '../planning/testing/planned.ts';
import { alarm } from '../safety/testing/alarm.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import Home from './Home.tsx';

beforeEach(startAfresh);
afterEach(() => {
  vi.useRealTimers();
});

const item = (name: string, label: string, records: MenuItem['records'], add = false): MenuItem => ({
  name,
  path: `/${name}`,
  label,
  description: `À propos de ${label}`,
  icon: IconHome,
  add,
  records,
  preload: () => undefined,
});
const sites = item('sites', 'Sites', async () => Site, true);
const agents = item('agents', 'Collaborateurs', async () => Agent);
const other = item('export', 'Exports', null);

const page = (...items: MenuItem[]): ReactElement => (
  <MenusContext value={[{ name: 'all', label: 'Tout', items }]}>
    <Home />
  </MenusContext>
);
const answerWith = (changes: Partial<HomeContent> = {}): [number, object] => [
  200,
  { home: { counts: [], recent: [], invitations: null, ...changes } },
];
/** Nobody asks for anything. */
const requests: Record<string, [number, object]> = {
  '/fetch/agent-requests': [200, { agentRequests: [], filtered: 0 }],
  '/fetch/customer-requests': [200, { customerRequests: [], filtered: 0 }],
};
const serve = (answer: (request: StubRequest) => Reply) =>
  serveAll((request) => Object.entries(requests).find(([end]) => request.path.endsWith(end))?.[1] ?? answer(request));
/** What else the page of an owner reads. */
const board = (more: Record<string, [number, object]> = {}) => ({
  '/dashboard': [200, { dashboard: { tasks: [], staffing: null } }] as [number, object],
  '/home/cover': [200, { cover: { postsNow: noPosts, steps: [], days: [] }, tonight: null }] as [number, object],
  '/agents/fetch/hours': refusal(500, 'Indisponible'),
  '/invoices/reminds': [200, { invoices: [] }] as [number, object],
  '/estimates/reminds': [200, { estimates: [] }] as [number, object],
  ...more,
});
const answerPage = (answer: () => [number, object] | ReturnType<typeof refusal>, more = board()) =>
  serve(({ path }) => Object.entries(more).find(([end]) => path.endsWith(end))?.[1] ?? answer());
const homeCalls = (calls: readonly { path: string }[]): string[] =>
  calls.map(({ path }) => path).filter((path) => path.endsWith('/home'));

const of = (...[shape]: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(shape)] }), { profileId: null, agency: null });
const guest = {
  id: '01900000-0000-7000-8000-0000000000aa',
  fullname: 'Paul Martin',
  email: 'paul@exemple.fr',
  type: 'AGENCY' as const,
  invitedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
};

test('counts link to their lists; the menu is not repeated', async () => {
  const states = [
    { status: 100, count: 1234 },
    { status: 300, count: 5 },
  ];
  const counts = [
    { entity: 'site', states },
    { entity: 'agent', states: [] },
  ];
  const calls = answerPage(() => answerWith({ counts }));
  showPage(page(sites, agents, other));
  const list = await screen.findByRole('list', { name: 'En nombres' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('1\u202f234Sites');
  expect(second?.textContent).toContain('0Collaborateurs');
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: /^1.*Sites$/ })
      .getAttribute('aria-description'),
  ).toBe('À propos de Sites');
  // The list of the same records, not of the inactive ones too.
  const main = within(first as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: /^1.*Sites$/ });
  expect(decodeURIComponent(main.href)).toContain('/sites?f={"status":[100]}');
  const archived = within(first as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: 'Archivé : 5' });
  expect(decodeURIComponent(archived.href)).toContain('/sites?f={"status":[300]}');
  expect(within(list).getByRole<HTMLAnchorElement>('link', { name: 'Ajouter : Sites' }).href).toContain(
    '/sites?open=new',
  );
  expect(screen.queryByRole('link', { name: 'Ajouter : Collaborateurs' })).toBeNull();
  expect(screen.queryByText('Exports')).toBeNull();
  expect(homeCalls(calls)).toEqual([`/agency/${agencyId}/home`]);
});

test('recent records link to themselves; an empty list explains its purpose', async () => {
  const at = new Date(Date.now() - 120_000).toISOString();
  answerPage(() => answerWith({ recent: [{ entity: 'site', id: guest.id, name: 'Phare', action: 'archive', at }] }));
  showPage(page(sites));
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Phare/ });
  expect(link.textContent).toBe('PhareSite · Archivage il y a 2 minutes');
  expect(link.href).toContain(`/sites?open=${guest.id}`);
  startAfresh();
  answerPage(() => answerWith());
  showPage(page(sites));
  expect(await screen.findByText(/Les fiches que vous créez ou modifiez apparaîtront ici/)).toBeTruthy();
});

test('a pending invitation can be sent again', async () => {
  let count = 7;
  const calls = serve(({ method, path }) => {
    const other = Object.entries(board()).find(([end]) => path.endsWith(end));
    if (other) return other[1];
    if (method !== 'POST') return answerWith({ invitations: { count, oldest: [guest] } });
    expect(path).toBe(`/agency/${agencyId}/userCompany/${guest.id}/invitation`);
    count = 1;
    const account = { isOwner: false, hasAccount: false, secondFactor: false, rights: {}, version: 1 };
    return [200, { userCompany: { ...guest, ...account } }];
  });
  const user = showPage(page(agents));
  expect(await screen.findByText('et 6 autres')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Renvoyer l’invitation à Paul Martin' }));
  expect(await screen.findByText('Invitation renvoyée à Paul Martin')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('et 6 autres')).toBeNull());
  expect(calls.filter(({ path }) => path.endsWith('/invitation'))).toHaveLength(1);
});

const paper = (changes: Partial<OwnPaper> = {}): OwnPaper => ({
  kind: 'card',
  name: 'Carte professionnelle',
  number: 'CAR-006',
  expiresAt: '2026-11-01',
  state: 'EXPIRED',
  advice: 'Envoyez la nouvelle carte à votre agence.',
  ...changes,
});
const agent = { rights: 'collaborator', plannable: true } as const;

test('an agent sees his papers, how soon they expire and what to do', async () => {
  const calls = serve(({ path }) =>
    path.endsWith('/papers')
      ? [
          200,
          {
            papers: [
              paper(),
              paper({
                kind: 'contract',
                name: 'Contrat de travail (CDI)',
                number: null,
                expiresAt: null,
                state: 'VALID',
                advice: null,
              }),
              paper({ name: 'SST', number: null, expiresAt: null, state: 'MISSING', advice: null }),
            ],
          },
        ]
      : answerWith(),
  );
  showPage(page(item('home', 'Accueil', null)), of(agent));
  const mine = await screen.findByRole('region', { name: 'Mes papiers' });
  const [card, contract, missing] = await within(mine).findAllByRole('listitem');
  expect(card?.textContent).toBe(
    'Carte professionnelleCAR-006 · Jusqu’au 01/11/2026Envoyez la nouvelle carte à votre agence.Expiré',
  );
  expect(contract?.textContent).toBe('Contrat de travail (CDI)Sans date de finValide');
  expect(missing?.textContent).toBe('SSTAucun enregistréManquant');
  expect(screen.queryByText('Vos dernières fiches')).toBeNull();
  expect(calls.map(({ path }) => path.replace(/.*\/agent\/[\w-]+/, '')).sort()).toEqual([
    '/fetch/agent-requests',
    '/home',
    '/papers',
  ]);
});

test('the home of an agent has his next services, then his papers', async () => {
  serve(({ path }) =>
    path.endsWith('/papers')
      ? [200, { papers: [paper()] }]
      : path.endsWith('/fetch/circuits-planning')
        ? [200, somePlanning({ services: [] })]
        : answerWith(),
  );
  showPage(page(item('my-planning', 'Mon planning', null)), of(agent));
  const services = await screen.findByRole('region', { name: 'Mes prochains services' });
  const papers = await screen.findByRole('region', { name: 'Mes papiers' });
  expect(services.compareDocumentPosition(papers)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await within(papers).findByRole('listitem');
});

test('papers that cannot be read are retried; an empty list explains its purpose', async () => {
  let broken = true;
  serve(({ path }) =>
    path.endsWith('/papers')
      ? broken
        ? refusal(500, 'Une erreur est survenue')
        : [200, { papers: [] }]
      : answerWith(),
  );
  const user = showPage(page(item('home', 'Accueil', null)), of(agent));
  expect(await screen.findByText('Vos papiers n’ont pas pu être lus.')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/Vos cartes, formations et contrats apparaîtront ici/)).toBeTruthy();
});

const soon = {
  id: id(1),
  site: { id: id(2), name: 'Phare' },
  postTitle: null,
  startAt: '2026-11-16T18:00:00.000Z',
  endAt: '2026-11-17T06:00:00.000Z',
  status: 200,
  realStartAt: '2026-11-16T18:02:00.000Z',
  realEndAt: null,
  wanted: 1,
  held: 1,
  isStop: false,
  lastEvent: null,
};

const phareMonth = {
  site: { id: id(2), name: 'Phare' },
  ...{ services: 31, held: 30, missed: 1, late: 0, planned: 22_320, present: 21_600, rounds: 4, lastEvent: null },
  lastRound: {
    ...{ service: id(1), name: 'Ronde du soir', validated: 5, total: 6 },
    ...{ startedAt: '2026-11-16T19:00:00.000Z', endedAt: '2026-11-16T19:30:00.000Z' },
  },
};

test('the day of the home is the agency’s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T21:00:00+01:00') });
  answerPage(() => answerWith());
  showPage(page(), of({ company: { timeZone: 'Pacific/Noumea' } }));
  expect(await screen.findByText(/mardi 17 novembre 2026/)).toBeTruthy();
});

test('a customer sees tonight on his sites, since when and the relief, on his own path', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T21:00:00+01:00') });
  const relief = {
    ...soon,
    id: id(3),
    status: 100,
    realStartAt: null,
    realEndAt: null,
    startAt: soon.endAt,
    endAt: '2026-11-17T18:00:00.000Z',
  };
  const calls = answerPage(
    () => answerWith({ counts: [{ entity: 'site', states: [{ status: 100, count: 2 }] }] }),
    board({
      '/home/cover': [
        200,
        {
          cover: null,
          tonight: [
            soon,
            {
              ...relief,
              id: id(4),
              isStop: true,
              startAt: '2026-11-16T21:30:00.000Z',
              endAt: '2026-11-16T21:50:00.000Z',
            },
            relief,
          ],
        },
      ],
      '/home/presence': [200, { month: '2026-11-01', sites: [phareMonth] }],
    }),
  );
  showPage(page(sites), of({ kind: 'CUSTOMER', rights: 'customer' }));
  const tonight = await screen.findByRole('region', { name: /^(Ce soir|Aujourd’hui) sur vos sites$/ });
  expect(tonight.textContent).toContain('Phare1 agent sur place depuis 19:02, jusqu’à 07:00');
  expect(tonight.textContent).toContain('Relève : 1 agent, demain, 07:00–19:00');
  expect(tonight.textContent).toContain('Prochain passage de ronde : aujourd’hui, 22:30–22:50');
  expect((await screen.findByRole('list', { name: 'En nombres' })).textContent).toContain('2Sites');
  expect(screen.getByRole('link', { name: /^Ma fiche/ }).getAttribute('href')).toBe('/user?fiche=1');
  expect(screen.queryByRole('region', { name: 'Mes papiers' })).toBeNull();
  const month = await screen.findByRole('region', { name: 'Présence sur vos sites, novembre 2026' });
  expect(month.textContent).toContain('30 services tenus sur 31, 1 non réalisé · 360h00 de présence sur 372h00');
  expect(month.textContent).toContain('Dernière ronde : Ronde du soir, 5 sur 6 points, il y a 30 min');
  expect(month.textContent).toContain(', 4 rondes ce mois-ci');
  expect(calls.map(({ path }) => path.replace(/.*\/customer\/[\w-]+/, '')).sort()).toEqual([
    '/dashboard',
    '/fetch/customer-requests',
    '/home',
    '/home/cover',
    '/home/presence',
  ]);
});

test('the agency sees its cover around now, what lacks most, and each day opens its list', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T21:00:00+01:00') });
  const step = (at: string, wanted: number, held: number) => ({ at, wanted, held });
  const cover = {
    postsNow: { ...noPosts, wanted: 4, held: 3, absent: 1 },
    steps: [step('2026-11-16T20:00:00.000Z', 4, 4), step('2026-11-16T20:30:00.000Z', 4, 2)],
    days: [
      { day: '2026-11-16', wanted: 4, held: 2, services: 3, absent: 1 },
      { day: '2026-11-17', wanted: 3, held: 3, services: 3, absent: 0 },
    ],
  };
  const services = item('adminServices', 'Services', async () => Service);
  const task = (key: string, filters: object) => ({
    key,
    label: key,
    count: 1,
    tone: 'negative',
    entity: Service.name,
    filters,
  });
  // Nothing is to fill: no link to an empty list.
  const tasks = [task('services.late', { status: [110] }), task('times', {})];
  answerPage(
    () => answerWith(),
    board({
      '/home/cover': [200, { cover, tonight: null }],
      '/dashboard': [200, { dashboard: { tasks, staffing: null } }],
    }),
  );
  showPage(page(services, item('supervision', 'Supervision', null)));
  const line = await screen.findByRole('region', { name: 'Couverture d’aujourd’hui et de cette nuit' });
  expect(line.textContent).toContain('Maintenant : 3 postes tenus sur 4 : 1 où personne n’est venu.');
  expect(line.textContent).toContain('D’ici 21:30, il manque jusqu’à 2 personnes, à 21:30.');
  const reasons = within(await within(line).findByRole('navigation', { name: 'Postes vides' }));
  const links = reasons.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ textContent, href }) => [textContent, decodeURIComponent(href)])).toEqual([
    ['Supervision', expect.stringMatching(/supervision$/)],
    ['En retard', expect.stringContaining('"status":[110]')],
  ]);
  const days = within(screen.getByRole('list', { name: 'Postes tenus et demandés, par jour' }));
  expect(days.getAllByRole('link').map((day) => day.getAttribute('aria-label'))).toEqual([
    'lun. 16 : 2 sur 4 postes, 3 services',
    'mar. 17 : 3 postes',
  ]);
  expect(decodeURIComponent(days.getAllByRole<HTMLAnchorElement>('link')[1]?.href ?? '')).toContain(
    '{"from":"2026-11-17","to":"2026-11-17"},"status":[100,110,',
  );
  expect(screen.getByRole('list', { name: 'Collaborateurs absents, par jour' }).textContent).toBeTruthy();
});

test('without the right to list services there is no cover, and it is not requested', async () => {
  const calls = answerPage(() => answerWith());
  showPage(page(sites), of({ rights: ['listSites'] }));
  expect(await screen.findByText('Vos dernières fiches')).toBeTruthy();
  expect(calls.map(({ path }) => path.replace(/.*\/agency\/[\w-]+/, ''))).toEqual(['/home']);
});

test('C-020: a locked agency still shows its open alarms to who supervises, and asks for nothing else', async () => {
  const calls = serve(({ path }) =>
    path.endsWith('/alarms/open') ? [200, { alarms: [alarm()], more: 0 }] : refusal(403, 'Impayé', { locked: true }),
  );
  const company = { errors: [{ message: 'Impayé', lock: true }] };
  showPage(page(sites), of({ isOwner: true, company }));
  const alarms = await screen.findByRole('region', { name: 'Alertes' });
  expect(within(alarms).getByRole('button', { name: /Alerte SOS : Mehdi Laurent/ })).toBeTruthy();
  expect(screen.getByText('Impayé')).toBeTruthy();
  expect(new Set(calls.map(({ path }) => path.replace(/.*\/agency\/[\w-]+/, '')))).toEqual(new Set(['/alarms/open']));
});

test('a failed read is shown and retried', async () => {
  let broken = true;
  answerPage(() => (broken ? refusal(500, 'Une erreur est survenue') : answerWith()));
  const user = showPage(page(sites), owner());
  expect(await screen.findByText('L’accueil n’a pas pu être lu.')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Vos dernières fiches')).toBeTruthy();
});
