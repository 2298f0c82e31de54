// Invite collaborators or customers' contacts to open an account.
import { messages, Problem } from '#core/kernel/problem.ts';
import { activeStatus } from '#core/roles.ts';
import { invite, inviteAll } from '#core/session/session.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { invitationMail } from '#server/session/mails.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { handingOn, permitHandingOn } from './handing-on.ts';
import { entityOf, type HolderRow, holderOf, holderRow } from './holder.ts';
import { refuseOwnAddress } from './own-address.ts';

const invitationLife = 7 * 24 * 60 * 60 * 1_000;

export type Invited = Omit<HolderRow, 'invited_at' | 'second_factor'>;

export function whyNot(row: Invited): string | null {
  if (row.user_id !== null) return 'Cette personne a déjà un compte.';
  if (row.status !== activeStatus) return 'Son compte n’est pas actif : activez-le avant de l’inviter.';
  if (!row.email) return 'Renseignez d’abord l’adresse e-mail de cette personne.';
  return null;
}

/** A new invitation replaces the pending one. `asManager`: who accepts manages the agency. */
export async function sendInvitations(rows: readonly Invited[], call: Call, asManager = false): Promise<void> {
  if (rows.length === 0) return;
  const { db, now, services, caller, host, context } = call;
  await refuseOwnAddress(
    call,
    rows.map(({ email }) => email),
  );
  const dropped = await db.query<{ profile: string; email: string; manages: boolean }>({
    name: 'drop-invitations',
    text: `delete from invitations where agency_id = app_agency() and profile_id = any ($1::uuid[]) and accepted_at is null
      returning profile_id as profile, email, as_manager as manages`,
    values: [rows.map(({ id }) => id)],
  });
  // To whom the platform gave it: who edits the address of a record hands no agency to somebody else.
  const manages = new Set(dropped.flatMap((one) => (one.manages ? [`${one.profile} ${one.email.toLowerCase()}`] : [])));
  const sent = rows.map((row) => ({ row, email: (row.email as string).toLowerCase(), token: oneTimeToken() }));
  await db.query({
    name: 'keep-invitations',
    text: `insert into invitations (agency_id, created_at, expires_at, invited_by, id, profile_id, kind, email, hash, as_manager)
      select app_agency(), $1, $2, $3, x.* from jsonb_to_recordset($4::jsonb) as x (id uuid, profile uuid, kind text, email text, hash text, manages boolean)`,
    values: [
      now,
      new Date(now.getTime() + invitationLife),
      caller?.userId,
      JSON.stringify(
        sent.map(({ row, email, token }) => ({
          id: uuidv7(now.getTime()),
          profile: row.id,
          kind: row.kind,
          email,
          hash: hashOf(token),
          manages: asManager || manages.has(`${row.id} ${email}`),
        })),
      ),
    ],
  });
  await writeAudits(
    db,
    call,
    sent.map(({ row, email }) => ({
      entity: entityOf(row),
      id: row.id,
      action: 'invite',
      changes: { invitation: { before: null, after: email } },
    })),
  );
  const brand = services.tenants.of(host);
  const url = services.tenants.urlOf(brand);
  await services.mailer.send(
    sent.map(({ row, email, token }) =>
      invitationMail(brand.tenant.name, email, {
        firstname: row.firstname,
        company: row.agency_name,
        url: `${url}/#/invitation/${token}`,
      }),
    ),
    { db, agency: context.agency, caller, host, reason: 'invite', now },
  );
}

export const inviteHandlers: Handler[] = [
  handle(invite, async (call) => {
    const row = await holderRow(call, call.params.id);
    const reason = whyNot(row);
    if (reason) throw new Problem('invalid', reason);
    await permitHandingOn(call, [row]);
    await sendInvitations([row], call);
    return { userCompany: holderOf({ ...row, invited_at: call.now }) };
  }),

  handle(inviteAll, async (call) => {
    const ids = [...new Set(call.input.ids.map((id) => id.toLowerCase()))];
    const rows = await call.db.query<Invited & Record<string, unknown>>({
      name: 'invited-profiles',
      text: 'select p.* from user_companies p where p.agency_id = app_agency() and p.id = any ($1::uuid[]) order by p.fullname, p.id',
      values: [ids],
    });
    if (rows.length < ids.length) throw new Problem('missing', messages.missing);
    rows.push(...(await contactsOf(call)));
    const permit = await handingOn(call);
    const judged = rows.map((row) => ({ row, reason: whyNot(row) ?? refusalOf(() => permit(row)) }));
    const able = judged.filter(({ reason }) => reason === null).map(({ row }) => row);
    await sendInvitations(able, call);
    return {
      invited: able.map(({ id }) => id),
      refused: judged.flatMap(({ row: { id, fullname }, reason }) =>
        reason === null ? [] : [{ id, fullname, reason }],
      ),
    };
  }),
];

/** The contacts of the customers without an account. Those named one by one are already there. */
async function contactsOf({ db, input: { ids, customers } }: Call<typeof inviteAll>): Promise<Invited[]> {
  if (customers.length === 0) return [];
  const [known] = await db.query<{ count: number }>({
    name: 'invited-customers',
    text: 'select count(*)::integer as count from customers where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [customers],
  });
  if ((known?.count ?? 0) < new Set(customers.map((id) => id.toLowerCase())).size)
    throw new Problem('missing', messages.missing);
  return db.query<Invited & Record<string, unknown>>({
    name: 'invited-contacts',
    text: `select p.* from user_companies p join contacts l on l.agency_id = p.agency_id and l.id = p.id
      where p.agency_id = app_agency() and l.customer_id = any ($1::uuid[]) and p.user_id is null and p.id <> all ($2::uuid[]) order by p.fullname, p.id`,
    values: [customers, ids],
  });
}

function refusalOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
