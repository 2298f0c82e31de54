// Assignments: who holds what, and what came back.
import * as z from 'zod';
import { Agent } from '#core/agents/agent.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { violationsOf } from '#core/kernel/schema.ts';
import { Site } from '#core/sites/site.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { holders, stockMessages } from '#core/stock/calls.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, RawJson } from '#server/kernel/call.ts';
import type { Extension, Pending, Saved } from '#server/kernel/extension.ts';
import { readRow } from '#server/kernel/list.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, save, saveMany } from '#server/kernel/save.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { titleOf } from './actions.ts';
import { Movements, refuseShortage } from './quantities.ts';
import { agentOf, outstanding, siteOf } from './references.ts';

type Values = Record<string, unknown>;
type Assignment = Row<typeof StockAssignment>;

/** Its one holder as the list of the specification. */
const listOf = (t: string, holder: 'agent' | 'site', sql: string): string =>
  `case when ${t}.${holder}_id is null then '[]'::json else json_build_array(json_build_object('id', ${t}.id, '${holder}', ${sql}, 'quantityToAssign', ${t}.quantity)) end`;

const refused = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

async function checkQuantities(rows: readonly Pending<typeof StockAssignment>[], { db }: Call): Promise<void> {
  const moved = new Movements();
  const fresh = new Set<string>();
  for (const { draft, current } of rows) {
    if (current) moved.add(current.stockReference.id, current.quantity - current.quantityReturned);
    const reference = draft.stockReference?.id ?? current?.stockReference.id;
    const quantity = draft.quantity ?? current?.quantity ?? 1;
    if (current && quantity < current.quantityReturned + current.quantityLost)
      throw refused('quantity', 'C’est moins que ce qui est déjà restitué ou perdu.');
    if (!reference) continue;
    if (reference.toLowerCase() !== current?.stockReference.id) fresh.add(reference.toLowerCase());
    moved.add(reference, (current?.quantityReturned ?? 0) - quantity);
  }
  const left = await refuseShortage(db, moved);
  for (const id of fresh)
    if (left.get(id)?.status === 200) throw refused('stockReference', `« ${left.get(id)?.title} » est inactive.`);
}

/** Nothing new is handed to somebody who left, nor left on a closed site. What they hold already can be corrected. */
async function refuseArchivedHolders(rows: readonly Pending<typeof StockAssignment>[], { db }: Call): Promise<void> {
  const given = (key: 'agent' | 'site'): string[] =>
    rows.flatMap(({ draft, current }) => {
      const id = draft[key]?.id;
      return id && id.toLowerCase() !== current?.[key]?.id ? [id] : [];
    });
  const [found] = await db.query<{ path: string; name: string }>({
    name: 'archived-holders',
    text: `select 'agent' as path, a.fullname as name from agents a where a.agency_id = app_agency() and a.id = any ($1::uuid[]) and a.status = any ($3::integer[])
      union all select 'site', s.name from sites s where s.agency_id = app_agency() and s.id = any ($2::uuid[]) and s.status = any ($4::integer[]) limit 1`,
    values: [given('agent'), given('site'), archivedStates(Agent.machine), archivedStates(Site.machine)],
  });
  if (found) throw refused(found.path, `${found.name} est archivé : rien ne s’y affecte plus.`);
}

export const assignmentExtension: Extension<typeof StockAssignment> = {
  computed: {
    label: titleOf,
    outstanding,
    restitutionStatus: (t) => `${t}.status`,
    userCompanies: (t) => listOf(t, 'agent', agentOf(t)),
    sites: (t) => listOf(t, 'site', siteOf(t)),
  },
  async beforeSave(rows, call) {
    await refuseArchivedHolders(rows, call);
    await checkQuantities(rows, call);
  },
  operations: {
    async save(plan, call) {
      const drafts = draftsOf(call.input as Values);
      if (drafts.length === 1) return save(plan, { ...call, input: drafts[0] } as Call);
      const [first] = await saveMany(plan, drafts, call);
      return new RawJson(`{"${plan.of.name}":${await readRow(plan, call, first?.after.id ?? '')}}`);
    },
  },
};

export const assignmentPlan = planOf(StockAssignment, assignmentExtension, entityNamed);

const named = z.object(holders).partial();

/** One draft per holder: the specification's lists name several, each with his quantity (2 §3). */
export function draftsOf(body: Values): Values[] {
  const { userCompanies, sites, ...rest } = body ?? {};
  const isNamed = rest.id != null || rest.agent != null || rest.site != null;
  if (isNamed || (userCompanies == null && sites == null)) return [rest];
  const parsed = named.safeParse({ userCompanies: userCompanies ?? [], sites: sites ?? [] });
  if (!parsed.success) {
    const violations = violationsOf(parsed.error, body);
    throw new Problem('invalid', violations[0]?.message ?? '', { violations });
  }
  const made = [
    ...(parsed.data.userCompanies ?? []).map(({ agent, quantityToAssign: quantity }) => ({ agent, quantity })),
    ...(parsed.data.sites ?? []).map(({ site, quantityToAssign: quantity }) => ({ site, quantity })),
  ];
  // An id chosen by the client names one row only (decision 86).
  const { newId, ...shared } = rest;
  if (made.length === 0) return [rest];
  return made.map((holder, index) => ({
    ...shared,
    ...holder,
    ...(newId !== undefined && index === 0 ? { newId } : {}),
  }));
}

export const saveAssignmentRows = (bodies: readonly Values[], call: Call): Promise<Saved<typeof StockAssignment>[]> =>
  saveMany(assignmentPlan, bodies.flatMap(draftsOf), call, {
    pathOf: (index) => `stockReferenceAssignments.${index}`,
  });

async function locked({ db, params }: Call): Promise<Assignment> {
  const { id } = params as { id: string };
  return (await lockRows(assignmentPlan, db, [id])).get(id.toLowerCase()) as Assignment;
}

interface Restitution {
  returned?: number | undefined;
  lost?: number | undefined;
  date?: string | undefined;
  comment?: string | undefined;
}

/** The rows of the references move with it, in the database. */
const settleSql = `update stock_assignments set quantity_returned = quantity_returned + $2, quantity_lost = quantity_lost + $3,
    restituted_at = coalesce($4::date, app_today()), comment = coalesce($5, comment), version = version + 1, updated_at = now()
  where agency_id = app_agency() and id = $1`;

export async function restitute(call: Call, { returned, lost = 0, date, comment }: Restitution): Promise<string> {
  const assignment = await locked(call);
  const { id, outstanding: out } = assignment;
  if (out === 0) throw new Problem('conflict', stockMessages.restituted);
  const back = returned ?? Math.max(0, out - lost);
  if (back + lost === 0) throw refused('returned', stockMessages.nothing);
  if (back + lost > out) throw refused(returned === undefined ? 'lost' : 'returned', stockMessages.tooMuch);
  if (date !== undefined && date > (await agencyToday(call.db)))
    throw refused('date', 'Une restitution se note le jour où elle a lieu, pas à l’avance.');
  if (date !== undefined && date < assignment.assignmentDate)
    throw refused('date', 'La restitution ne précède pas l’affectation.');
  await call.db.query({
    name: 'settle-assignment',
    text: settleSql,
    values: [id, back, lost, date ?? null, comment || null],
  });
  const changes = {
    quantityReturned: { before: assignment.quantityReturned, after: assignment.quantityReturned + back },
    ...(lost > 0 ? { quantityLost: { before: assignment.quantityLost, after: assignment.quantityLost + lost } } : {}),
  };
  await writeAudit(call.db, call, { entity: StockAssignment.name, id, action: 'restitute', changes });
  return id;
}

/** A restitution noted by mistake: the pieces leave the stock again, if they are still there. */
export async function takeBack(call: Call): Promise<string> {
  const assignment = await locked(call);
  const { id, quantityReturned, quantityLost } = assignment;
  if (quantityReturned + quantityLost === 0) throw new Problem('conflict', stockMessages.notRestituted);
  const moved = new Movements();
  moved.add(assignment.stockReference.id, -quantityReturned);
  await refuseShortage(call.db, moved);
  await call.db.query({
    name: 'take-back-assignment',
    text: `update stock_assignments set quantity_returned = 0, quantity_lost = 0, restituted_at = null, version = version + 1, updated_at = now()
      where agency_id = app_agency() and id = $1`,
    values: [id],
  });
  const changes = {
    quantityReturned: { before: quantityReturned, after: 0 },
    quantityLost: { before: quantityLost, after: 0 },
  };
  await writeAudit(call.db, call, { entity: StockAssignment.name, id, action: 'takeBack', changes });
  return id;
}
