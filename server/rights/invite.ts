// Invite a collaborator or a customer's contact to open an account.
import { Problem } from '#core/kernel/problem.ts';
import { activeStatus } from '#core/roles.ts';
import { invite } from '#core/session/session.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { invitationMail } from '#server/session/mails.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { permitHandingOn } from './handing-on.ts';
import { entityOf, type HolderRow, holderOf, holderRow } from './holder.ts';

const invitationLife = 7 * 24 * 60 * 60 * 1_000;

function whyNot(row: HolderRow): string | null {
  if (row.user_id !== null) return 'Cette personne a déjà un compte.';
  if (row.status !== activeStatus) return 'Cette personne est sans licence : activez-la avant de l’inviter.';
  if (!row.email) return 'Renseignez d’abord l’adresse e-mail de cette personne.';
  return null;
}

export const inviteHandlers: Handler[] = [
  handle(invite, async (call) => {
    const { db, params, now, services } = call;
    const row = await holderRow(call, params.id);
    const reason = whyNot(row);
    if (reason) throw new Problem('invalid', reason);
    await permitHandingOn(call, [row]);
    const email = (row.email as string).toLowerCase();
    const token = oneTimeToken();
    // A new invitation replaces the pending one.
    await db.query({
      text: 'delete from invitations where agency_id = $1 and profile_id = $2 and accepted_at is null',
      values: [row.agency_id, row.id],
    });
    await db.query({
      text: `insert into invitations (agency_id, id, profile_id, kind, email, hash, created_at, expires_at, invited_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        row.agency_id,
        uuidv7(now.getTime()),
        row.id,
        row.kind,
        email,
        hashOf(token),
        now,
        new Date(now.getTime() + invitationLife),
        call.caller?.userId,
      ],
    });
    await writeAudit(db, call, {
      entity: entityOf(row),
      id: row.id,
      action: 'invite',
      changes: { invitation: { before: null, after: email } },
    });
    const brand = services.tenants.of(call.host);
    const url = `${services.tenants.urlOf(brand)}/#/invitation/${token}`;
    await services.mailer.send(
      invitationMail(brand.tenant.name, email, { firstname: row.firstname, company: row.agency_name, url }),
      {
        db,
        agency: row.agency_id,
        caller: call.caller,
        host: call.host,
        reason: 'invite',
        now,
      },
    );
    return { userCompany: holderOf({ ...row, invited_at: now }) };
  }),
];
