// Somebody leaves or a place closes: its coming services, and what becomes of them in the transaction of the leaving.
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import {
  type ComingService,
  comingServices,
  freeAgent,
  type LeavingKind,
  leaveAgent,
  leaveCustomer,
  leaveSite,
  mostComing,
} from '#core/planning/leaving.ts';
import { late, waiting } from '#core/planning/status.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { customerExtension } from '#server/customers/customers.ts';
import type { Db } from '#server/db/database.ts';
import { changesBetween, groupsOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { moveMany } from '#server/kernel/move.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, readWhole } from '#server/kernel/save.ts';
import { siteExtension } from '#server/sites/sites.ts';
import { lockServices, moveAll, prepare, writeServices } from './writing.ts';

const agentPlan = planOf(Agent, agentExtension, entityNamed);
const sitePlan = planOf(Site, siteExtension, entityNamed);
const customerPlan = planOf(Customer, customerExtension, entityNamed);

const belongs: Record<LeavingKind, string> = {
  agent:
    'exists (select from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id and h.agent_id = any ($1::uuid[]))',
  site: 's.site_id = any ($1::uuid[])',
  customer:
    's.site_id in (select t.id from sites t where t.agency_id = app_agency() and t.customer_id = any ($1::uuid[]))',
};

interface Leaving {
  kind: LeavingKind;
  ids: readonly string[];
  /** Only services that begin after this day. */
  after?: string | null | undefined;
}

/** Not begun and not over. The stops of a tour follow their tour. */
const comingSql = (kind: LeavingKind): string =>
  `from services s where s.agency_id = app_agency() and s.status in (${waiting}, ${late}) and s.end_at > $2 and s.circuit_id is null
    and ($3::date is null or s.start_at >= ($3::date + 1)::timestamp at time zone app_zone()) and ${belongs[kind]}`;

const peopleOf = `(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.fullname) order by a.fullname), '[]') from service_agents h
  join agents a on a.agency_id = h.agency_id and a.id = h.agent_id where h.agency_id = s.agency_id and h.service_id = s.id)`;

const comingOf = async (db: Db, { kind, ids, after = null }: Leaving, now: Date): Promise<string[]> => {
  const rows = await db.query<{ id: string }>({
    name: `coming-${kind}`,
    text: `select s.id ${comingSql(kind)} order by s.id`,
    values: [ids, now, after],
  });
  return rows.map(({ id }) => id);
};

function require({ asker }: Call, right: Right): void {
  if (!can(asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
}

/** The services stay and become unfilled; published ones are changed until somebody publishes them. */
async function takeOff(call: Call, agent: string, after: string | null = null): Promise<string[]> {
  require(call, 'editService');
  const ids = await comingOf(call.db, { kind: 'agent', ids: [agent], after }, call.now);
  // Locked before they are read: somebody else may be added meanwhile.
  const drafts = (await lockServices(call.db, ids)).map(({ id, agents }) => ({
    id,
    agents: (agents as { id: string }[]).filter((one) => one.id !== agent).map((one) => ({ id: one.id })),
  }));
  await writeServices(await prepare(drafts, call, { byServer: true }), call);
  return drafts.map(({ id }) => id);
}

async function unschedule(call: Call, kind: 'site' | 'customer', id: string): Promise<string[]> {
  require(call, 'editService');
  const ids = await comingOf(call.db, { kind, ids: [id] }, call.now);
  await moveAll(ids, 'unschedule', call);
  return ids;
}

const refuseDay = (message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path: 'leftOn', message }] });

/** Ends the contracts in force on that day, as an edit of the sheet. */
async function endContracts(call: Call, id: string, leftOn: string): Promise<void> {
  require(call, 'editAgentContract');
  const { db } = call;
  const before = (await lockRows(agentPlan, db, [id])).get(id) as Row<typeof Agent>;
  const [facts] = await db.query<{ today: string; next: string | null }>({
    name: 'leaving-contracts',
    text: `select app_today()::text as today, (select min(c.start_date)::text from agent_contracts c
      where c.agency_id = app_agency() and c.agent_id = $1 and c.start_date > $2::date) as next`,
    values: [id, leftOn],
  });
  if (leftOn > (facts?.today ?? ''))
    throw refuseDay('La sortie est à venir : indiquez la fin de son contrat, et archivez-le ce jour-là');
  if (facts?.next) throw refuseDay(`Un contrat commence après cette date, le ${frenchDay(facts.next)}`);
  const ended = await db.query({
    name: 'end-contracts',
    text: `update agent_contracts set end_date = $2::date where agency_id = app_agency() and agent_id = $1
      and (end_date is null or end_date > $2::date) returning id`,
    values: [id, leftOn],
  });
  if (ended.length === 0) return;
  const after = (await readWhole(agentPlan, db, [id])).get(id) as Row<typeof Agent>;
  const changes = changesBetween(before, after, groupsOf(Agent.fields));
  await writeAudit(db, call, { entity: Agent.name, id, action: 'edit', changes });
}

export const leavingHandlers: Handler[] = [
  handle(comingServices, async ({ db, input, now }) => {
    const rows = await db.query<ComingService & { count: number } & Record<string, unknown>>({
      name: `coming-shown-${input.kind}`,
      text: `select count(*) over ()::integer as count, s.id, s.reference, ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt",
          (select t.name from sites t where t.agency_id = s.agency_id and t.id = s.site_id) as site, s.post_title as "postTitle", ${peopleOf} as agents
        ${comingSql(input.kind)} order by s.start_at, s.id limit ${mostComing}`,
      values: [input.ids, now, input.after ?? null],
    });
    return { services: rows.map(({ count: _count, ...service }) => service), filtered: rows[0]?.count ?? 0 };
  }),

  handle(leaveAgent, async (call) => {
    const { params, input } = call;
    // First, because a missing or archived agent refuses everything.
    await moveMany(agentPlan, [params.id], 'archive', call);
    const id = params.id.toLowerCase();
    if (input.leftOn) await endContracts(call, id, input.leftOn);
    return { freed: input.services === 'free' ? await takeOff(call, id) : [] };
  }),

  handle(leaveSite, async (call) => {
    await moveMany(sitePlan, [call.params.id], 'archive', call);
    return { freed: call.input.services === 'free' ? await unschedule(call, 'site', call.params.id) : [] };
  }),

  handle(leaveCustomer, async (call) => {
    await moveMany(customerPlan, [call.params.id], 'archive', call);
    return { freed: call.input.services === 'free' ? await unschedule(call, 'customer', call.params.id) : [] };
  }),

  handle(freeAgent, async (call) => {
    const id = call.input.agent.toLowerCase();
    await lockRows(agentPlan, call.db, [id]);
    return { freed: await takeOff(call, id, call.input.after) };
  }),
];
