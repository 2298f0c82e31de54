// Read and accept an invitation, which links an account to a profile.
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { invitationAccepted } from '#core/session/notifications.ts';
import { acceptInvitation, readInvitation } from '#core/session/session.ts';
import type { Tokens } from '#core/session/tokens.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { notify } from '#server/notifications/notify.ts';
import { isInvited } from '#server/rights/account-state.ts';
import { forgetAttempts } from './attempts.ts';
import { permitPassword, wantedOf } from './chosen-password.ts';
import { linkExpired } from './forgotten-password.ts';
import { brandOf } from './mails.ts';
import { hashPassword } from './password.ts';
import { provenAccount } from './proof.ts';
import { openSession } from './sessions.ts';
import { asAuthor } from './sign-in.ts';
import { hashOf } from './tokens.ts';

interface Invitation {
  agency_id: string;
  id: string;
  profile_id: string;
  kind: 'AGENCY' | 'CUSTOMER';
  email: string;
  firstname: string;
  lastname: string;
  fullname: string;
  company: string;
  has_account: boolean;
  invited_by: string | null;
  as_manager: boolean;
}

/** Throws if the invitation is unknown, used or expired, or its profile has been linked, closed or given another address since. */
async function openInvitation(call: Call<typeof readInvitation | typeof acceptInvitation>): Promise<Invitation> {
  const { rows } = await call.services.database.platform.query<Invitation>(
    `select i.agency_id, i.id, i.profile_id, i.kind, i.email, i.invited_by, i.as_manager, p.firstname, p.lastname, p.fullname,
        coalesce(p.customer_name, p.agency_name) as company, exists (select from users u where u.email = i.email) as has_account
      from invitations i join user_companies p on ${isInvited('i', 'p')}
      where i.hash = $1 and i.expires_at > $2 and p.user_id is null and p.status = 100`,
    [hashOf(call.params.token), call.now],
  );
  if (!rows[0]) throw linkExpired();
  return rows[0];
}

interface Person {
  id: string;
  name: string;
  /** Of a new account. */
  chosen: { password: string; hash: string } | null;
}

/** The person who accepts: an existing account with its password, or a new account with the chosen password. */
async function answering(call: Call<typeof acceptInvitation>, invitation: Invitation): Promise<Person> {
  const { password } = call.input;
  if (invitation.has_account) {
    const typed = { email: invitation.email, password, code: call.input.code || null };
    const account = await provenAccount(call, typed, { licence: false });
    if (!account) throw new Problem('unauthenticated', wireMessages.invalidCredentials);
    return { id: account.id, name: account.name, chosen: null };
  }
  const chosen = { password, hash: await hashPassword(password) };
  return { id: uuidv7(call.now.getTime()), name: invitation.fullname, chosen };
}

async function link(db: Db, invitation: Invitation, person: Person): Promise<void> {
  const table = invitation.kind === 'AGENCY' ? 'agents' : 'contacts';
  const taken = await db.query({
    text: `select from user_companies p join user_companies mine on mine.agency_id = p.agency_id and mine.kind = p.kind
        and mine.customer_id is not distinct from p.customer_id
      where p.agency_id = $1 and p.id = $2 and mine.user_id = $3`,
    values: [invitation.agency_id, invitation.profile_id, person.id],
  });
  if (taken.length > 0) throw new Problem('conflict', `Votre compte est déjà rattaché à ${invitation.company}.`);
  const linked = await db.query({
    text: `update ${table} set user_id = $3, version = version + 1
      where agency_id = $1 and id = $2 and user_id is null and status = 100 returning id`,
    values: [invitation.agency_id, invitation.profile_id, person.id],
  });
  if (linked.length === 0) throw linkExpired();
}

async function accept(db: Db, call: Call, invitation: Invitation, person: Person): Promise<Tokens> {
  const { secret } = call.services.environment;
  const accepted = await db.query({
    text: `update invitations set accepted_at = $3 where agency_id = $1 and id = $2 and accepted_at is null returning id`,
    values: [invitation.agency_id, invitation.id, call.now],
  });
  if (accepted.length === 0) throw linkExpired();
  const asPerson = asAuthor(call, person);
  if (person.chosen !== null) {
    const wanted = await wantedOf(db, call.services.environment, { agency: invitation.agency_id });
    const known = [brandOf(call).tenant.name, invitation.fullname, invitation.email];
    permitPassword(person.chosen.password, wanted, known);
    await db.query({
      text: 'insert into users (id, email, password_hash, firstname, lastname, created_at) values ($1, $2, $3, $4, $5, $6)',
      values: [person.id, invitation.email, person.chosen.hash, invitation.firstname, invitation.lastname, call.now],
    });
    await writePlatformAudit(db, asPerson, { entity: 'user', id: person.id, action: 'create' });
  }
  await link(db, invitation, person);
  // AB-008: an agency that has found a manager meanwhile keeps him.
  if (invitation.as_manager)
    await db.query({
      text: 'update agencies set manager_id = $2, version = version + 1 where id = $1 and manager_id is null',
      values: [invitation.agency_id, person.id],
    });
  await forgetAttempts(db, secret, invitation.email);
  const inAgency = { ...asPerson, context: { ...nobody, agency: invitation.agency_id } };
  const entity = invitation.kind === 'AGENCY' ? 'agent' : 'contact';
  await writeAudit(db, inAgency, { entity, id: invitation.profile_id, action: 'acceptInvitation' });
  if (invitation.invited_by !== null)
    await notify(
      db,
      invitationAccepted,
      [
        {
          to: { users: [invitation.invited_by] },
          event: invitation.id,
          title: `${invitation.fullname} a ouvert son compte`,
          text: `${invitation.fullname} a accepté votre invitation (${invitation.company}).`,
          link: invitation.kind === 'AGENCY' ? '/agents' : '/customers',
        },
      ],
      inAgency,
    );
  return (await openSession(db, secret, person.id, call.now)).tokens;
}

export const invitationHandlers: Handler[] = [
  handle(readInvitation, async (call) => {
    const { agency_id, email, fullname, company, has_account } = await openInvitation(call);
    const { length } = await wantedOf(call.db, call.services.environment, { agency: agency_id });
    return { invitation: { email, fullname, company, hasAccount: has_account, passwordLength: length } };
  }),

  handle(acceptInvitation, async (call) => {
    const invitation = await openInvitation(call);
    const person = await answering(call, invitation);
    return call.services.database.platformTransaction((db) => accept(db, call, invitation, person));
  }),
];
