// Every address of the specification under « Field mode » (screens.tsv) leads somewhere: at the desk to a screen, on a
// telephone in field mode to a page of the field, to another address, or to a screen of the desk.
import { expect, onTestFinished, test } from 'vitest';
import { defaultTenant } from '#core/tenant.ts';
import { led } from '#field/addresses.ts';
import type { DayService } from '#field/day.ts';
import { openedLink } from '#field/links.ts';
import { parts } from '#field/parts.ts';
import { type Session, sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { openRouter } from './router.tsx';
import { refusedRoute } from './routes/route.ts';
import { routeAt, routes } from './routes.tsx';

const active = { id: 's1', status: 200, isCircuit: false, reference: 'R-1' } as DayService;
const circuit = { id: 'c1', status: 200, isCircuit: true, reference: 'R-2' } as DayService;

type Where = 'page' | 'desk' | { to: string; idle?: string };

const table: readonly [path: string, where: Where][] = [
  ['contactAgence', 'page'],
  ['priseService', { to: '/terrain/service/s1', idle: '/terrain' }],
  ['priseService/c1', { to: '/terrain/service/c1', idle: '/terrain' }],
  ['intervention', { to: '/terrain/non-planifie' }],
  ['intervention/2', { to: '/terrain/non-planifie/2' }],
  ['tournee', { to: '/terrain/service/c1', idle: '/terrain' }],
  ['tournee/c1', { to: '/terrain/service/c1', idle: '/terrain' }],
  ['serviceActif', { to: '/terrain/service/s1', idle: '/terrain' }],
  ['serviceActif/s1', { to: '/terrain/service/s1', idle: '/terrain' }],
  ['circuitActif', { to: '/terrain/service/c1', idle: '/terrain' }],
  ['circuitActif/R-2', { to: '/terrain/service/c1', idle: '/terrain' }],
  ['events', { to: '/terrain' }],
  ['planning', 'desk'],
  ['planningCustomer', 'desk'],
  ['list', { to: '/terrain/annuaire' }],
  ['sites', 'page'],
  ['site', 'page'],
  ['site/x1', 'page'],
  ['nfc', 'page'],
  ['planification/services', 'desk'],
  ['planification/planning', 'desk'],
  ['adminDashboard/adminAlerts', 'desk'],
  ['adminDashboard/adminEvents', 'desk'],
  ['rondes/list', 'desk'],
  ['rondes/edit', { to: '/terrain/rondes/list?open=new' }],
  ['rondes/edit/x1', { to: '/terrain/rondes/list?open=x1' }],
  ['rondes/ronde', { to: '/terrain/ronde' }],
  ['rondes/ronde/u1/2', { to: '/terrain/ronde/u1/2' }],
  ['checkpoints/list', 'desk'],
  ['checkpoints/edit', { to: '/terrain/checkpoints/list?open=new' }],
  ['checkpoints/edit/x1', { to: '/terrain/checkpoints/list?open=x1' }],
  ['events/incident', { to: '/terrain/service/s1/main-courante/incident', idle: '/terrain' }],
  ['events/incident/u1', { to: '/terrain/evenement/u1', idle: '/terrain/evenement/u1' }],
  ...['presence', 'controleSpecifique', 'logistique', 'care-rescue', 'delivery', 'observations'].map(
    (key): [string, Where] => [`events/${key}`, { to: `/terrain/service/s1/main-courante/${key}`, idle: '/terrain' }],
  ),
];

const pages = new Set(parts.flatMap((part) => Object.keys(part.pages ?? {})));

test.each(table)('terrain/%s leads to its screen', (path, where) => {
  // At the desk.
  expect(routeAt(`/terrain/${path}`)?.screen, path).toBeDefined();
  const pieces = path.split('/');
  const found = led(pieces, [circuit, active]);
  if (typeof where === 'object') {
    expect(found?.to).toBe(where.to);
    // Nobody is at work: the home, never a service of somebody else.
    expect(led(pieces, [])?.to).toBe(where.idle ?? where.to);
  } else {
    expect(found).toBeNull();
    expect(pages.has(pieces[0] as string)).toBe(where === 'page');
  }
});

const none = new URLSearchParams();

// screens.tsv writes these without « terrain/ ».
test.each([
  ['/servicesNonPlanifies', '/terrain/non-planifie', '/servicesNonPlanifies'],
  ['/list', '/terrain/annuaire', '/terrain/list'],
  ['/incident', '/terrain/service/s1/main-courante/incident', '/terrain/events/incident'],
  ['/incident/u1', '/terrain/evenement/u1', '/agentMc'],
  ['/ronde', '/terrain/ronde', '/terrain/rondes/ronde'],
  ['/ronde/u1/2', '/terrain/ronde/u1/2', '/terrain/rondes/ronde/u1/2'],
])('B-052, B-060: %s leads to its screen in the field, and to one at the desk', async (path, inField, atDesk) => {
  const opened = openedLink(path, none) as string;
  const { to } = led(opened.split('/').slice(2), [circuit, active]) ?? { to: opened };
  expect(to).toBe(inField);
  expect(pages.has(to.split('/')[2] as string) || to.startsWith('/terrain/service/')).toBe(true);

  sessionStore.set(agent);
  onTestFinished(() => sessionStore.set(null));
  const router = openRouter();
  await router.navigate({ href: path });
  expect(router.state.location.pathname).toBe(atDesk);
  expect(routeAt(atDesk)?.screen).toBeDefined();
});

test('the groups lead to their first screen', () => {
  for (const [group, first] of [
    ['planification', 'planification/planning'],
    ['adminDashboard', 'adminDashboard/adminAlerts'],
    ['rondes', 'rondes/list'],
    ['checkpoints', 'checkpoints/list'],
  ])
    expect(led([group], [])?.to).toBe(`/terrain/${first}`);
});

const of = (rights: Parameters<typeof someProfile>[0]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(rights)] }), { profileId: null, agency: null });
const agent = of({ rights: 'collaborator', plannable: true });
const supervisor = of({ rights: 'admin', plannable: true });

test('the agency’s screens are refused to an agent without the right, and open to staff with an agent sheet', () => {
  const reserved = [
    'planification/services',
    'planification/planning',
    'adminDashboard/adminAlerts',
    'adminDashboard/adminEvents',
    'rondes/list',
    'rondes/edit/x1',
    'checkpoints/list',
    'checkpoints/edit/x1',
  ];
  for (const path of reserved) {
    const declared = routeAt(`/terrain/${path}`);
    if (!declared) throw new Error(path);
    expect(refusedRoute(declared, agent, defaultTenant), path).toMatch(/droit|pas|accès/i);
    expect(refusedRoute(declared, supervisor, defaultTenant), path).toBeNull();
  }
  // His own planning and sites are his without a right of the agency.
  for (const path of ['planning', 'sites', 'site/x1', 'nfc', 'contactAgence'])
    expect(refusedRoute(routeAt(`/terrain/${path}`) as never, agent, defaultTenant), path).toBeNull();
});

test('an address that nobody declared is no route', () => {
  for (const path of ['/terrain/inconnu', '/inconnu', '/sites/x/y', '/terrain/rondes/list/x'])
    expect(routeAt(path)).toBeUndefined();
  expect(new Set(routes.map(({ path }) => routeAt(path.replace(/\/:\w+\?/g, ''))?.name)).size).toBe(routes.length);
});
