// Open, renew and end sessions.
import type { Tokens } from '#core/session/tokens.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { hashOf, issueAccess, readRefreshToken, refreshTokenOf } from './tokens.ts';

const day = 24 * 60 * 60 * 1_000;
const refreshLife = 30 * day;
/** How long the previous token still works, in case the reply was lost. */
const grace = 60 * 1_000;

const laterBy = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);

/** However often it is renewed, a session ends: after three months, or after a day on no registered device. `s` is its row. */
export const sessionEnd = `least(s.expires_at, s.created_at
  + case when s.device_id is null then interval '1 day' else interval '90 days' end)`;

/** Whether the account may be used at all: an active profile, or platform staff. `u` is the users row. */
export const isLicensed = `(u.super_admin or u.admin or u.is_support
  or exists (select from user_companies p where p.user_id = u.id and p.status = 100))`;

export interface SessionRow {
  id: string;
  user_id: string;
  generation: number;
  rotated_at: Date;
  acting_as: string | null;
}

/** Dated by the rotation, so that the same generation always gets the same two tokens. */
export async function tokensOf(secret: string, session: SessionRow): Promise<Tokens> {
  const claims = { sub: session.user_id, sid: session.id, as: session.acting_as };
  return {
    token: await issueAccess(secret, claims, session.rotated_at),
    refresh_token: refreshTokenOf(secret, session.id, session.generation),
  };
}

export async function openSession(
  db: Db,
  secret: string,
  userId: string,
  now: Date,
): Promise<{ id: string; tokens: Tokens }> {
  const session: SessionRow = {
    id: uuidv7(now.getTime()),
    user_id: userId,
    generation: 1,
    rotated_at: now,
    acting_as: null,
  };
  const tokens = await tokensOf(secret, session);
  await db.query({
    text: `delete from sessions where user_id = $1 and least(ended_at, expires_at) < $2`,
    values: [userId, laterBy(now, -refreshLife)],
  });
  await db.query({
    text: `insert into sessions (id, user_id, generation, refresh_hash, rotated_at, created_at, expires_at)
      values ($1, $2, 1, $3, $4, $4, $5)`,
    values: [session.id, userId, hashOf(tokens.refresh_token), now, laterBy(now, refreshLife)],
  });
  for (const table of ['agents', 'contacts']) {
    await db.query({
      text: `update ${table} set last_login = $2 where user_id = $1 and status = 100`,
      values: [userId, now],
    });
  }
  await noteUse(db, userId, now);
  return { id: session.id, tokens };
}

/** AB-002: the agencies of his profiles are in use. Never waits for somebody who changes one of them. */
const noteUse = (db: Db, userId: string, now: Date): Promise<unknown> =>
  db.query({
    name: 'note-use',
    text: `update agencies set last_use_at = $2 where id in (select g.id from agencies g
      where g.id in (select p.agency_id from user_companies p where p.user_id = $1 and p.status = 100)
        and coalesce(g.last_use_at < $2::timestamptz - interval '1 hour', true) for no key update skip locked)`,
    values: [userId, now],
  });

export type Renewal = { tokens: Tokens } | 'refused' | { reusedBy: string };

/** Commit the transaction even on a refusal: a reused token ends the session. */
export async function renewSession(db: Db, secret: string, token: string, now: Date): Promise<Renewal> {
  const read = readRefreshToken(secret, token);
  if (!read) return 'refused';
  const [session] = await db.query<SessionRow & { refresh_hash: string; alive: boolean }>({
    text: `select s.id, s.user_id, s.generation, s.refresh_hash, s.rotated_at, s.acting_as,
        s.ended_at is null and ${sessionEnd} > $2 and ${isLicensed} as alive
      from sessions s join users u on u.id = s.user_id where s.id = $1 for update of s`,
    values: [read.sessionId, now],
  });
  if (!session?.alive) return 'refused';
  if (hashOf(token) === session.refresh_hash) {
    const next = { ...session, generation: session.generation + 1, rotated_at: now };
    const tokens = await tokensOf(secret, next);
    await db.query({
      text: 'update sessions set generation = $2, refresh_hash = $3, rotated_at = $4, expires_at = $5 where id = $1',
      values: [session.id, next.generation, hashOf(tokens.refresh_token), now, laterBy(now, refreshLife)],
    });
    await noteUse(db, session.user_id, now);
    return { tokens };
  }
  // The current token was never used: its reply may have been lost.
  const isPrevious = read.generation === session.generation - 1;
  if (isPrevious && now.getTime() - session.rotated_at.getTime() <= grace)
    return { tokens: await tokensOf(secret, session) };
  await db.query({ text: 'update sessions set ended_at = $2 where id = $1', values: [session.id, now] });
  return { reusedBy: session.user_id };
}

/** Every session and every device of an account. */
export async function endSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db.query({
    text: 'update sessions set ended_at = $2 where user_id = $1 and ended_at is null',
    values: [userId, now],
  });
  await db.query({ text: 'delete from user_devices where user_id = $1', values: [userId] });
}

/** Keeps the caller's session and its device. */
export async function endOtherSessions(db: Db, userId: string, sessionId: string, now: Date): Promise<void> {
  await db.query({
    text: 'update sessions set ended_at = $3 where user_id = $1 and id <> $2 and ended_at is null',
    values: [userId, sessionId, now],
  });
  await db.query({
    text: `delete from user_devices where user_id = $1
      and id is distinct from (select device_id from sessions where id = $2)`,
    values: [userId, sessionId],
  });
}
