// The agents transferred with a lost site: their contracts end the day before, and their services to come are freed.
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type endTransferred, transferMessages } from '#core/transfer/calls.ts';
import { StaffTransfer } from '#core/transfer/transfer.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { changeContracts } from './ends.ts';
import { freeAfter } from './freeing.ts';
import { dayBefore, examine } from './judging.ts';
import { openTransfer, type Transfer } from './transfers.ts';

/** Only people on the list: the act of a transfer ends no other contract. */
async function refuseOthers(transfer: Transfer, agents: readonly string[], call: Call): Promise<void> {
  if (transfer.direction !== 'OUT') throw new Problem('conflict', transferMessages.notOut);
  const { people } = await examine(transfer, call);
  const listed = new Set(people.filter(({ isListed }) => isListed).map(({ candidate }) => candidate.sheet.id));
  if (agents.some((id) => !listed.has(id))) throw new Problem('conflict', transferMessages.notListed);
}

/** A contract that begins later would stay open after the transfer. */
async function refuseLater(call: Call, agents: readonly string[], day: string): Promise<void> {
  const [later] = await call.db.query<{ name: string; start: string }>({
    name: 'contracts-after-transfer',
    text: `select a.fullname as name, c.start_date::text as start from agent_contracts c join agents a on a.agency_id = c.agency_id and a.id = c.agent_id
      where c.agency_id = app_agency() and c.agent_id = any ($1::uuid[]) and c.start_date > $2::date order by a.fullname, c.start_date limit 1`,
    values: [agents, day],
  });
  if (later)
    throw new Problem(
      'conflict',
      `${later.name} a un contrat qui commence le ${frenchDay(later.start)} : réglez-le d’abord.`,
    );
}

export async function endContracts(call: Call<typeof endTransferred>): Promise<{ ended: number; freed: number }> {
  const { db, input, params } = call;
  const whole = call as unknown as Call;
  const transfer = await openTransfer(db, params.id);
  const agents = [...new Set(input.agents.map((id) => id.toLowerCase()))];
  await refuseOthers(transfer, agents, whole);
  const last = dayBefore(transfer.transferDate);
  await refuseLater(whole, agents, last);
  const ended = await changeContracts(whole, agents, () =>
    db.query<{ agent: string }>({
      name: 'end-transferred',
      text: `with ended as (update agent_contracts set end_date = $2::date, end_reason = 'TRANSFER' where agency_id = app_agency() and agent_id = any ($1::uuid[])
          and start_date <= $2::date and (end_date is null or end_date > $2::date) returning id, agent_id)
        insert into staff_transfer_leavers (agency_id, staff_transfer_id, contract_id, agent_id) select app_agency(), $3, id, agent_id from ended
        on conflict (agency_id, staff_transfer_id, contract_id) do update set agent_id = excluded.agent_id returning agent_id as agent`,
      values: [agents, last, transfer.id],
    }),
  );
  const freed = input.services === 'free' ? (await freeAfter(whole, transfer.id, agents, last)).length : 0;
  await writeAudit(db, whole, {
    entity: StaffTransfer.name,
    id: transfer.id,
    action: 'endContracts',
    changes: {
      agents: { before: null, after: ended.map(({ fullname }) => fullname).join(', ') },
    },
  });
  return { ended: ended.length, freed };
}
