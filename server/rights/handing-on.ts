// An address opens an account: whoever chooses the address of a profile, or invites it, hands on its rights.
import { rightSet } from '#core/grants.ts';
import { Problem } from '#core/kernel/problem.ts';
import { isRight } from '#core/rights.ts';
import type { Call } from '#server/kernel/call.ts';
import { permitChanges } from './grants.ts';
import type { HolderRow } from './holder.ts';
import { rightsOfNewAgent } from './new-agent.ts';
import { plainAddress as plain, refuseOwnAddress } from './own-address.ts';

type Holder = Pick<HolderRow, 'kind' | 'is_owner' | 'rights'>;

export const ownersOnly = "Seul le responsable de l'agence peut modifier sa fiche et son compte.";

/** The owner's sheet and account are his own; platform staff may help him. An import runs without rights, so it may not. */
export function permitOnOwner({ asker }: Pick<Call, 'asker'>, row: Pick<Holder, 'is_owner'>): void {
  const isHimself = asker.profile?.isOwner === true;
  if (row.is_owner && !isHimself && (asker.platform === null || asker.profile !== null))
    throw new Problem('conflict', ownersOnly);
}

/** Everybody hired has the agency's usual rights: only rights beyond these must be the caller's own. */
export async function permitHandingOn(call: Call, rows: readonly Holder[]): Promise<void> {
  const permit = await handingOn(call);
  for (const row of rows) permit(row);
}

/** The check of one profile after the other; throws the refusal. */
export async function handingOn(call: Call): Promise<(row: Holder) => void> {
  const usual = {
    AGENCY: new Set([...(await rightsOfNewAgent(call.db)), ...rightSet('collaborator')]),
    CUSTOMER: new Set(rightSet('customer')),
  };
  return (row) => {
    permitOnOwner(call, row);
    permitChanges(
      call.asker,
      row.rights.filter(isRight).filter((right) => !usual[row.kind].has(right)),
    );
  };
}

interface Addressed {
  id?: string | null | undefined;
  email?: string | null | undefined;
}

/** Refuses new addresses of profiles whose rights the caller lacks. */
export async function permitNewAddresses(
  call: Call,
  drafts: readonly Addressed[],
  current: readonly Addressed[],
): Promise<void> {
  const before = new Map(current.map(({ id, email }) => [id, plain(email)]));
  await refuseOwnAddress(
    call,
    drafts.flatMap(({ id, email }) => (plain(email) !== before.get(id) ? [email] : [])),
  );
  const changed = drafts.flatMap(({ id, email }) =>
    id && email !== undefined && before.has(id) && before.get(id) !== plain(email) ? [id] : [],
  );
  if (changed.length === 0) return;
  const rows = await call.db.query<Holder & Record<string, unknown>>({
    name: 'holders-of-addresses',
    text: 'select kind, is_owner, rights from user_companies where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [changed],
  });
  await permitHandingOn(call, rows);
}
