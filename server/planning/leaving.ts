// Somebody leaves or a place closes: its coming services, and what becomes of them in the transaction of the leaving.
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import {
  comingServices,
  freeAgent,
  leaveAgent,
  leaveCustomer,
  leaveSite,
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
import { comingOf, shownComing } from './coming.ts';
import { lockServices, moveAll, prepare, writeServices } from './writing.ts';

const agentPlan = planOf(Agent, agentExtension, entityNamed);
const sitePlan = planOf(Site, siteExtension, entityNamed);
const customerPlan = planOf(Customer, customerExtension, entityNamed);

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

  handle(unplanAgent, async (call) => {
    await takeOut(call, call.params.id, call.input.version);
    return { freed: call.input.services === 'free' ? await takeOff(call, call.params.id.toLowerCase()) : [] };
  }),

  handle(freeAgent, async (call) => {
    const id = call.input.agent.toLowerCase();
    await lockRows(agentPlan, call.db, [id]);
    return { freed: await takeOff(call, id, call.input.after) };
  }),
];
