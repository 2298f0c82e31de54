// The menus of each role, and the entries of the drawer.
import { describe, expect, test } from 'vitest';
import { rightSet } from '#core/grants.ts';
import { defaultTenant } from '#core/tenant.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { localeOf } from '#ui/kinds/locale.ts';
import { menuGroupsOf } from './menu-groups.ts';
import { groups, type Role, wordsOf } from './routes/route.ts';
import { drawerOf, menusFor, routes } from './routes.tsx';
import { agency, agent, customer, named, names, none, of, owner, staff } from './testing/roles.ts';

/** Screens in the menu of a user with every right of this role, in the order of the groups. */
const screensOf = (role: Role): string[] =>
  Object.keys(groups).flatMap((group) =>
    routes
      .filter(({ screen, inMenu, roles, module, menuModule, group: own }) => {
        const isOn = [module, menuModule].every((one) => one === undefined || defaultTenant.modules[one]);
        return (
          own === group &&
          screen !== undefined &&
          inMenu !== false &&
          isOn &&
          roles.some((one) => one === 'all' || one === role)
        );
      })
      .map(({ name }) => name),
  );

test('the menu of an owner contains every screen of the staff', () => {
  // The training plan is only for brands that have one; the owner's own papers are among the agency's.
  const others = ['redirectToPlanFormation', 'documents', 'agentOwnContracts'];
  const wanted = screensOf('staff').filter((name) => !others.includes(name));
  expect(wanted.length).toBeGreaterThan(20);
  // One way to keep stock or the other.
  const full = of({ isOwner: true, rights: [], company: { simplifiedStock: false } });
  expect(wanted.filter((name) => names(owner).includes(name) || names(full).includes(name))).toEqual(wanted);
  expect(names(full).every((name) => wanted.includes(name))).toBe(true);
});

test('platform staff in an agency get its own way to keep stock, and its zone and currency', () => {
  const facts = {
    currency: 'CHF',
    timeZone: 'Europe/Zurich',
    country: 'CH',
    holidayLocale: 'CH',
    simplifiedStock: false,
  };
  const staff = someUser({ isSupport: true, admin: true });
  const within = (more: object) => sessionOf(staff, { ...none, agency: { ...agency, ...more } });
  const shown = (session: Session): string[] => names(session).filter((name) => name.startsWith('expiration'));
  expect(shown(within(facts))).toContain('expirationStockReferences');
  expect(shown(within(facts))).not.toContain('expirationsAgentItems');
  expect(shown(within({}))).not.toContain('expirationStockReferences');
  expect(localeOf(within(facts))).toMatchObject({ zone: 'Europe/Zurich', currency: 'CHF', country: 'CH' });
});

test('the drawer of an owner has about twenty entries: the other screens are tabs of one of them', () => {
  const drawer = drawerOf(menusFor(owner, defaultTenant)).map(({ name }) => name);
  expect(drawer.length).toBeLessThanOrEqual(26);
  for (const { name, tabOf, group } of routes.filter((route) => route.tabOf)) {
    expect(named(tabOf ?? ''), name).toMatchObject({ name: tabOf });
    expect(named(tabOf ?? '').tabOf, name).toBeUndefined();
    if (names(owner).includes(name)) expect(drawer, `${group} ${name}`).toContain(tabOf);
  }
  // Without the right to the main screen, its tab is an entry.
  expect(drawerOf(menusFor(of({ rights: ['listCheckpoints'] }), defaultTenant)).map(({ name }) => name)).toContain(
    'checkpoints',
  );
});

test('the count of a tab stands at the entry that holds it, for there is no line of its own in the drawer', () => {
  const items = menuGroupsOf(owner, defaultTenant).flatMap((group) => group.items);
  const badgeOf = (of: string) => items.find(({ name }) => name === of)?.Badge;
  for (const [tab, main] of [
    ['demandes', 'agents'],
    ['demandes-clients', 'customers'],
  ] as const) {
    expect(badgeOf(tab)).toBeDefined();
    expect(badgeOf(main)).toBe(badgeOf(tab));
  }
});

test('a screen about several people is named otherwise for an agent, whom it is about', () => {
  const labelFor = (session: typeof agent) =>
    menuGroupsOf(session, defaultTenant)
      .flatMap((group) => group.items)
      .find(({ name }) => name === 'demandes')?.label;
  expect([labelFor(owner), labelFor(agent)]).toEqual(['Demandes collaborateurs', 'Mes demandes']);
});

test('the menus of the other roles contain these screens', () => {
  const links = ['app', 'app-agent', 'about'];
  const own = 'my-information-notes';
  expect(names(staff)).toEqual(names(owner));
  expect(names(agent)).toEqual([
    'home',
    'my-planning',
    'hoursAgent',
    'agentBadge',
    'agentMc',
    own,
    'terrain',
    'directory',
    'listIndispo',
    'agentPurchaseOrder',
    'demandes',
    'documents',
    'agentOwnContracts',
    'contactAgence',
    ...links,
  ]);
  expect(names(customer)).toEqual([
    'home',
    'customerPlanning',
    'customerServices',
    'customerHours',
    'customerSites',
    'customerMc',
    'customerAgencyReports',
    'documents',
    'customerOwnContracts',
    'customerInvoices',
    'contactAgence',
    ...links,
  ]);
  const ofPlatform = ['agencyInvoices', 'agencySubscriptionOffers', 'adminAgencyArticleOrders'];
  expect(names(sessionOf(someUser({ isSupport: true }), none))).toEqual(['home', ...ofPlatform, ...links]);
  // Platform staff see the agency, but not messages to its people.
  expect(names(sessionOf(someUser({ isSupport: true }), { ...none, agency }))).toEqual([
    'home',
    ...ofPlatform,
    ...names(owner).filter((name) => name !== own && name !== 'home'),
  ]);
});

describe('the drawer of', () => {
  const all = {
    ...defaultTenant,
    modules: { ...defaultTenant.modules, tutorials: true, payments: true, feedback: true },
  };
  const guards = [
    'Mon planning',
    'Mes heures',
    'Mon badge',
    'Main courante',
    "Mes notes d'information",
    'Mode terrain',
  ];
  const links = ['Application', 'À propos'];
  const agency = "Contacter l'agence";
  const reads = ['listDailyLogs', 'listSiteDailyLogs', 'listInterventionReports'] as const;
  const stock = ['listStockReferences', 'listStockReferenceAssignments'] as const;
  test.each<[string, Session, string[]]>([
    [
      'a super-admin',
      sessionOf(someUser({ superAdmin: true }), none),
      [
        ...['Accueil', "Chiffre d'affaires", 'Résumé', 'Agences', 'Utilisateurs', 'Tâches de fond', 'Marques'],
        ...['Conservation', 'Modèles de contrats', 'Factures agences', 'Liste des offres', "Commandes d'articles"],
        ...["Dates d'abonnements", "Options d'abonnements", "Demandes d'améliorations", "Import d'agence"],
        ...['Comptes support', "Tutoriels de l'interface", 'Annonces', 'Tutoriels', 'Documents utiles', 'Maintenance'],
        ...['Tutoriels vidéos', ...links],
      ],
    ],
    [
      'staff who supervise sites',
      of({ rights: ['listSites', 'readSitePlanning', 'listServices', ...reads] }),
      ['Accueil', 'Planning', 'Services', 'Mains courantes', 'Interventions', 'Sites', ...links, 'Tutoriels'],
    ],
    [
      'an agent',
      agent,
      [
        ...['Accueil', ...guards, 'Annuaire', 'Indisponibilités', 'Bons de commande', 'Mes demandes', 'Documents'],
        ...[agency, ...links, 'Tutoriels'],
      ],
    ],
    [
      'somebody of a customer',
      of({ kind: 'CUSTOMER', rights: [...rightSet('customer'), ...stock], company: { simplifiedStock: false } }),
      [
        ...['Accueil', 'Planning', 'Services', 'Heures', 'Mes sites', 'Mains courantes', 'Rapports', 'Documents'],
        ...['Mes factures', 'Stocks', agency, ...links],
      ],
    ],
  ])('%s has these entries, in this order', (_, session, expected) => {
    expect(drawerOf(menusFor(session, all)).map((route) => wordsOf(route, session).label)).toEqual(expected);
  });
});
