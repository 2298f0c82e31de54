// Somebody leaves or a place closes: its coming services, and what becomes of them in the transaction of the leaving.
import { isDeepStrictEqual } from 'node:util';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import {
  comingServices,
  type Freed,
  type FreedPlace,
  freeAgent,
  freedServices,
  giveBackServices,
  leaveAgent,
  leaveCustomer,
  leaveSite,
  reopenContracts,
  unplanAgent,
} from '#core/planning/leaving.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { customerExtension } from '#server/customers/customers.ts';
import { changesBetween, groupsOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, prepareMany, readWhole, writeCompleted } from '#server/kernel/save.ts';
import { refuseErased } from '#server/privacy/erased.ts';
import { permitOnOwner } from '#server/rights/handing-on.ts';
import { siteExtension } from '#server/sites/sites.ts';
import { comingOf, freedFrom, linesElsewhere, shownComing, toursCalling } from './coming.ts';
import { giveBack } from './giving-back.ts';
import { lockServices, moveAll, prepare, type ServiceRow, writeServices } from './writing.ts';

const agentPlan = planOf(Agent, agentExtension, entityNamed);
const sitePlan = planOf(Site, siteExtension, entityNamed);
const customerPlan = planOf(Customer, customerExtension, entityNamed);

function require({ asker }: Call, right: Right): void {
  if (!can(asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
}

/** The services stay and become unfilled; published ones are changed until somebody publishes them. */
export async function takeOff(call: Call, gone: readonly string[], after: string | null = null): Promise<Freed> {
  require(call, 'editService');
  const ids = await comingOf(call.db, { kind: 'agent', ids: gone, after }, call.now);
  // Locked before they are read: somebody else may be added meanwhile.
  const drafts = (await lockServices(call.db, ids)).map(({ id, agents }) => ({
    id,
    agents: (agents as { id: string }[]).filter((one) => !gone.includes(one.id)).map((one) => ({ id: one.id })),
  }));
  return freedOf(await writeServices(await prepare(drafts, call, { byServer: true }), call));
}

const none: Freed = { freed: [], versions: {} };

export const freedOf = (rows: readonly Pick<ServiceRow, 'id' | 'version'>[]): Freed => ({
  freed: rows.map(({ id }) => id),
  versions: Object.fromEntries(rows.map(({ id, version }) => [id, version])),
});

/** Its own services; a tour that starts elsewhere only stops there no more. */
async function unschedule(call: Call, kind: 'site' | 'customer', id: string): Promise<FreedPlace> {
  require(call, 'editService');
  const tours = await toursCalling(call.db, kind, [id], call.now);
  // Locked before they are read: somebody else may add a stop meanwhile.
  const rows = await lockServices(call.db, tours);
  const kept = await linesElsewhere(call.db, kind, [id], tours);
  const left = (lines: unknown): { id: string }[] => (lines as { id: string }[]).filter((one) => kept.has(one.id));
  const drafts = rows.map((row) => ({ id: row.id, services: left(row.services), rounds: left(row.rounds) }));
  if (drafts.length > 0) await writeServices(await prepare(drafts, call, { byServer: true }), call);
  const freed = await moveAll(await comingOf(call.db, { kind, ids: [id] }, call.now), 'unschedule', call);
  return { ...freedOf(freed), tours };
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
  await auditAgent(call, before);
}

interface ContractLine {
  author: string | null;
  user: string | null;
  /** The line of the archiving itself. */
  archived: boolean;
  changes: { before: Contract[]; after: Contract[] };
}
type Contract = { id: string; endDate: string | null };

/** The ends of before the archiving, unless somebody changed the contracts since. */
async function reopen(call: Call, id: string): Promise<void> {
  const { db, caller } = call;
  const now = (await lockRows(agentPlan, db, [id])).get(id) as Row<typeof Agent>;
  const [line] = await db.query<ContractLine & Record<string, unknown>>({
    name: 'contracts-at-leaving',
    text: `select h.author, h.user_id as "user", h.changes->'agentInfos.contracts' as changes, exists (select from audit a
        where a.entity = h.entity and a.entity_id = h.entity_id and a.at = h.at and a.action = 'archive') as archived
      from audit h where h.entity = '${Agent.name}' and h.entity_id = $1 and h.changes ? 'agentInfos.contracts'
      order by h.at desc, h.id desc limit 1`,
    values: [id],
  });
  const isMine = line?.archived === true && line.user !== null && line.user === caller?.userId;
  if (!line || !isMine || !isDeepStrictEqual(line.changes.after, now.agentInfos.contracts))
    throw new Problem('conflict', `Contrats modifiés entre-temps par ${line?.author ?? 'quelqu’un d’autre'}.`);
  await db.query({
    name: 'reopen-contracts',
    text: `update agent_contracts c set end_date = o.end from unnest($2::uuid[], $3::date[]) o (id, "end")
      where c.agency_id = app_agency() and c.agent_id = $1 and c.id = o.id and c.end_date is distinct from o.end`,
    values: [id, line.changes.before.map((one) => one.id), line.changes.before.map(({ endDate }) => endDate)],
  });
  await auditAgent(call, now);
}

/** As an edit of the sheet. */
async function auditAgent(call: Call, before: Row<typeof Agent>): Promise<void> {
  const { id } = before;
  const after = (await readWhole(agentPlan, call.db, [id])).get(id) as Row<typeof Agent>;
  const changes = changesBetween(before, after, groupsOf(Agent.fields));
  await writeAudit(call.db, call, { entity: Agent.name, id, action: 'edit', changes });
}

/** « Planifiable » off, as an edit of the sheet, which `refuseUnanswered` would refuse. */
async function takeOut(call: Call, id: string, version: number | undefined): Promise<void> {
  const known = version === undefined ? {} : { version };
  const prepared = await prepareMany(agentPlan, [{ id, ...known, agentInfos: { plannable: false } }], call);
  await refuseErased(prepared, call.db);
  for (const { current } of prepared) permitOnOwner(call, { is_owner: current?.isOwner === true });
  await writeCompleted(agentPlan, prepared, call);
}

export const leavingHandlers: Handler[] = [
  handle(comingServices, async ({ db, input, now }) => ({
    ...(await shownComing(db, input, now)),
    underWay: await shownComing(db, input, now, 'underWay'),
  })),

  handle(leaveAgent, async (call) => {
    const { params, input } = call;
    // First, because a missing or archived agent refuses everything.
    await moveMany(agentPlan, [params.id], 'archive', call);
    const id = params.id.toLowerCase();
    if (input.leftOn) await endContracts(call, id, input.leftOn);
    return input.services === 'free' ? takeOff(call, [id]) : none;
  }),

  handle(leaveSite, async (call) => {
    await moveMany(sitePlan, [call.params.id], 'archive', call);
    return call.input.services === 'free' ? unschedule(call, 'site', call.params.id) : { ...none, tours: [] };
  }),

  handle(leaveCustomer, async (call) => {
    await moveMany(customerPlan, [call.params.id], 'archive', call);
    return call.input.services === 'free' ? unschedule(call, 'customer', call.params.id) : { ...none, tours: [] };
  }),

  handle(unplanAgent, async (call) => {
    await takeOut(call, call.params.id, call.input.version);
    return call.input.services === 'free' ? takeOff(call, [call.params.id.toLowerCase()]) : none;
  }),

  handle(freeAgent, async (call) => {
    const id = call.input.agent.toLowerCase();
    await lockRows(agentPlan, call.db, [id]);
    return takeOff(call, [id], call.input.after);
  }),

  handle(giveBackServices, giveBack),

  handle(reopenContracts, (call) => reopen(call, call.params.id.toLowerCase())),

  handle(freedServices, async ({ db, input, now }) => ({ services: await freedFrom(db, input.agents, now) })),
];
