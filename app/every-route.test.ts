import { describe, expect, test, vi } from 'vitest';
import type { Grants } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { allRights, isRight } from '#core/rights.ts';
import { defaultTenant } from '#core/tenant.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { publicPages } from './public-pages.tsx';
import { routerPath } from './router.tsx';
import { groups, mayAdd, refusedRoute, wordsOf } from './routes/route.ts';
import { inMenus, menusFor, routes } from './routes.tsx';
import { agency, agent, customer, locked, named, names, none, of, owner, staff } from './testing/roles.ts';

/** Every route of the specification; routes without a name there have the name used here. */
const expected = `
home loading user ca-app resume-app adminDashboard customerDashboard my-planning hoursAgent my-information-notes
adminPlanning adminServices adminCircuits listIndispo listInterrupt adminPlaningSites adminPlaningAgents customerPlaningSites
adminMc reports-2 reports-6 reports-7 reports-8 supervision note-information sites sites-hours rounds checkpoints
customers demandes-clients customer_contracts customer devis factures preparation-factures contrats-commerciaux indices-prix abonnements agentPurchaseOrder serviceCatalog discountList
agents agents-hours demandes agent_documents agent_contracts reprises salaries-a-reprendre salary-elements paie payRates
export email-tracking marges listAgencyExpirations agency_documents
expirationsAgent expirationsAgentContracts expirationsCustomerContracts expirationsAgentItems expirationStockReferences
platformListStocksReferences stocksAssignments stocksActions
customerPlatformListStocksReferences customerStocksAssignments customerStocksActions
customerPlanning customerServices customerHours customerStocks customerMc customerRequests documents customerAgencyReports customerSites customerInvoices agentOwnContracts customerOwnContracts contractSignatureTemplates
platformDocumentsAgency platformDocumentsAgent platformDocumentsCustomer
platformCustomersDocumentsAgency platformCustomersDocumentsAgent platformCustomersDocumentsCustomer
choosePlan payments paymentMethods paymentInvoices agencyArticleOrders paymentMethod paymentInvoice agencySubscription
subscriptions plan_options free-trial agentBadge contactAgence app-agent
priseService intervention tournee serviceActif circuitActif events terrainPlanning terrainPlanningCustomer servicesNonPlanifies
terrainSites terrainSite nfc terrainAdminServices terrainAdminPlanning adminAlerts adminEvents
terrainRounds terrainRoundEdit terrainRoundRun terrainCheckpoints terrainCheckpointEdit directory terrainEventsIncident
presence controleSpecifique logistique care-rescue delivery observations
adminAgencies contractTemplate agencyInvoices adminUsers agencySubscriptionOffers adminAgencyArticleOrders adminFeedbacks
adminCommunication adminOffers platformAdminImportAgency platformAdminJobs platformAdminRetention platformAdminTenants supportAccounts platformAdminUiTutorials tutorials useful-docs maintenance videos
app redirectToPlanFormation parrainage offreSite about tutorial usefulDocs
active-offers agency-offers agency-offers-answers
settings
`
  .trim()
  .split(/\s+/);

/** The menus as they will be once every screen exists. */
const reached = (session: Session, tenant = defaultTenant): Set<string> =>
  new Set(routes.filter((route) => refusedRoute(route, session, tenant) === null).map(({ name }) => name));

test('every route of the specification is declared', () => {
  const declared = new Set(routes.map(({ name }) => name));
  expect(expected.filter((name) => !declared.has(name))).toEqual([]);
});

test('whoever receives notifications has the bell: agents, staff and customers', () => {
  for (const one of [staff, owner, agent, customer]) expect(reached(one).has('notifications')).toBe(true);
});

test('names and paths are unique, in the router too', () => {
  const paths = routes.map(({ path }) => path);
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  expect(new Set(paths.map((path) => path.replace(/\/:\w+\?/g, ''))).size).toBe(routes.length);
  for (const path of paths) {
    expect(path).toMatch(/^\/[^:]/);
    for (const page of publicPages) expect(path).not.toMatch(page.path);
  }
  expect(routerPath('/demandes/:id?')).toBe('/demandes/{-$id}');
  expect(routerPath('/ronde/:reference?/:iteration?')).toBe('/ronde/{-$reference}/{-$iteration}');
});

describe.each(routes)('$name', (route) => {
  test('has a label, a description, an icon, a group and known rights', () => {
    expect(route.label).not.toBe('');
    expect(route.description).not.toBe('');
    expect(route.icon).toBeTruthy();
    expect(groups).toHaveProperty(route.group);
    expect(route.roles.length).toBeGreaterThan(0);
    for (const right of [...(route.rights ?? []), ...(typeof route.add === 'string' ? [] : (route.add ?? []))])
      expect(isRight(right), right).toBe(true);
  });
});

test.each(routes.filter(({ screen }) => screen?.list))(
  'the rights of $name are those of the list its screen opens',
  async (route) => {
    const list = route.screen?.list;
    const entity = await list?.entity();
    const scopes = [list?.scope ?? 'agency', ...(list?.also ? [list.also] : [])];
    if (list?.scope === 'platform') {
      expect(route.roles).toEqual([entity?.grants.list.platform]);
      expect(route.add).toEqual(entity?.grants.create.platform);
      return;
    }
    const granted = (grants: Grants | undefined): unknown[] | undefined => {
      const needs = scopes.flatMap((scope) => grants?.[scope] ?? []);
      return needs.length > 0 ? [...new Set(needs)] : undefined;
    };
    expect(route.rights).toEqual(granted(entity?.grants.list));
    expect(route.add).toEqual(granted(entity?.grants.create));
  },
);

test('a route without a screen is in no menu', () => {
  for (const session of [staff, owner, agent, customer]) {
    for (const name of names(session)) expect(named(name).screen, name).toBeDefined();
  }
  expect(inMenus({ ...named('sites'), inMenu: false })).toBe(false);
  expect(inMenus(named('rounds'))).toBe(named('rounds').screen !== undefined);
});

test('B-022: the group « Terrain » has the daily logs, one list of reports per activity that ends with one, supervision and notes', () => {
  const terrain = menusFor(owner, defaultTenant).find(({ routes: [first] }) => first?.group === 'terrain');
  const listed = ['adminMc', 'reports-2', 'reports-6', 'reports-7', 'reports-8', 'supervision', 'note-information'];
  expect(listed.filter((name) => !terrain?.routes.some((one) => one.name === name))).toEqual([]);
});

test('C-063, C-064: staff plan, check, watch and read reports; a customer reaches nothing of the agency', () => {
  const work = ['adminPlanning', 'adminCircuits', 'supervision', 'listIndispo', 'adminMc', 'reports-2', 'settings'];
  expect(work.filter((name) => !reached(staff).has(name))).toEqual([]);
  // Whatever rights of the agency a contact was given by mistake.
  const every = of({ kind: 'CUSTOMER', rights: allRights.map(({ key }) => key) });
  const his = [...reached(every)].filter((name) => !named(name).roles.includes('all'));
  expect(his.length).toBeGreaterThan(8);
  expect(his.filter((name) => !named(name).roles.includes('customer'))).toEqual([]);
  expect(his.filter((name) => named(name).roles.includes('staff'))).toEqual(['notifications', 'documents']);
});

test('1 §1: a collaborator who is not planned has his own requests, absences and papers in his menu', () => {
  const office = of({ rights: 'collaborator', plannable: false });
  const own = ['demandes', 'listIndispo', 'documents', 'agentOwnContracts'];
  expect(own.filter((name) => !reached(office).has(name))).toEqual([]);
  expect(wordsOf(named('demandes'), office).label).toBe('Mes demandes');
  expect(wordsOf(named('demandes'), staff).label).toBe('Demandes collaborateurs');
  expect(own.slice(2).filter((name) => reached(staff).has(name))).toEqual([]);
});

test('C-060: tutorials are for profiles, by their rights', () => {
  const support = sessionOf(someUser({ isSupport: true }), { profileId: null, agency });
  const taught = { ...defaultTenant, modules: { ...defaultTenant.modules, tutorials: true } };
  const opens = (session: Session) => reached(session, taught).has('tutorial');
  expect([staff, agent, support].map(opens)).toEqual([true, true, false]);
});

test('without a right its screen is not in the menu, and the refusal names the right', () => {
  const session = of({ rights: ['listSites'] });
  expect(names(session)).toEqual(['home', 'sites', 'app', 'app-agent', 'about']);
  expect(refusedRoute(named('agents'), session, defaultTenant)).toBe(
    'Vous ne bénéficiez pas de l\'autorisation "Lister les collaborateurs".',
  );
});

test('without a valid subscription only the exempt routes open', () => {
  expect(names(locked)).toEqual(['home', 'about']);
  const open = [...reached(locked)].sort();
  const paid = ['paymentInvoice', 'paymentInvoices', 'paymentMethod', 'paymentMethods', 'payments'];
  expect(open).toEqual(['about', 'home', 'loading', ...paid, 'user']);
  const paying = {
    ...defaultTenant,
    modules: { ...defaultTenant.modules, subscriptions: true, payments: true, shop: true },
  };
  expect([...reached(locked, paying)].sort()).toEqual(
    [...open, 'agencyArticleOrders', 'agencySubscription', 'choosePlan', 'free-trial'].sort(),
  );
});

test('a module that is off hides its routes', () => {
  const on = { ...defaultTenant, modules: { ...defaultTenant.modules, referral: true, about: false } };
  expect([...reached(staff)].filter((name) => name === 'about' || name === 'parrainage')).toEqual(['about']);
  expect([...reached(staff, on)].filter((name) => name === 'about' || name === 'parrainage')).toEqual(['parrainage']);
});

test('the page of the mobile application is hidden inside the iOS app, and follows its switch', () => {
  const shown = (tenant = defaultTenant): boolean => reached(staff, tenant).has('app-agent');
  const off = { ...defaultTenant, modules: { ...defaultTenant.modules, appStores: false } };
  expect([shown(), shown(off)]).toEqual([true, false]);
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' });
  expect(shown()).toBe(true);
  vi.stubGlobal('webkit', {});
  expect(shown()).toBe(false);
  vi.unstubAllGlobals();
});

test('the training plan is in the menu of a brand that has one', () => {
  const at = (trainingPlanUrl: string): string[] => names(owner, { ...defaultTenant, trainingPlanUrl });
  expect(names(owner)).not.toContain('redirectToPlanFormation');
  expect(at('https://formation.exemple.fr')).toContain('redirectToPlanFormation');
  expect(at('javascript:alert(1)')).not.toContain('redirectToPlanFormation');
});

test('simplified stock, on or unset, hides the stocks and shows the items of agents', () => {
  const full = of({ rights: 'admin', company: { simplifiedStock: false } });
  const stock = (session: Session): string[] =>
    [
      'stocksActions',
      'stocksAssignments',
      'platformListStocksReferences',
      'expirationsAgentItems',
      'expirationStockReferences',
    ].filter((name) => reached(session).has(name));
  expect(stock(staff)).toEqual(['expirationsAgentItems']);
  expect(stock(sessionOf(someUser({ admin: true }), { ...none, agency }))).toEqual(['expirationsAgentItems']);
  expect(stock(full)).toEqual([
    'stocksActions',
    'stocksAssignments',
    'platformListStocksReferences',
    'expirationStockReferences',
  ]);
});

test('each role has its own routes only', () => {
  const only = (session: Session, ...wanted: string[]): string[] => wanted.filter((name) => reached(session).has(name));
  expect(
    only(
      agent,
      'my-planning',
      'hoursAgent',
      'agentBadge',
      'demandes',
      'agentPurchaseOrder',
      'sites',
      'adminPlanning',
      'customerSites',
    ),
  ).toEqual(['my-planning', 'hoursAgent', 'agentBadge', 'demandes', 'agentPurchaseOrder']);
  expect(
    only(
      customer,
      'customerSites',
      'customerInvoices',
      'customerStocks',
      'sites',
      'customers',
      'my-planning',
      'my-information-notes',
    ),
  ).toEqual(['customerSites', 'customerInvoices']);
  expect(refusedRoute(named('my-information-notes'), customer, defaultTenant)).toBe(messages.notYours);
  const admin = sessionOf(someUser({ admin: true }), none);
  const superAdmin = sessionOf(someUser({ superAdmin: true }), none);
  expect(only(admin, 'adminAgencies', 'adminUsers', 'contractTemplate', 'supportAccounts', 'sites')).toEqual([
    'adminAgencies',
    'adminUsers',
  ]);
  // C-056: all staff read the invoices of agencies.
  expect(
    only(sessionOf(someUser({ isSupport: true }), none), 'agencyInvoices', 'adminAgencies', 'platformAdminTenants'),
  ).toEqual(['agencyInvoices']);
  expect(only(superAdmin, 'platformAdminTenants')).toEqual(['platformAdminTenants']);
  expect(only(superAdmin, 'adminAgencies', 'adminUsers', 'contractTemplate', 'supportAccounts', 'sites')).toEqual([
    'adminAgencies',
    'adminUsers',
    'contractTemplate',
    'supportAccounts',
  ]);
});

test('platform staff who act for a profile have its routes, not their own', () => {
  const acting = sessionOf(someUser({ superAdmin: true, acting: someProfile({ rights: ['listSites'] }) }), none);
  expect(names(acting)).toEqual(['home', 'sites', 'app', 'app-agent', 'about']);
  expect(reached(acting).has('adminAgencies')).toBe(false);
});

test('the add button needs the create right in addition to the rights of the route', () => {
  expect(mayAdd(named('sites'), of({ rights: ['listSites', 'createSite'] }))).toBe(true);
  expect(mayAdd(named('sites'), of({ rights: ['listSites'] }))).toBe(false);
  expect(mayAdd(named('sites'), of({ rights: ['createSite'] }))).toBe(false);
  expect(mayAdd(named('supervision'), owner)).toBe(false);
});
