// Checks that the caller may use the path's prefix and make the call (wire.md, "Order of refusals").
import type { Access, Mount } from '#core/kernel/endpoint.ts';
import type { Needs } from '#core/kernel/entity.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { partOf } from '#core/rights/parts.ts';
import { missingRight } from '#core/rights.ts';
import { type Asker, can, isAtLeast, meets, needsOf, type Profile } from '#core/roles.ts';
import { accountMessages } from '#core/session/account.ts';
import { type Context, nobody } from '#server/db/context.ts';
import type { Caller } from './call.ts';
import { isUuid } from './uuid.ts';

export interface Scoped {
  profile: Profile | null;
  asker: Asker;
  context: Context;
}

export type PathParams = Record<string, string | undefined>;

const foreign = (): Problem => new Problem('forbidden', messages.notYours);

export function callerIn(
  caller: Caller,
  mount: Mount,
  params: PathParams,
  { agencyRows = false }: { agencyRows?: boolean } = {},
): Scoped {
  if (mount === 'root')
    return {
      profile: null,
      asker: { platform: caller.platform, profile: null },
      context: { ...nobody, user: caller.userId },
    };
  if (mount === 'platform') {
    if (!caller.platform || caller.acting) throw foreign();
    return {
      profile: null,
      asker: { platform: caller.platform, profile: null },
      context: { ...nobody, agency: platformAgencyId, user: caller.userId },
    };
  }
  const [agencyId, agentId, customerId] = [params.agencyId, params.agentId, params.customerId].map((id) =>
    id?.toLowerCase(),
  );
  const platform = caller.acting ? null : caller.platform;
  // Staff acting for a profile have that profile only. Otherwise they pass every check of an agency (C-015), as the screens
  // expect; a profile of their own in it does not limit them.
  const profiles = caller.acting ? [caller.acting] : platform && mount === 'agency' ? [] : caller.profiles;
  const profile = profiles.find(
    (one) =>
      one.agencyId === agencyId &&
      (mount === 'customer'
        ? one.kind === 'CUSTOMER' && one.customerId === customerId
        : one.kind === 'AGENCY' && (mount === 'agency' || one.id === agentId)),
  );
  // The platform's records have their own path, with roles instead of rights.
  if (!profile && !(mount === 'agency' && platform && isUuid(agencyId) && agencyId !== platformAgencyId))
    throw foreign();
  const asker: Asker = { platform, profile: profile ?? null };
  return {
    profile: profile ?? null,
    asker,
    context: {
      agency: agencyId as string,
      agent: mount === 'agent' && !agencyRows ? (profile as Profile).id : null,
      customer: profile?.customerId ?? null,
      user: caller.userId,
      part: partOf((right) => can(asker, [right]), profile?.kind === 'CUSTOMER'),
    },
  };
}

/** What the agency alone says or buys: the platform's staff never does, acting for somebody or not. */
export function refusePlatform({ caller }: { caller: Pick<Caller, 'platform'> | null }): void {
  if (caller?.platform) throw foreign();
}

/** Until the second factor that is asked of him is set up, only his own account is open. */
export function refuseUnenrolled({ mustEnrol }: Pick<Caller, 'mustEnrol'>): void {
  if (mustEnrol) throw new Problem('forbidden', accountMessages.enrolFirst, { mustEnrol: true });
}

/** Refuses a caller who lacks all of it. */
export const needOne = (asker: Asker, needs: Needs | null): void => {
  if (meets(asker, needs)) return;
  const [first] = typeof needs === 'string' ? [] : (needs ?? []);
  if (!first) throw foreign();
  throw new Problem('forbidden', missingRight(first), { right: first });
};

/** The checks that do not need the body. */
export function permit(access: Access, scoped: Scoped, params: PathParams): void {
  if (access === 'public' || access === 'signedIn') return;
  if (access === 'owner') {
    if (!scoped.profile?.isOwner) throw foreign();
  } else if (typeof access === 'string') {
    if (!isAtLeast(scoped.asker.platform, access)) throw foreign();
  } else if (Array.isArray(access)) needOne(scoped.asker, access as Needs);
  else if ('all' in access) for (const right of access.all) needOne(scoped.asker, [right]);
  else if ('moves' in access) {
    const named = params.type ?? '';
    const type = Object.hasOwn(access.codes, named) ? (access.codes[named] as string) : named;
    const right = Object.hasOwn(access.moves, type) ? access.moves[type] : undefined;
    // An unknown move: refuse only a caller who may make none of the moves.
    if (right) needOne(scoped.asker, needsOf(right));
    else {
      const all = Object.values(access.moves).map(needsOf);
      if (!all.some((one) => meets(scoped.asker, one))) needOne(scoped.asker, all[0] ?? null);
    }
  }
}

/** The body itself, or the draft or drafts that it has under this name. */
const draftsOf = (body: unknown, name: string | undefined): readonly unknown[] => {
  const under = name && typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
  if (Array.isArray(under)) return under.length > 0 ? under : [body];
  return [under ?? body];
};

/** The right depends on the body: with an id an edit, without one a creation. */
export function permitSave(access: Access, scoped: Scoped, body: unknown): void {
  if (typeof access !== 'object' || !('create' in access)) return;
  for (const draft of draftsOf(body, access.drafts)) {
    if (typeof draft !== 'object' || draft === null || Array.isArray(draft)) permitUnreadSave(access, scoped);
    else needOne(scoped.asker, (draft as { id?: unknown }).id == null ? access.create : access.edit);
  }
}

/** An unreadable body may be a creation or an edit: refuse only a caller who may do neither. */
export function permitUnreadSave(access: Access, scoped: Scoped): void {
  if (typeof access !== 'object' || !('create' in access)) return;
  const granted = [access.create, access.edit].filter((needs) => needs !== null);
  if (!granted.some((needs) => meets(scoped.asker, needs))) needOne(scoped.asker, granted[0] ?? null);
}
