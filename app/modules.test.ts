// AG-002 to AG-004: what each switch of the tenant opens and hides.
import { expect, test } from 'vitest';
import { defaultTenant, type Module } from '#core/tenant.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusedRoute } from './routes/route.ts';
import { menusFor, routes } from './routes.tsx';

/** Payments only hide, see below. The last three have no routes: sign-up is a public page, the others are to come. */
const opened: Record<Module, readonly string[]> = {
  tutorials: ['tutorial'],
  feedback: ['adminFeedbacks'],
  payments: [],
  subscriptions: ['choosePlan', 'free-trial', 'agencySubscription'],
  referral: ['parrainage'],
  shop: ['agencyArticleOrders'],
  offerSite: ['offreSite'],
  emailTracking: ['email-tracking'],
  about: ['about'],
  appStores: ['app-agent'],
  agentBadge: ['agentBadge'],
  chatAssistant: [],
  communicationPack: [],
  signUp: [],
};

const none = { profileId: null, agency: null };
const of = (...[shape]: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(shape)] }), none);
const everybody: Session[] = [
  of({ isOwner: true, rights: [] }),
  of({ rights: 'collaborator', plannable: true }),
  of({ kind: 'CUSTOMER', rights: 'customer' }),
  sessionOf(someUser({ superAdmin: true }), none),
  sessionOf(someUser({ superAdmin: true }), { ...none, agency: { id: agencyId, name: 'Azur Sécurité' } }),
];
const all = Object.keys(opened) as Module[];
const only = (on: readonly Module[]) => ({
  ...defaultTenant,
  modules: Object.fromEntries(all.map((name) => [name, on.includes(name)])) as Record<Module, boolean>,
});
const reached = (tenant = defaultTenant): Set<string> =>
  new Set(
    everybody.flatMap((session) =>
      routes.filter((route) => refusedRoute(route, session, tenant) === null).map(({ name }) => name),
    ),
  );

test('ten modules are off and four are on by default', () => {
  const off = [
    'tutorials',
    'chatAssistant',
    'feedback',
    'payments',
    'subscriptions',
    'referral',
    'shop',
    'offerSite',
    'communicationPack',
    'signUp',
  ];
  expect(all.filter((name) => !defaultTenant.modules[name]).sort()).toEqual(off.sort());
  expect(all.filter((name) => defaultTenant.modules[name]).sort()).toEqual([
    'about',
    'agentBadge',
    'appStores',
    'emailTracking',
  ]);
});

test.each(all)('the switch %s opens its routes only, and the menus follow', (name) => {
  const [without, withIt] = [reached(only([])), reached(only([name]))];
  expect([...withIt].filter((route) => !without.has(route)).sort()).toEqual([...opened[name]].sort());
  const menu = (tenant: typeof defaultTenant): string[] =>
    everybody.flatMap((session) => menusFor(session, tenant).flatMap((one) => one.routes.map((route) => route.name)));
  for (const route of opened[name]) expect(menu(only([])), route).not.toContain(route);
  const isEntry = (route: string): boolean => {
    const { screen, inMenu, tabOf } = routes.find((one) => one.name === route) ?? {};
    return screen !== undefined && inMenu !== false && tabOf === undefined;
  };
  for (const route of opened[name].filter(isEntry)) expect(menu(only([name])), route).toContain(route);
});

test('every route of a module is listed here', () => {
  const declared = routes.filter(({ module }) => module).map(({ name, module }) => `${module} ${name}`);
  expect(declared.sort()).toEqual(all.flatMap((name) => opened[name].map((route) => `${name} ${route}`)).sort());
});

test('without payments its screens are in no menu, and what the platform billed is read and paid by its link', () => {
  const hidden = ['paymentInvoices', 'paymentMethods'];
  const ofOwner = (tenant: typeof defaultTenant): string[] =>
    menusFor(everybody[0] as Session, tenant).flatMap((one) => one.routes.map(({ name }) => name));
  const inMenu = (tenant: typeof defaultTenant): string[] => hidden.filter((name) => ofOwner(tenant).includes(name));
  expect([inMenu(only([])), inMenu(only(['payments']))]).toEqual([[], hidden]);
  const open = reached(only([]));
  for (const name of [...hidden, 'payments', 'paymentMethod', 'paymentInvoice']) expect(open, name).toContain(name);
});

test('« Dates » and « Options d’abonnements » are in the administration, whatever is sold (Z-010)', () => {
  const admin = everybody[3] as Session;
  const platform = menusFor(admin, only([])).find(({ group }) => group === 'platform');
  const there = platform?.routes.map(({ name }) => name);
  for (const name of ['subscriptions', 'plan_options']) expect(there).toContain(name);
});
