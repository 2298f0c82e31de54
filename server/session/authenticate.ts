// Identifies the caller: the token, then the session and its rights, read in one query and cached until a change.
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { type Profile, platformRole, roleFlags } from '#core/roles.ts';
import { Bounded } from '#server/kernel/bounded.ts';
import type { Caller, Services } from '#server/kernel/call.ts';
import { type ProfileRow, profileOf } from './profile.ts';
import { sessionEnd } from './sessions.ts';
import { createAccessReader } from './tokens.ts';

export interface Authenticator {
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** The caller of a session; null once it has ended. */
  callerOf(sessionId: string): Promise<Caller | null>;
  /** Clears the cache of sessions. */
  clear(): void;
}

/** Longest time in the cache, in case the listening connection died unnoticed. */
const longest = 30_000;

interface Found {
  caller: Caller;
  /** The profile the session acts for, compared with the token's claim. */
  as: string | null;
  expires: number;
}

interface Row {
  user_id: string;
  expires_at: Date;
  acting_as: string | null;
  firstname: string;
  lastname: string;
  admin: boolean;
  is_support: boolean;
  super_admin: boolean;
  second_factor: boolean;
  /** The agencies of the person that asked for a second factor before this session was opened, and of whom. */
  factor_wanted: Record<string, 'STAFF' | 'EVERYONE' | null> | null;
  profiles: ProfileRow[];
  acting: ProfileRow | null;
}

const statement = `
  select s.user_id, ${sessionEnd} as expires_at, s.acting_as, u.firstname, u.lastname, u.admin, u.is_support, u.super_admin,
    exists (select from user_second_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor,
    (select json_object_agg(g.id, case
        when g.second_factor = 'EVERYONE' and s.created_at >= coalesce(g.second_factor_everyone_since, '-infinity') then 'EVERYONE'
        when s.created_at >= coalesce(g.second_factor_staff_since, '-infinity') then 'STAFF' end) from agencies g where g.second_factor <> 'NOBODY'
      and g.id in (select p.agency_id from user_companies p where p.user_id = u.id and p.status = 100)) as factor_wanted,
    (select coalesce(json_agg(p order by p.agency_id, p.id), '[]') from user_companies p where p.user_id = u.id and p.status = 100) as profiles,
    (select to_json(p) from user_companies p where p.agency_id = s.acting_agency_id and p.id = s.acting_as and p.status = 100) as acting
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.ended_at is null`;

export async function createAuthenticator(
  services: Pick<Services, 'environment' | 'database'>,
  /** Called with the id that changed: a user, a session, a profile, or 'all'. */
  changed: (who: string) => void = () => undefined,
): Promise<Authenticator> {
  const { database, environment } = services;
  const read = createAccessReader(environment.secret);
  const sessions = new Bounded<Found>(10_000);
  let listening = false;
  // A session read while a notification arrives may be stale: do not cache it.
  let changes = 0;

  const clear = (): void => {
    changes += 1;
    sessions.clear();
  };
  const listener = await database.listen({
    channel: 'session',
    onNotification: (payload) => {
      changed(payload);
      if (payload === 'all') return clear();
      changes += 1;
      sessions.deleteWhere(
        ({ caller, as }) => caller.userId === payload || caller.sessionId === payload || as === payload,
      );
    },
    listening: (on) => {
      listening = on;
      clear();
    },
  });

  /** Receive pending notifications first: a disconnect takes effect from the next call on. */
  const cached = async (sessionId: string): Promise<Found | undefined> => {
    if (!listening) return undefined;
    return listener.settled().then(
      () => sessions.get(sessionId, Date.now()),
      () => undefined,
    );
  };

  const find = async (sessionId: string): Promise<Found | null> => {
    const before = changes;
    const { rows } = await database.platform.query<Row>({ name: 'caller', text: statement, values: [sessionId] });
    const found = rows[0] ? foundOf(sessionId, rows[0], environment.staffSecondFactor) : null;
    if (found && listening && changes === before)
      sessions.set(sessionId, found, Math.min(Date.now() + longest, found.expires));
    return found;
  };

  const living = async (sessionId: string): Promise<Found | null> => {
    const found = (await cached(sessionId)) ?? (await find(sessionId));
    return found && found.expires > Date.now() ? found : null;
  };

  return {
    clear,
    callerOf: async (sessionId) => (await living(sessionId))?.caller ?? null,
    authenticate: async (authorization) => {
      const claims = await read(authorization);
      const found = await living(claims.sid);
      if (found?.caller.userId !== claims.sub) {
        throw new Problem('unauthenticated', wireMessages.invalidToken);
      }
      // Another tab started or stopped acting for a profile: a renewed token contains that.
      if (found.as !== claims.as) throw new Problem('unauthenticated', wireMessages.expiredToken);
      return found.caller;
    },
  };
}

function foundOf(sessionId: string, row: Row, staffSecondFactor: boolean): Found | null {
  const platform = platformRole({ superAdmin: row.super_admin, admin: row.admin, isSupport: row.is_support });
  if (!platform && row.profiles.length === 0) return null;
  // The profile was removed: end the session, so that staff do not silently act under their own rights.
  if (row.acting_as && (!platform || !row.acting)) return null;
  const profiles = row.profiles.map(profileOf);
  const isWanted = (profile: Profile): boolean => {
    const of = row.factor_wanted?.[profile.agencyId];
    return profile.kind === 'AGENCY' && (of === 'EVERYONE' || (of === 'STAFF' && roleFlags(profile).isStaff));
  };
  return {
    caller: {
      userId: row.user_id,
      sessionId,
      name: `${row.firstname} ${row.lastname}`,
      platform,
      profiles,
      mustEnrol: !row.second_factor && ((platform !== null && staffSecondFactor) || profiles.some(isWanted)),
      acting: row.acting && { ...profileOf(row.acting), name: row.acting.fullname },
    },
    as: row.acting_as,
    expires: row.expires_at.getTime(),
  };
}
