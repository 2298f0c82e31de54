// A user-company in its agency: its rights, its account, its invitation.
import { messages, Problem } from '#core/kernel/problem.ts';
import { allRights, isRight } from '#core/rights.ts';
import type { RightsHolder } from '#core/session/session.ts';
import type { Call } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { type ProfileRow, rightsMap } from '#server/session/profile.ts';
import { isInvited } from './account-state.ts';

export type HolderRow = ProfileRow & { invited_at: Date | null; second_factor: boolean };

export const tableOf = (row: Pick<HolderRow, 'kind'>): string => (row.kind === 'AGENCY' ? 'agents' : 'contacts');

/** Its entity name in audit lines. */
export const entityOf = (row: Pick<HolderRow, 'kind'>): string => (row.kind === 'AGENCY' ? 'agent' : 'contact');

export async function holderRow({ db, now, services }: Call, id: string): Promise<HolderRow> {
  const rows = isUuid(id)
    ? await db.query<Omit<HolderRow, 'second_factor'>>({
        text: `select p.*, (select max(i.created_at) from invitations i where ${isInvited('i', 'p')} and i.expires_at > $2) as invited_at
          from user_companies p where p.agency_id = app_agency() and p.id = $1`,
        values: [id, now],
      })
    : [];
  const [row] = rows;
  if (!row) throw new Problem('missing', messages.missing);
  // The account is out of reach of the agency's context.
  const factors = await services.database.platform.query(
    'select from user_second_factors where user_id = $1 and confirmed_at is not null',
    [row.user_id],
  );
  return { ...row, second_factor: factors.rowCount === 1 };
}

export const holderOf = (row: HolderRow): RightsHolder => ({
  id: row.id,
  fullname: row.fullname,
  type: row.kind,
  isOwner: row.is_owner,
  hasAccount: row.user_id !== null,
  secondFactor: row.second_factor,
  email: row.email,
  invitedAt: row.user_id === null ? (row.invited_at?.toISOString() ?? null) : null,
  rights: rightsMap(row.is_owner ? allRights.map((right) => right.key) : row.rights.filter(isRight)),
  version: row.version,
});
