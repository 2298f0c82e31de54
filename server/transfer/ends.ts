// The contracts that a transfer ends: written with the agent's version and history, and moved with the transfer's date.
import { Agent } from '#core/agents/agent.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter } from '#core/planning/days.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { changesBetween, groupsOf, writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, readWhole } from '#server/kernel/save.ts';

const agentPlan = planOf(Agent, agentExtension, entityNamed);
type AgentRow = Row<typeof Agent>;

/** `change` writes contracts of these agents and answers whose. A form that is open on one of them must be read again. */
export async function changeContracts(
  call: Call,
  agents: readonly string[],
  change: () => Promise<{ agent: string }[]>,
): Promise<AgentRow[]> {
  const { db, now } = call;
  const before = await lockRows(agentPlan, db, agents);
  const changed = [...new Set((await change()).map(({ agent }) => agent))];
  await db.query({
    name: 'version-transferred',
    text: 'update agents set version = version + 1, updated_at = $2 where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [changed, now],
  });
  const after = await readWhole(agentPlan, db, changed);
  const rows = changed.map((id) => after.get(id) as AgentRow);
  await writeAudits(
    db,
    call,
    rows.map((row) => ({
      ...{ entity: Agent.name, id: row.id, action: 'edit' },
      changes: changesBetween(before.get(row.id) as AgentRow, row, groupsOf(Agent.fields)),
    })),
  );
  return rows;
}

/** Another contract of his that begins by the new end, or his own that would begin after it. */
async function refuseClash(call: Call, transfer: string, last: string): Promise<void> {
  const [clash] = await call.db.query<{ name: string; start: string }>({
    name: 'contracts-against-transfer',
    text: `select a.fullname as name, o.start_date::text as start from staff_transfer_leavers l
        join agent_contracts c on c.agency_id = l.agency_id and c.id = l.contract_id
        join agent_contracts o on o.agency_id = l.agency_id and o.agent_id = l.agent_id
        join agents a on a.agency_id = l.agency_id and a.id = l.agent_id
      where l.agency_id = app_agency() and l.staff_transfer_id = $1
        and case when o.id = c.id then o.start_date > $2::date else o.start_date > c.start_date and o.start_date <= $2::date end
      order by a.fullname, o.start_date limit 1`,
    values: [transfer, last],
  });
  if (!clash) return;
  const message = `${clash.name} a un contrat qui commence le ${frenchDay(clash.start)} : réglez-le d’abord.`;
  throw new Problem('invalid', message, { violations: [{ path: 'transferDate', message }] });
}

/** With the date of a transfer: the ends of those who leave, the starts of those who arrive. */
export async function moveContracts(call: Call, transfer: string, from: string, to: string): Promise<void> {
  await moveEnds(call, transfer, from, to);
  await moveStarts(call, transfer, from, to);
}

/** Whoever was hired from the list starts on the new date, unless somebody changed it since. */
async function moveStarts(call: Call, transfer: string, from: string, to: string): Promise<void> {
  const { db } = call;
  const hired = await db.query<{ agent: string }>({
    name: 'transfer-hired',
    text: `select p.agent_id as agent from transfer_people p where p.agency_id = app_agency() and p.transfer_id = $1
      and exists (select from agent_contracts c where c.agency_id = p.agency_id and c.agent_id = p.agent_id and c.start_date = $2::date)`,
    values: [transfer, from],
  });
  if (hired.length === 0) return;
  const agents = hired.map(({ agent }) => agent);
  const [clash] = await db.query<{ name: string }>({
    name: 'starts-against-transfer',
    text: `select a.fullname as name from agent_contracts c join agents a on a.agency_id = c.agency_id and a.id = c.agent_id
      where c.agency_id = app_agency() and c.agent_id = any ($1::uuid[]) and c.start_date = $2::date and c.end_date < $3::date order by 1 limit 1`,
    values: [agents, from, to],
  });
  if (clash) {
    const message = `Le contrat de ${clash.name} finirait avant de commencer : réglez-le d’abord.`;
    throw new Problem('invalid', message, { violations: [{ path: 'transferDate', message }] });
  }
  await changeContracts(call, agents, () =>
    db.query<{ agent: string }>({
      name: 'move-transfer-starts',
      text: `update agent_contracts set start_date = $3::date where agency_id = app_agency() and agent_id = any ($1::uuid[]) and start_date = $2::date
        returning agent_id as agent`,
      values: [agents, from, to],
    }),
  );
}

/** The contracts ended for a transfer end the day before its new date, unless somebody changed them since. */
async function moveEnds(call: Call, transfer: string, from: string, to: string): Promise<void> {
  const { db } = call;
  const [was, last] = [daysAfter(from, -1), daysAfter(to, -1)];
  const agents = await db.query<{ agent: string }>({
    name: 'transfer-leavers',
    text: 'select distinct agent_id as agent from staff_transfer_leavers where agency_id = app_agency() and staff_transfer_id = $1',
    values: [transfer],
  });
  if (agents.length === 0) return;
  await refuseClash(call, transfer, last);
  await changeContracts(
    call,
    agents.map(({ agent }) => agent),
    () =>
      db.query<{ agent: string }>({
        name: 'move-transfer-ends',
        text: `update agent_contracts c set end_date = $3::date from staff_transfer_leavers l where l.agency_id = app_agency() and l.staff_transfer_id = $1
          and c.agency_id = l.agency_id and c.id = l.contract_id and c.end_reason = 'TRANSFER' and c.end_date = $2::date returning c.agent_id as agent`,
        values: [transfer, was, last],
      }),
  );
}
