// The signed-in user with profile and agency: derived from the user, watched by every screen.
import type { Access, Endpoint, Mount } from '#core/kernel/endpoint.ts';
import type { Needs, Scope } from '#core/kernel/entity.ts';
import { isRight, type Right } from '#core/rights.ts';
import {
  type Asker,
  type ContractRoles,
  can,
  isAtLeast,
  meets,
  needsOf,
  platformRole,
  type RoleFlags,
} from '#core/roles.ts';
import type { AgencyFacts, User, UserCompany } from '#core/session/session.ts';
import { store } from './store.ts';

export interface Session {
  user: User;
  /** The profile chosen, or the one for which platform staff act. */
  profile: UserCompany | null;
  agency: { id: string; name: string } | null;
  /** Of that agency; null: none is chosen. */
  facts: AgencyFacts | null;
  scope: Scope;
  asker: Asker;
  flags: RoleFlags & ContractRoles & { isAdmin: boolean; isSupport: boolean; superAdmin: boolean };
  can(rights: readonly Right[]): boolean;
  subscriptionValid: boolean;
  /** Platform staff act for a profile: its menus and rights apply, not their own. */
  acting: boolean;
}

export interface Choice {
  /** Which of the user's companies. */
  profileId: string | null;
  /** The agency that platform staff have chosen. Without its facts: stored by an earlier version. */
  agency: ({ id: string; name: string } & Partial<AgencyFacts>) | null;
}

const noRole: RoleFlags = {
  isAgencyOwner: false,
  isCustomer: false,
  isAgent: false,
  isStaff: false,
  isStaffNonAgent: false,
};

const agencyOf = ({ company }: UserCompany): { id: string; name: string } | null =>
  company.type === 'CUSTOMER' ? company.agency : { id: company.id, name: company.name };

const factsOf = (agency: Choice['agency']): AgencyFacts | null =>
  agency?.timeZone === undefined ? null : (agency as AgencyFacts);

/** One way to keep stock or the other; by default the simple one (1 §2). */
export const simplifiedStock = ({ facts }: Pick<Session, 'facts'>): boolean => facts?.simplifiedStock ?? true;

export function sessionOf(user: User, choice: Choice): Session {
  const role = platformRole(user);
  const profile = role
    ? user.acting
    : (user.userCompanies.find(({ id }) => id === choice.profileId) ?? user.userCompanies[0] ?? null);
  const rights = new Set(
    Object.entries(profile?.rights ?? {}).flatMap(([key, held]) => (held && isRight(key) ? [key] : [])),
  );
  const asker: Asker = {
    platform: role,
    profile: profile && { rights, isOwner: profile.isOwner, kind: profile.company.type },
  };
  const { isAgencyOwner, isCustomer, isAgent, isStaff, isStaffNonAgent } = profile ?? noRole;
  return {
    user,
    profile,
    agency: profile ? agencyOf(profile) : choice.agency,
    facts: profile?.company ?? factsOf(choice.agency),
    scope: isCustomer ? 'customer' : isAgent && !isStaff ? 'agent' : 'agency',
    asker,
    flags: {
      isAgencyOwner,
      isCustomer,
      isAgent,
      isStaff,
      isStaffNonAgent,
      isAdmin: isAtLeast(role, 'admin'),
      isSupport: isAtLeast(role, 'support'),
      superAdmin: user.superAdmin,
      agentAdmin: user.agentAdmin,
      customerAdmin: user.customerAdmin,
    },
    can: (wanted) => can(asker, wanted),
    // C-019, C-020
    subscriptionValid: role !== null || (profile !== null && !profile.company.errors.some(({ lock }) => lock)),
    acting: role !== null && user.acting !== null,
  };
}

export const sessionStore = store<Session | null>(null);

/** The server refused a call because the agency was locked meanwhile. */
export function lockSession(message: string): void {
  const session = sessionStore.get();
  if (!session?.profile || !session.subscriptionValid) return;
  const { company } = session.profile;
  sessionStore.set({
    ...session,
    subscriptionValid: false,
    profile: { ...session.profile, company: { ...company, errors: [...company.errors, { message, lock: true }] } },
  });
}

const passes = (session: Session, access: Access | Needs | null): boolean => {
  if (access === null) return false;
  if (typeof access === 'string') {
    if (access === 'owner') return session.flags.isAgencyOwner;
    if (access === 'support' || access === 'admin' || access === 'superAdmin') {
      return isAtLeast(session.asker.platform, access);
    }
    return true;
  }
  if (Array.isArray(access)) return session.can(access);
  if ('all' in access) return access.all.every((right) => session.can([right]));
  if ('moves' in access) return Object.values(access.moves).some((right) => meets(session.asker, needsOf(right)));
  const { create, edit } = access as { create: Needs | null; edit: Needs | null };
  return passes(session, create) || passes(session, edit);
};

/** A collaborator who is not planned has the paths that his rights open: his requests, his absences. */
const hasOwnPath = (session: Session, needs: Access): boolean =>
  session.flags.isAgent ||
  (session.profile !== null && !session.flags.isCustomer && typeof needs !== 'string' && passes(session, needs));

/** The mount of a call: customers use their own paths, and whoever lacks the agency's right his own (C-047, C-048). */
export function mountFor({ mounts }: Endpoint, session: Session | null): Mount {
  // Its staff see the platform's records, in whatever agency they are; the agency's part of them is for the agency.
  if (mounts.platform && session?.asker.platform && !session.acting) return 'platform';
  if (session?.flags.isCustomer && mounts.customer) return 'customer';
  const agencyPasses = session !== null && mounts.agency !== undefined && passes(session, mounts.agency);
  if (session && mounts.agent && !agencyPasses && hasOwnPath(session, mounts.agent)) return 'agent';
  if (mounts.agency) return 'agency';
  return mounts.root ? 'root' : ((Object.keys(mounts)[0] as Mount | undefined) ?? 'root');
}

/** The ids in the prefix of a mount. */
export function prefixIds(mount: Mount, session: Session | null): Record<string, string> {
  if (mount === 'root' || mount === 'platform') return {};
  const agencyId = session?.agency?.id;
  if (!agencyId) throw new Error("Aucune agence n'est choisie.");
  if (mount === 'agency') return { agencyId };
  const { profile } = session;
  if (!profile) throw new Error("Aucun profil n'est choisi.");
  return mount === 'agent' ? { agencyId, agentId: profile.id } : { agencyId, customerId: profile.company.id };
}
