// Sign in, renew tokens, sign out.
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { signIn, signOut } from '#core/session/session.ts';
import { refreshToken } from '#core/session/tokens.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { forgetAttempts } from './attempts.ts';
import { confirmedPassword, provenAccount } from './proof.ts';
import { endSessions, openSession, renewSession } from './sessions.ts';

/** On a public call, makes the authenticated account the author. */
export const asAuthor = (call: Call, account: { id: string; name: string }): Call => ({
  ...call,
  caller: {
    userId: account.id,
    sessionId: '',
    name: account.name,
    platform: null,
    profiles: [],
    acting: null,
    mustEnrol: false,
  },
});

export const signInHandlers: Handler[] = [
  handle(signIn, async (call) => {
    const { input, now } = call;
    const { environment, database } = call.services;
    if (input.email === '' || input.password === '') throw new Problem('invalid', wireMessages.missingParameters);
    const account = await provenAccount(call, input, { licence: true });
    if (!account) throw new Problem('unauthenticated', wireMessages.invalidCredentials);
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
    if (input.everywhere) await confirmedPassword(call, { password: input.password ?? '', code: input.code });
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
