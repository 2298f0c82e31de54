// Those whose contracts a transfer has ended, and what must be said of their services before its date moves.
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter } from '#core/planning/days.ts';
import type { StaffTransfer } from '#core/transfer/transfer.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Pending } from '#server/kernel/extension.ts';
import { shownComing } from '#server/planning/coming.ts';

export interface Leaver extends Record<string, unknown> {
  id: string;
  name: string;
}

export const leaversOf = (db: Db, transfers: readonly string[]): Promise<Leaver[]> =>
  db.query<Leaver>({
    name: 'transfer-left',
    text: `select distinct a.id, a.fullname as name from staff_transfer_leavers l join agents a on a.agency_id = l.agency_id and a.id = l.agent_id
      where l.agency_id = app_agency() and l.staff_transfer_id = any ($1::uuid[]) order by 2, 1`,
    values: [transfers],
  });

/** Saves whose question about services was answered. */
export const answered = new WeakSet<object>();

/** An earlier date ends contracts before services that their people still have: somebody says first what becomes of them. */
export async function refuseUnanswered(rows: readonly Pending<typeof StaffTransfer>[], call: Call): Promise<void> {
  if (answered.has(call)) return;
  for (const { draft, current } of rows) {
    const to = draft.transferDate;
    if (!current || !to || to >= current.transferDate || current.direction !== 'OUT') continue;
    const people = await leaversOf(call.db, [current.id]);
    const after = daysAfter(to, -1);
    const ids = people.map(({ id }) => id);
    const { filtered } = await shownComing(call.db, { kind: 'agent', ids, after }, call.now);
    if (filtered > 0)
      throw new Problem(
        'conflict',
        `${filtered === 1 ? 'Un service à venir est confié' : `${filtered} services à venir sont confiés`} après le ${frenchDay(after)} à ${people.map(({ name }) => name).join(', ')}. Dites d’abord s’ils sont libérés ou gardés.`,
      );
  }
}
