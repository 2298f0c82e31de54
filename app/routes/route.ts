// Type of a route, its access check and its declaration.
import type { ComponentType } from 'react';
import type { Entity, Needs, Scope } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { meets } from '#core/roles.ts';
import type { Module, Tenant } from '#core/tenant.ts';
import type { Session } from '#ui/client/session.ts';
import type { Icon } from '#ui/icons.ts';
import type { LoadScreen } from '#ui/shell/LazyScreen.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';

export const groups = {
  main: '',
  platformDashboard: 'Pilotage',
  platform: 'Administration',
  communication: 'Communication',
  agent: 'Mon activité',
  planning: 'Planning',
  terrain: 'Terrain',
  sites: 'Sites',
  customers: 'Clients',
  billing: 'Facturation',
  collaborators: 'Collaborateurs',
  agency: 'Agence',
  expirations: 'Expirations',
  stocks: 'Stocks',
  customer: 'Mon espace',
  documents: 'Documents',
  customerDocuments: 'Documents clients',
  offers: 'Annonces',
  payments: 'Abonnement et paiements',
  links: 'Liens utiles',
  field: 'Mode terrain',
} as const;

export type Group = keyof typeof groups;

export type Role = 'all' | 'agent' | 'staff' | 'customer' | 'support' | 'admin' | 'superAdmin';

export interface Screen {
  load: LoadScreen;
  /** The entity that the screen lists, and its scope: the menu uses its rights. */
  list?: {
    entity(): Promise<Entity>;
    scope: Scope | 'platform';
    /** Another scope with the same screen. */
    also?: Scope;
    /** One of its records above any other screen, with its summary. */
    Sheet?: ComponentType<SheetProps>;
  };
}

export interface Route {
  name: string;
  /** `:id?` marks an optional parameter. */
  path: string;
  group: Group;
  label: string;
  description: string;
  /** What an agent reads instead: there it is about himself. */
  own?: { label: string; description: string };
  icon: Icon;
  /** One of these roles is enough. */
  roles: readonly Role[];
  /** One of these rights is enough; absent: only the role counts. */
  rights?: readonly Right[];
  /** Hidden if the switch of the tenant is off. */
  module?: Module;
  when?(session: Session, tenant: Tenant): boolean;
  /** Decision 28: opens without a valid subscription. */
  withoutSubscription?: true;
  /** Not in the drawer. */
  inMenu?: false;
  /** Not in the menus while this switch of the tenant is off. It opens by its address: what was billed is read and paid. */
  menuModule?: Module;
  /** Decision 96: a tab of this screen, by name, instead of an entry of the drawer. */
  tabOf?: string;
  /** Its screen has its own way to its tabs. */
  ownTabs?: true;
  /** The rights of its create action, or the role of the platform. */
  add?: Exclude<Needs, 'signedIn'>;
  screen?: Screen;
  /** Shown beside its menu entry, such as a count. */
  badge?: ComponentType;
}

type Rest = Partial<Omit<Route, 'name' | 'group' | 'label' | 'description' | 'icon'>> & Pick<Route, 'roles'>;

/** Routes without a path use `/` and their name. */
export const route = (
  name: string,
  label: string,
  description: string,
  icon: Icon,
  rest: Rest,
): Omit<Route, 'group'> => ({
  name,
  path: `/${name}`,
  label,
  description,
  icon,
  ...rest,
});

export const inGroup = (group: Group, routes: readonly Omit<Route, 'group'>[]): Route[] =>
  routes.map((declared) => ({ ...declared, group }));

function holds(session: Session, role: Role): boolean {
  const { flags, acting, agency } = session;
  const platform = !acting;
  switch (role) {
    case 'all':
      return true;
    case 'agent':
      return flags.isAgent;
    // Platform staff work in the chosen agency.
    case 'staff':
      return flags.isStaff || (platform && flags.isSupport && agency !== null);
    case 'customer':
      return flags.isCustomer;
    case 'support':
      return platform && flags.isSupport;
    case 'admin':
      return platform && flags.isAdmin;
    case 'superAdmin':
      return platform && flags.superAdmin;
  }
}

/** The first right of a route with words for one's own records is the agency's. */
export const wordsOf = (
  { label, description, own, rights = [] }: Route,
  session: Session | null,
): Pick<Route, 'label' | 'description'> =>
  own && session?.profile && !session.can(rights.slice(0, 1)) ? own : { label, description };

/** Why this session may not open the route; null: it may. */
export function refusedRoute(asked: Route, session: Session, tenant: Tenant): string | null {
  if (asked.module && !tenant.modules[asked.module]) return messages.notYours;
  if (!asked.roles.some((role) => holds(session, role))) return messages.notYours;
  if (!asked.withoutSubscription && !session.subscriptionValid)
    return "L'abonnement de votre agence n'est plus valide.";
  if (asked.when && !asked.when(session, tenant)) return messages.notYours;
  const [first] = asked.rights ?? [];
  return first && !session.can(asked.rights ?? []) ? missingRight(first) : null;
}

/** The add button needs an add action of the route, its rights and the create right (B-007, B-008). */
export const mayAdd = (asked: Route, session: Session): boolean =>
  asked.add !== undefined &&
  meets(session.asker, asked.add) &&
  (asked.rights === undefined || session.can(asked.rights));
