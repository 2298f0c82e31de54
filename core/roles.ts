// The caller: the profiles of a user, their roles, and what they may do.
import { rightSet } from './grants.ts';
import type { Needs } from './kernel/entity.ts';
import { isPlatformRole, type PlatformRole } from './kernel/platform.ts';
import { type Right, rightInfo } from './rights.ts';

/** 100 with licence, 200 without, 300 archived, 400 deleted (1 §4). */
export const activeStatus = 100;
/** Of every record that can be active; `willActivate: false` creates it inactive (wire.md). */
export const inactiveStatus = 200;

/** One user-company: an agent of an agency, or a contact of a customer. */
export interface Profile {
  /** agents.id or contacts.id. */
  id: string;
  kind: 'AGENCY' | 'CUSTOMER';
  agencyId: string;
  /** Set for a contact. */
  customerId: string | null;
  rights: ReadonlySet<Right>;
  isOwner: boolean;
  plannable: boolean;
  /** Why the agency is locked (C-020); null: it is not. */
  locked: string | null;
}

export type { PlatformRole } from './kernel/platform.ts';

export interface Platform {
  superAdmin: boolean;
  admin: boolean;
  isSupport: boolean;
}

const ranks: Record<PlatformRole, number> = { support: 1, admin: 2, superAdmin: 3 };

/** Admin implies support, super-admin implies admin (C-008, decision 74). */
export const platformRole = (user: Platform): PlatformRole | null =>
  user.superAdmin ? 'superAdmin' : user.admin ? 'admin' : user.isSupport ? 'support' : null;

export const isAtLeast = (role: PlatformRole | null, wanted: PlatformRole): boolean =>
  role !== null && ranks[role] >= ranks[wanted];

/** C-006: who edits the templates of agents' and of customers' contracts; the super-admin edits both. */
export interface ContractRoles {
  agentAdmin: boolean;
  customerAdmin: boolean;
}

export const contractRoles = (user: ContractRoles & { superAdmin: boolean }): ContractRoles => ({
  agentAdmin: user.superAdmin || user.agentAdmin,
  customerAdmin: user.superAdmin || user.customerAdmin,
});

export interface RoleFlags {
  isAgencyOwner: boolean;
  isCustomer: boolean;
  isAgent: boolean;
  isStaff: boolean;
  isStaffNonAgent: boolean;
}

const collaboratorRights: ReadonlySet<Right> = new Set(rightSet('collaborator'));

/** Decision 76: a profile is altered when its rights are not the Collaborator set. */
const isAltered = (rights: ReadonlySet<Right>): boolean =>
  rights.size !== collaboratorRights.size || [...rights].some((right) => !collaboratorRights.has(right));

/** wire.md: isAgent = plannable; isStaff = not a customer's, and (not plannable, or rights other than the Collaborator set). */
export function roleFlags(profile: Profile): RoleFlags {
  const isCustomer = profile.kind === 'CUSTOMER';
  const isAgent = !isCustomer && profile.plannable;
  const isStaff = !isCustomer && (profile.isOwner || !profile.plannable || isAltered(profile.rights));
  return { isAgencyOwner: profile.isOwner, isCustomer, isAgent, isStaff, isStaffNonAgent: isStaff && !isAgent };
}

/** The caller: a profile, or platform staff acting for nobody. */
export interface Asker {
  platform: PlatformRole | null;
  profile: Pick<Profile, 'rights' | 'isOwner' | 'kind'> | null;
}

/** Owner, support and admin pass; others need one of the rights (1 §6). Customers never pass by ownership. */
export function can(asker: Asker, wanted: readonly Right[]): boolean {
  return wanted.some((right) => {
    const { only } = rightInfo(right);
    if (only === 'owner') return asker.profile?.isOwner === true;
    if (only === 'platform') return isAtLeast(asker.platform, 'admin');
    if (asker.platform !== null && asker.profile === null) return true;
    if (asker.profile === null) return false;
    return asker.profile.isOwner || asker.profile.rights.has(right);
  });
}

/** Null or undefined: granted to nobody on this path. */
export function meets(asker: Asker, needs: Needs | null | undefined): boolean {
  if (needs == null) return false;
  if (isPlatformRole(needs)) return asker.profile === null && isAtLeast(asker.platform, needs);
  return needs === 'signedIn' || can(asker, needs);
}

/** What a move asks for. */
export const needsOf = (right: Right | PlatformRole): Needs => (isPlatformRole(right) ? right : [right]);

/** Only the owner and platform staff may grant a right they do not hold; nobody edits his own rights. */
export const mayGrant = (asker: Asker, right: Right): boolean => rightInfo(right).only === null && can(asker, [right]);

/** Site rights: owner and platform staff always; others by the site's settings (C-017, C-018). */
export function siteRight(
  asker: Asker,
  site: { rightsAgent: Record<string, boolean>; rightsCustomer: Record<string, boolean> },
  key: string,
): boolean {
  if (asker.profile === null) return asker.platform !== null;
  if (asker.profile.isOwner) return true;
  return (asker.profile.kind === 'CUSTOMER' ? site.rightsCustomer : site.rightsAgent)[key] === true;
}
