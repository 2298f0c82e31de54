// Change one's password (by typing the old one) and e-mail address (by a mail to the new one).
import { Problem } from '#core/kernel/problem.ts';
import { cancelEmail, changePassword, confirmEmail, requestEmail } from '#core/session/account.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { forgetAttempts } from './attempts.ts';
import { permitPassword, wantedOf } from './chosen-password.ts';
import { linkExpired, spendLinks } from './forgotten-password.ts';
import { brandOf, emailMail, emailTakenMail, ofAccount, securityMail } from './mails.ts';
import { hashPassword } from './password.ts';
import { confirmedPassword } from './proof.ts';
import { endOtherSessions } from './sessions.ts';
import { asAuthor } from './sign-in.ts';
import { hashOf, oneTimeToken } from './tokens.ts';

const minute = 60 * 1_000;
const linkLife = 24 * 60 * minute;

async function keepRequest(call: Call, userId: string, email: string, token: string): Promise<void> {
  await call.services.database.platformTransaction(async (db) => {
    // Lock the row, so that the second of two concurrent requests finds the first.
    await db.query({ text: 'select from users where id = $1 for update', values: [userId] });
    const recent = await db.query({
      text: `select from user_tokens where user_id = $1 and purpose = 'email' and created_at > $2`,
      values: [userId, new Date(call.now.getTime() - minute)],
    });
    if (recent.length > 0) {
      throw new Problem('tooMany', 'Un e-mail vient d’être envoyé. Attendez une minute avant d’en demander un autre.', {
        retryAfter: minute / 1_000,
      });
    }
    await spendLinks(db, userId, call.now, ['email']);
    await db.query({
      text: `insert into user_tokens (hash, purpose, user_id, email, created_at, expires_at) values ($1, 'email', $2, $3, $4, $5)`,
      values: [hashOf(token), userId, email, call.now, new Date(call.now.getTime() + linkLife)],
    });
    await writePlatformAudit(db, call, {
      entity: 'user',
      id: userId,
      action: 'requestEmail',
      changes: { email: { before: null, after: email } },
    });
    const [asker] = await db.query<{ firstname: string; taken: boolean }>({
      text: 'select firstname, exists (select from users o where o.email = $2) as taken from users where id = $1',
      values: [userId, email],
    });
    const { tenants, mailer } = call.services;
    const brand = brandOf(call);
    const url = `${tenants.urlOf(brand)}/#/adresse-mail/${token}`;
    // Same answer in both cases: the caller must not learn whether the address has an account.
    await mailer.send(
      asker?.taken
        ? emailTakenMail(brand.tenant.name, email)
        : emailMail(brand.tenant.name, email, asker?.firstname ?? '', url),
      ofAccount(call, db, 'requestEmail'),
    );
  });
}

export const credentialHandlers: Handler[] = [
  handle(changePassword, async (call) => {
    const { environment, database, mailer } = call.services;
    const { sessionId } = call.caller as Caller;
    const { id, email, name } = await confirmedPassword(
      call,
      { password: call.input.current, code: call.input.code },
      { path: 'current' },
    );
    await database.platformTransaction(async (db) => {
      const wanted = await wantedOf(db, environment, { user: id });
      permitPassword(call.input.password, wanted, [brandOf(call).tenant.name, name, email]);
      await db.query({
        text: 'update users set password_hash = $2, version = version + 1 where id = $1',
        values: [id, await hashPassword(call.input.password)],
      });
      await spendLinks(db, id, call.now);
      await endOtherSessions(db, id, sessionId, call.now);
      await forgetAttempts(db, environment.secret, email);
      await writePlatformAudit(db, call, { entity: 'user', id, action: 'changePassword' });
      await mailer.send(
        securityMail(brandOf(call).tenant.name, email, 'passwordChanged'),
        ofAccount(call, db, 'changePassword'),
      );
    });
  }),

  handle(requestEmail, async (call) => {
    const { email } = call.input;
    const account = await confirmedPassword(call, call.input);
    if (email === account.email) {
      const message = 'C’est déjà votre adresse.';
      throw new Problem('invalid', message, { violations: [{ path: 'email', message }] });
    }
    const token = oneTimeToken();
    await keepRequest(call, account.id, email, token);
    return { message: `Un e-mail de confirmation vient d’être envoyé à ${email}.` };
  }),

  handle(cancelEmail, async (call) => {
    const { userId } = call.caller as Caller;
    await call.services.database.platformTransaction(async (db) => {
      await spendLinks(db, userId, call.now, ['email']);
      await writePlatformAudit(db, call, { entity: 'user', id: userId, action: 'cancelEmail' });
    });
  }),

  handle(confirmEmail, async (call) => {
    const { db, now, services } = call;
    const [wanted] = await db.query<{ id: string; name: string; before: string; after: string; taken: boolean }>({
      text: `select u.id, u.firstname || ' ' || u.lastname as name, u.email as before, t.email as after,
          exists (select from users o where o.email = t.email) as taken
        from user_tokens t join users u on u.id = t.user_id
        where t.hash = $1 and t.purpose = 'email' and t.used_at is null and t.expires_at > $2 for update of t`,
      values: [hashOf(call.params.token), now],
    });
    if (!wanted) throw linkExpired();
    const { id, before, after } = wanted;
    if (wanted.taken) throw new Problem('conflict', 'Un compte utilise déjà cette adresse.');
    await db.query({ text: 'update users set email = $2, version = version + 1 where id = $1', values: [id, after] });
    // The old mailbox may contain a link to reset the password.
    await spendLinks(db, id, now);
    await forgetAttempts(db, services.environment.secret, before);
    await writePlatformAudit(db, asAuthor(call, wanted), {
      entity: 'user',
      id,
      action: 'changeEmail',
      changes: { email: { before, after } },
    });
    await services.mailer.send(
      securityMail(brandOf(call).tenant.name, before, 'emailChanged'),
      ofAccount(call, db, 'changeEmail'),
    );
    return {
      email: after,
      message: `Votre adresse est maintenant ${after}. C’est elle qui vous permet de vous connecter.`,
    };
  }),
];
