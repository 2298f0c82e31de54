// The accounts of the platform's own staff. A change ends their sessions at once; one super-administrator always stays.
import { Problem } from '#core/kernel/problem.ts';
import {
  createSupportAccount,
  editSupportAccount,
  inviteSupportAccount,
  listSupportAccounts,
  removeSupportAccount,
  type StaffRole,
  type SupportAccount,
  supportMessages,
} from '#core/platform/support-calls.ts';
import type { Db } from '#server/db/database.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { brandOf, ofAccount, staffMail } from '#server/session/mails.ts';
import { endSessions } from '#server/session/sessions.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';

const isStaff = '(u.super_admin or u.admin or u.is_support)';
const invitationLife = 7 * 24 * 60 * 60 * 1_000;

const accountsSql = `select u.id, u.firstname, u.lastname, u.firstname || ' ' || u.lastname as fullname, u.email,
    case when u.super_admin then 'SUPER_ADMIN' when u.admin then 'ADMIN' else 'SUPPORT' end as role,
    ${utc('u.created_at')} as "createdAt", ${utc('(select max(s.rotated_at) from sessions s where s.user_id = u.id)')} as "lastUseAt",
    u.password_hash is null as "isInvited",
    exists (select from user_second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "secondFactor"
  from users u where ${isStaff}`;

const oneSql = `${accountsSql} and u.id = $1`;
const allSql = `${accountsSql} order by u.lastname collate "fr-x-icu", u.firstname collate "fr-x-icu", u.id`;

const account = async (db: Db, id: string): Promise<SupportAccount | undefined> =>
  (await db.query<SupportAccount & Record<string, unknown>>({ text: oneSql, values: [id] }))[0];

/** Locked with the other super-administrators, so that two cannot remove each other at the same time. */
async function held(db: Db, id: string): Promise<SupportAccount> {
  await db.query({
    // Not `for update`: the call's own key refers to its account, from another transaction.
    text: `select 1 from users u where ${isStaff} and (u.super_admin or u.id = $1) order by u.id for no key update`,
    values: [isUuid(id) ? id : null],
  });
  const found = isUuid(id) ? await account(db, id) : undefined;
  if (!found) throw new Problem('missing', supportMessages.missing);
  return found;
}

/** Somebody who can sign in stays. */
async function keepOne(db: Db, { id, role }: SupportAccount): Promise<void> {
  if (role !== 'SUPER_ADMIN') return;
  const others = await db.query({
    text: 'select from users where super_admin and password_hash is not null and id <> $1 limit 1',
    values: [id],
  });
  if (others.length === 0) throw new Problem('conflict', supportMessages.last);
}

const setRole = (db: Db, id: string, role: StaffRole | null): Promise<unknown> =>
  db.query({
    text: 'update users set super_admin = $2, admin = $3, is_support = $4, version = version + 1 where id = $1',
    values: [id, role === 'SUPER_ADMIN', role === 'ADMIN', role === 'SUPPORT'],
  });

/** What was opened or asked for under the former role opens nothing under the new one. */
async function forgetAccess(db: Db, id: string, now: Date): Promise<void> {
  await endSessions(db, id, now);
  // Whoever sent them, himself included: a colleague who left comes back into no agency (decision 113).
  await db.query({
    text: 'delete from invitations i using users u where u.id = $1 and lower(i.email) = lower(u.email) and i.accepted_at is null',
    values: [id],
  });
  await db.query({
    text: `update user_tokens set used_at = $2 where user_id = $1 and used_at is null`,
    values: [id, now],
  });
}

/** A new link replaces those before it. */
async function sendLink(db: Db, call: Call, { id, email, firstname }: SupportAccount): Promise<void> {
  const { tenants, mailer } = call.services;
  const token = oneTimeToken();
  await db.query({
    text: `update user_tokens set used_at = $2 where user_id = $1 and purpose = 'password' and used_at is null`,
    values: [id, call.now],
  });
  await db.query({
    text: `insert into user_tokens (hash, purpose, user_id, created_at, expires_at) values ($1, 'password', $2, $3, $4)`,
    values: [hashOf(token), id, call.now, new Date(call.now.getTime() + invitationLife)],
  });
  const brand = brandOf(call);
  const url = `${tenants.urlOf(brand)}/#/mot-de-passe/${token}`;
  await mailer.send(staffMail(brand.tenant.name, email, firstname, url), ofAccount(call, db, 'inviteSupport'));
}

const note = (db: Db, call: Call, id: string, action: string, before: unknown, after: unknown): Promise<void> =>
  writePlatformAudit(db, call, { entity: 'user', id, action, changes: { platformRole: { before, after } } });

/** The id of the account: a new one, or one that had its access taken away. */
async function accountFor(db: Db, call: Call<typeof createSupportAccount>): Promise<string> {
  const { firstname, lastname, email } = call.input;
  const id = uuidv7(call.now.getTime());
  const [made] = await db.query<{ id: string }>({
    text: `insert into users (id, email, firstname, lastname, created_at) values ($1, $2, $3, $4, $5)
      on conflict (email) do nothing returning id`,
    values: [id, email, firstname, lastname, call.now],
  });
  if (made) return made.id;
  const [known] = await db.query<{ id: string; staff: boolean; elsewhere: boolean }>({
    text: `select u.id, ${isStaff} as staff, exists (select from user_companies p where p.user_id = u.id) as elsewhere
      from users u where u.email = $1 for no key update of u`,
    values: [email],
  });
  const refused = known?.staff ? supportMessages.known : known?.elsewhere ? supportMessages.taken : null;
  if (refused) throw new Problem('conflict', refused, { violations: [{ path: 'email', message: refused }] });
  await db.query({
    text: 'update users set firstname = $2, lastname = $3, password_hash = null where id = $1',
    values: [known?.id, firstname, lastname],
  });
  await forgetAccess(db, known?.id as string, call.now);
  return known?.id as string;
}

export const supportAccountHandlers: Handler[] = [
  handle(listSupportAccounts, async ({ services }) => {
    const { rows } = await services.database.platform.query<SupportAccount>(allSql);
    return { supportAccounts: rows };
  }),

  handle(createSupportAccount, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const id = await accountFor(db, call);
      await setRole(db, id, call.input.role);
      const made = (await account(db, id)) as SupportAccount;
      await sendLink(db, call as never, made);
      await note(db, call as never, id, 'createSupport', null, call.input.role);
      return { supportAccount: made };
    }),
  ),

  handle(editSupportAccount, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const before = await held(db, call.params.id);
      const { role } = call.input;
      if (before.role === role) return { supportAccount: before };
      await keepOne(db, before);
      await setRole(db, before.id, role);
      await endSessions(db, before.id, call.now);
      await note(db, call as never, before.id, 'editSupport', before.role, role);
      return { supportAccount: { ...before, role } };
    }),
  ),

  handle(inviteSupportAccount, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const invited = await held(db, call.params.id);
      if (!invited.isInvited) throw new Problem('conflict', supportMessages.active);
      await sendLink(db, call as never, invited);
      await note(db, call as never, invited.id, 'inviteSupport', invited.role, invited.role);
    }),
  ),

  handle(removeSupportAccount, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const before = await held(db, call.params.id);
      await keepOne(db, before);
      await setRole(db, before.id, null);
      await forgetAccess(db, before.id, call.now);
      await note(db, call as never, before.id, 'removeSupport', before.role, null);
    }),
  ),
];
