// Read and change the rights of a user-company.
import { grant, revoke, withNeeds } from '#core/grants.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { isRight, missingRight, type Right, rightInfo } from '#core/rights.ts';
import { type Asker, mayGrant } from '#core/roles.ts';
import { readRights, saveRights } from '#core/session/session.ts';
import { type AuditLine, type Changes, writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { entityOf, type HolderRow, holderOf, holderRow, tableOf } from './holder.ts';
import { refuseOwnAddress } from './own-address.ts';

/** Applies the map to the current rights: an absent key is unchanged. Revocations come first, so that needed rights win. */
export function rightsAfter(held: Iterable<Right>, map: Partial<Record<Right, boolean>>): Set<Right> {
  // Rights with extra conditions cannot be changed here.
  const asked = (Object.entries(map) as [Right, boolean][]).filter(([key]) => rightInfo(key).only === null);
  let next = new Set(held);
  for (const [key, on] of asked) if (!on && next.has(key)) next = revoke(next, key);
  for (const [key, on] of asked) if (on) next = grant(next, key);
  return withNeeds(next);
}

export const changedRights = (before: ReadonlySet<Right>, after: ReadonlySet<Right>): Right[] => [
  ...[...before].filter((right) => !after.has(right)),
  ...[...after].filter((right) => !before.has(right)),
];

/** Nobody grants or revokes a right that he does not have. */
export const refusedChange = (asker: Asker, changed: readonly Right[]): Right | undefined =>
  changed.find((right) => rightInfo(right).only === null && !mayGrant(asker, right));

export function permitChanges(asker: Asker, changed: readonly Right[]): void {
  const refused = refusedChange(asker, changed);
  if (refused) throw new Problem('forbidden', missingRight(refused), { right: refused });
}

export const rightsLine = (
  row: Pick<HolderRow, 'kind' | 'id'>,
  before: ReadonlySet<Right>,
  after: ReadonlySet<Right>,
): AuditLine => {
  const changes: Changes = Object.fromEntries(
    changedRights(before, after).map((right) => [
      `rights.${right}`,
      { before: before.has(right), after: after.has(right) },
    ]),
  );
  return { entity: entityOf(row), id: row.id, action: 'editRights', changes };
};

export const grantHandlers: Handler[] = [
  handle(readRights, async (call) => ({ userCompany: holderOf(await holderRow(call, call.params.id)) })),

  handle(saveRights, async (call) => {
    const { db, params, input } = call;
    const row = await holderRow(call, params.id);
    if (row.is_owner)
      throw new Problem('invalid', "Le responsable de l'agence a tous les droits : ils ne se modifient pas.");
    if (row.id === call.profile?.id || row.user_id === call.caller?.userId) {
      throw new Problem('invalid', 'Vous ne pouvez pas modifier vos propres droits.');
    }
    await refuseOwnAddress(call, [row.email]);
    const before = new Set(row.rights.filter(isRight));
    const after = rightsAfter(before, input.rights);
    const changed = changedRights(before, after);
    permitChanges(call.asker, changed);
    const stale = (): Problem => new Problem('conflict', messages.conflict, { current: holderOf(row) });
    if (input.version !== undefined && input.version !== row.version) throw stale();
    if (changed.length === 0) return { userCompany: holderOf(row) };
    const saved = await db.query({
      text: `update ${tableOf(row)} set rights = $3, version = version + 1 where agency_id = $1 and id = $2 and version = $4 returning version`,
      values: [row.agency_id, row.id, [...after], row.version],
    });
    // Another save happened between the read and the write.
    if (saved.length === 0) throw stale();
    await writeAudit(db, call, rightsLine(row, before, after));
    return { userCompany: holderOf({ ...row, rights: [...after], version: row.version + 1 }) };
  }),
];
