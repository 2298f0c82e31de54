// Signing in, renewing the tokens, signing out.
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { refreshToken, signIn, signOut } from '#core/session/session.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { beginAttempt, failAttempt, forgetAttempts } from './attempts.ts';
import { verifyPassword } from './password.ts';
import { endSessions, isLicensed, openSession, renewSession } from './sessions.ts';

export interface Account {
  id: string;
  name: string;
  password_hash: string | null;
  licensed: boolean;
}

/** On a public call the account that proved itself is the author of what follows. */
export const asAuthor = (call: Call, account: { id: string; name: string }): Call => ({
  ...call,
  caller: { userId: account.id, sessionId: '', name: account.name, platform: null, profiles: [], acting: null },
});

/**
 * The account whose password this is, or null; throws when it was tried too often. It commits what it counts, so it
 * must not run inside a transaction of the caller's.
 */
export async function provenAccount(call: Call, email: string, password: string): Promise<Account | null> {
  const { environment, database } = call.services;
  const attempt = { secret: environment.secret, email, ip: call.source.ip, now: call.now };
  await beginAttempt(database, attempt);
  const { rows } = await database.platform.query<Account>(
    `select u.id, u.firstname || ' ' || u.lastname as name, u.password_hash, ${isLicensed} as licensed from users u where u.email = $1`,
    [email],
  );
  const account = rows[0] ?? null;
  if (await verifyPassword(account?.password_hash ?? null, password)) return account;
  await failAttempt(database, attempt);
  return null;
}

export const signInHandlers: Handler[] = [
  handle(signIn, async (call) => {
    const { input, now } = call;
    const { environment, database } = call.services;
    if (input.email === '' || input.password === '') throw new Problem('invalid', wireMessages.missingParameters);
    const account = await provenAccount(call, input.email, input.password);
    if (!account?.licensed) throw new Problem('unauthenticated', wireMessages.invalidCredentials);
    return database.platformTransaction(async (db) => {
      await forgetAttempts(db, environment.secret, input.email);
      const { id, tokens } = await openSession(db, environment.secret, account.id, now);
      await writePlatformAudit(db, asAuthor(call, account), { entity: 'session', id, action: 'signIn' });
      return tokens;
    });
  }),

  handle(refreshToken, async (call) => {
    const { input, now } = call;
    const { environment, database } = call.services;
    const renewal = await database.platformTransaction(async (db) => {
      const made = await renewSession(db, environment.secret, input.refresh_token, now);
      if (made !== 'refused' && 'reusedBy' in made) {
        await writePlatformAudit(db, call, { entity: 'user', id: made.reusedBy, action: 'refreshTokenReused' });
      }
      return made;
    });
    if (renewal === 'refused' || 'reusedBy' in renewal) throw new Problem('unauthenticated', wireMessages.invalidToken);
    return renewal.tokens;
  }),

  handle(signOut, async (call) => {
    const { db, input, now } = call;
    const { userId, sessionId } = call.caller as Caller;
    if (input.everywhere) await endSessions(db, userId, now);
    else
      await db.query({
        text: 'update sessions set ended_at = $2 where id = $1 and ended_at is null',
        values: [sessionId, now],
      });
    await writePlatformAudit(db, call, {
      entity: 'session',
      id: sessionId,
      action: input.everywhere ? 'signOutEverywhere' : 'signOut',
    });
  }),
];
