// The forgotten password: a one-time link by mail, then a new password.
import { Problem } from '#core/kernel/problem.ts';
import { forgotPassword, readResetLink, resetPassword } from '#core/session/session.ts';
import type { Db } from '#server/db/database.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { forgetAttempts } from './attempts.ts';
import { permitPassword, wantedOf } from './chosen-password.ts';
import { brandOf, ofAccount, passwordMail, securityMail } from './mails.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';
import { asAuthor } from './sign-in.ts';
import { hashOf, oneTimeToken } from './tokens.ts';

const minute = 60 * 1_000;
const linkLife = 24 * 60 * minute;

/** Invalidates the links of earlier mails. A new address asked for under the old password is not asked for any more. */
export const spendLinks = (
  db: Db,
  userId: string,
  now: Date,
  purposes: readonly ('password' | 'email')[] = ['password', 'email'],
): Promise<unknown> =>
  db.query({
    text: 'update user_tokens set used_at = $3 where user_id = $1 and purpose = any ($2::text[]) and used_at is null',
    values: [userId, purposes, now],
  });

export const linkExpired = (): Problem => new Problem('missing', "Ce lien n'est plus valable.");

async function sendLink(call: Call, email: string): Promise<void> {
  const { database, tenants, mailer } = call.services;
  const token = oneTimeToken();
  await database.platformTransaction(async (db) => {
    // Lock the row, so that two concurrent requests send one mail.
    const [account] = await db.query<{ id: string; firstname: string; name: string }>({
      text: `select id, firstname, firstname || ' ' || lastname as name from users where email = $1 for update`,
      values: [email],
    });
    if (!account) return;
    const recent = await db.query({
      text: `select from user_tokens where user_id = $1 and purpose = 'password' and created_at > $2`,
      values: [account.id, new Date(call.now.getTime() - minute)],
    });
    if (recent.length > 0) return;
    await db.query({
      text: `insert into user_tokens (hash, purpose, user_id, created_at, expires_at) values ($1, 'password', $2, $3, $4)`,
      values: [hashOf(token), account.id, call.now, new Date(call.now.getTime() + linkLife)],
    });
    // The caller is not authenticated, so the audit line has no author.
    await writePlatformAudit(db, call, { entity: 'user', id: account.id, action: 'forgotPassword' });
    await mailer.send(
      passwordMail(
        brandOf(call).tenant.name,
        email,
        account.firstname,
        `${tenants.urlOf(brandOf(call))}/#/mot-de-passe/${token}`,
      ),
      ofAccount(call, db, 'forgotPassword'),
    );
  });
}

export const forgottenPasswordHandlers: Handler[] = [
  handle(forgotPassword, async (call) => {
    // Do not wait: the response time must not reveal whether the account exists.
    setImmediate(() => {
      sendLink(call, call.input.email).catch((error: unknown) => call.services.log.failed('forgotten password', error));
    });
    return { message: 'Si un compte existe pour cette adresse, un e-mail vient de lui être envoyé.' };
  }),

  handle(readResetLink, async ({ db, params, now, services }) => {
    const [link] = await db.query<{ user_id: string }>({
      text: `select user_id from user_tokens where hash = $1 and purpose = 'password' and used_at is null and expires_at > $2`,
      values: [hashOf(params.token), now],
    });
    if (!link) throw linkExpired();
    const { length } = await wantedOf(db, services.environment, { user: link.user_id });
    return { passwordLength: length };
  }),

  handle(resetPassword, async (call) => {
    const { db, now, services } = call;
    const [account] = await db.query<{ id: string; email: string; name: string }>({
      text: `select u.id, u.email, u.firstname || ' ' || u.lastname as name
        from user_tokens t join users u on u.id = t.user_id
        where t.hash = $1 and t.purpose = 'password' and t.used_at is null and t.expires_at > $2 for update of t`,
      values: [hashOf(call.params.token), now],
    });
    if (!account) throw linkExpired();
    const wanted = await wantedOf(db, services.environment, { user: account.id });
    permitPassword(call.input.password, wanted, [brandOf(call).tenant.name, account.name, account.email]);
    const hashed = await hashPassword(call.input.password);
    await db.query({
      text: 'update users set password_hash = $2, version = version + 1 where id = $1',
      values: [account.id, hashed],
    });
    await spendLinks(db, account.id, now);
    await endSessions(db, account.id, now);
    await forgetAttempts(db, services.environment.secret, account.email);
    await writePlatformAudit(db, asAuthor(call, account), { entity: 'user', id: account.id, action: 'resetPassword' });
    await services.mailer.send(
      securityMail(brandOf(call).tenant.name, account.email, 'passwordReset'),
      ofAccount(call, db, 'resetPassword'),
    );
    return { message: 'Votre mot de passe a été modifié.' };
  }),
];
