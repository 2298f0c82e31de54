// The one-time link of a first start without demo data, and the account it creates (wire.md, "First start").
import { createFirstAdmin } from '#core/session/session.ts';
import type { Database } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { permitPassword } from './chosen-password.ts';
import { linkExpired } from './forgotten-password.ts';
import { brandOf } from './mails.ts';
import { hashPassword } from './password.ts';
import { openSession } from './sessions.ts';
import { asAuthor } from './sign-in.ts';
import { hashOf, oneTimeToken } from './tokens.ts';

const linkLife = '7 days';

/** Null once a user exists; each start replaces the earlier link. */
export function firstAdminLink(database: Database, environment: Environment): Promise<string | null> {
  return database.platformTransaction(async (db) => {
    const users = await db.query({ text: 'select from users limit 1' });
    if (users.length > 0) return null;
    const token = oneTimeToken();
    await db.query({ text: `delete from user_tokens where purpose = 'firstAdmin'` });
    await db.query({
      text: `insert into user_tokens (hash, purpose, expires_at) values ($1, 'firstAdmin', now() + $2::interval)`,
      values: [hashOf(token), linkLife],
    });
    return `${environment.publicUrl}/#/premier-compte/${token}`;
  });
}

export const firstAdminHandlers: Handler[] = [
  handle(createFirstAdmin, async (call) => {
    const { db, input, now } = call;
    const [link] = await db.query({
      text: `select hash from user_tokens where hash = $1 and purpose = 'firstAdmin' and used_at is null and expires_at > $2
        and not exists (select from users) for update`,
      values: [hashOf(call.params.token), now],
    });
    if (!link) throw linkExpired();
    const wanted = { length: call.services.environment.passwordLength, names: [] };
    permitPassword(input.password, wanted, [brandOf(call).tenant.name, input.firstname, input.lastname, input.email]);
    await db.query({ text: 'update user_tokens set used_at = $2 where hash = $1', values: [link.hash, now] });
    const account = { id: uuidv7(now.getTime()), name: `${input.firstname} ${input.lastname}` };
    await db.query({
      text: `insert into users (id, email, password_hash, firstname, lastname, super_admin, created_at)
        values ($1, $2, $3, $4, $5, true, $6)`,
      values: [account.id, input.email, await hashPassword(input.password), input.firstname, input.lastname, now],
    });
    await writePlatformAudit(db, asAuthor(call, account), { entity: 'user', id: account.id, action: 'create' });
    return (await openSession(db, call.services.environment.secret, account.id, now)).tokens;
  }),
];
