import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Home as HomeContent } from '#core/home/home.ts';
import type { OwnPaper } from '#core/home/papers.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { IconHome } from '#ui/icons.ts';
import { type MenuItem, MenusContext } from '#ui/shell/screen.ts';
import { id, somePlanned, somePlanning } from '../planning/testing/planned.ts';
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
const of = (...[shape]: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(shape)] }), { profileId: null, agency: null });
const guest = {
  id: '01900000-0000-7000-8000-0000000000aa',
  fullname: 'Paul Martin',
  email: 'paul@exemple.fr',
  type: 'AGENCY' as const,
  invitedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
};

test('counts link to their lists; screens without a count are below', async () => {
  const states = [
    { status: 100, count: 1234 },
    { status: 300, count: 5 },
  ];
  const counts = [
    { entity: 'site', states },
    { entity: 'agent', states: [] },
  ];
  const calls = serve(() => answerWith({ counts }));
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
  const archived = within(first as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: 'Archivé : 5' });
  expect(decodeURIComponent(archived.href)).toContain('/sites?f={"status":[300]}');
  expect(within(list).getByRole<HTMLAnchorElement>('link', { name: 'Ajouter : Sites' }).href).toContain(
    '/sites?open=new',
  );
  expect(screen.queryByRole('link', { name: 'Ajouter : Collaborateurs' })).toBeNull();
  const quick = screen.getByRole('region', { name: 'Accès rapides' });
  expect(
    within(quick)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['ExportsÀ propos de Exports']);
  expect(calls.map(({ path }) => path)).toEqual([`/agency/${agencyId}/home`]);
});

test('recent records link to themselves; an empty list explains its purpose', async () => {
  const at = new Date(Date.now() - 120_000).toISOString();
  serve(() => answerWith({ recent: [{ entity: 'site', id: guest.id, name: 'Phare', action: 'archive', at }] }));
  showPage(page(sites));
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Phare/ });
  expect(link.textContent).toBe('PhareSite · Archivage il y a 2 minutes');
  expect(link.href).toContain(`/sites?open=${guest.id}`);
  startAfresh();
  serve(() => answerWith());
  showPage(page(sites));
  expect(await screen.findByText(/Les fiches que vous créez ou modifiez apparaîtront ici/)).toBeTruthy();
});

test('a pending invitation can be sent again', async () => {
  let count = 7;
  const calls = serve(({ method, path }) => {
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
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
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
            ],
          },
        ]
      : answerWith(),
  );
  showPage(page(item('home', 'Accueil', null)), of(agent));
  const mine = await screen.findByRole('region', { name: 'Mes papiers' });
  const [card, contract] = await within(mine).findAllByRole('listitem');
  expect(card?.textContent).toBe(
    'Carte professionnelleCAR-006 · Jusqu’au 01/11/2026Envoyez la nouvelle carte à votre agence.Expiré',
  );
  expect(contract?.textContent).toBe('Contrat de travail (CDI)Sans date de finValide');
  expect(screen.queryByText('Vos dernières fiches')).toBeNull();
  expect(calls.map(({ path }) => path.replace(/.*\/agent\/[\w-]+/, '')).sort()).toEqual(['/home', '/papers']);
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

const nextOnes = async (now: string, services: [post: number, start: string, end: string, status?: number][]) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) });
  const minute = (at: string): number => Date.parse(at) / 60_000;
  const data = somePlanning({
    zone: 'Europe/Paris',
    services: services.map(([post, start, end, status = 100]) =>
      somePlanned({ id: id(post), start: minute(start), end: minute(end), status, post: `Poste ${post}` }),
    ),
  });
  serve(({ path }) =>
    path.endsWith('/papers') ? [200, { papers: [] }] : path.endsWith('/home') ? answerWith() : [200, data],
  );
  showPage(page(item('my-planning', 'Mon planning', null)), of(agent));
  const mine = await screen.findByRole('region', { name: 'Mes prochains services' });
  return within(mine).findAllByRole<HTMLAnchorElement>('link');
};

test('an agent’s next services link to his planning, without unscheduled or finished ones', async () => {
  const links = await nextOnes('2026-11-16T12:00+01:00', [
    [1, '2026-11-16T02:00+01:00', '2026-11-16T04:00+01:00'],
    [4, '2026-11-19T08:00+01:00', '2026-11-19T20:00+01:00'],
    [3, '2026-11-18T08:00+01:00', '2026-11-18T20:00+01:00', 700],
    [2, '2026-11-16T11:00+01:00', '2026-11-16T13:00+01:00', 200],
  ]);
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Aujourd’hui, 11:00 – 13:00Port · Poste 2 · Nice',
    'Jeudi 19 novembre 2026, 08:00 – 20:00Port · Poste 4 · Nice',
  ]);
  expect(links[0]?.href).toContain('/my-planning');
});

test('at night, the service that began the day before is first; a finished one is not listed', async () => {
  const [begin, end] = ['2026-11-16T00:00+01:00', '2026-11-16T08:00+01:00'];
  const links = await nextOnes('2026-11-16T03:00+01:00', [
    [9, begin, end, 300],
    [8, begin, end, 400],
    [7, begin, end, 600],
    [6, begin, end, 800],
    [2, '2026-11-16T20:00+01:00', '2026-11-17T06:00+01:00'],
    [1, '2026-11-15T20:00+01:00', '2026-11-16T06:00+01:00', 200],
  ]);
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Dimanche 15 novembre 2026, 20:00 – 06:00 (lendemain)Port · Poste 1 · Nice',
    'Aujourd’hui, 20:00 – 06:00 (lendemain)Port · Poste 2 · Nice',
  ]);
});

test('a customer sees what is coming, on his own path', async () => {
  const asCustomer = serve(() => answerWith({ counts: [{ entity: 'site', states: [{ status: 100, count: 2 }] }] }));
  showPage(page(sites), of({ kind: 'CUSTOMER', rights: 'customer' }));
  expect(await screen.findByText(/Les mains courantes, les rapports et les factures/)).toBeTruthy();
  expect((await screen.findByRole('list', { name: 'En nombres' })).textContent).toContain('2Sites');
  expect(screen.queryByRole('region', { name: 'Mes papiers' })).toBeNull();
  expect(asCustomer.map(({ path }) => path.replace(/.*\/customer\/[\w-]+/, ''))).toEqual(['/home']);
});

test('platform staff without an agency are asked to choose one, and nothing is requested', async () => {
  const calls = serve(() => answerWith());
  showPage(page(), sessionOf(someUser({ isSupport: true }), { profileId: null, agency: null }));
  expect(await screen.findByText(/Choisissez une agence/)).toBeTruthy();
  expect(calls).toEqual([]);
});

test('a failed read is shown and retried, and every screen stays reachable', async () => {
  let broken = true;
  serve(() => (broken ? refusal(500, 'Une erreur est survenue') : answerWith()));
  const user = showPage(page(sites), owner());
  expect(await screen.findByText('L’accueil n’a pas pu être lu.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Sites/ })).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Vos dernières fiches')).toBeTruthy();
});
