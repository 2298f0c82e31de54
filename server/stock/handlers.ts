// Stock: several rows at once, restitutions, removals, holders, and the sheets of codes.
import { Agent } from '#core/agents/agent.ts';
import { Problem } from '#core/kernel/problem.ts';
import { Site } from '#core/sites/site.ts';
import { StockAction } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import {
  deleteAction,
  deleteAssignment,
  deleteReference,
  downloadStockCodes,
  generateReference,
  mostCodes,
  readAction,
  readAgentAssignments,
  readSiteAssignments,
  restituteAssignment,
  saveActions,
  saveAgentAssignments,
  saveAssignments,
  saveSiteAssignments,
  takeBackAssignment,
} from '#core/stock/calls.ts';
import { StockReference } from '#core/stock/reference.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { named, type Plan } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { actionPlan, refuseRemovalOf } from './actions.ts';
import { assignmentPlan, restitute, saveAssignmentRows, takeBack } from './assignments.ts';
import { peekReference, referencePlan } from './references.ts';

type Values = Record<string, unknown>;

const raw = (text: string): never => new RawJson(text) as never;
const any = (call: unknown): Call => call as Call;

/** In the order of the ids, in one statement. */
const rowsOf = async (plan: Plan, call: Call, ids: readonly string[]): Promise<string> => {
  const rows = await call.db.query<{ row: { id: string } }>(named(plan.readerFor(call).byIds, [ids]));
  const known = new Map(rows.map(({ row }) => [row.id, row]));
  return JSON.stringify(ids.flatMap((id) => known.get(id) ?? []));
};

const oneOf = async (plan: Plan, call: Call, id: string): Promise<never> =>
  raw(`{"${plan.of.name}":${await readRow(plan, call, id)}}`);

/** A holder with his assignments, the current ones first. */
interface Holder {
  of: typeof Agent | typeof Site;
  key: 'agent' | 'site';
  name: 'fullname' | 'name';
}
const agents: Holder = { of: Agent, key: 'agent', name: 'fullname' };
const sites: Holder = { of: Site, key: 'site', name: 'name' };
const mostShown = 500;

async function holderOf({ of, key, name }: Holder, call: Call): Promise<{ id: string; name: string }> {
  const { id } = call.params as { id: string };
  const [found] = isUuid(id)
    ? await call.db.query<{ id: string; name: string }>({
        name: `stock-holder-${key}`,
        text: `select h.id, h.${name} as name from ${of.table} h where h.id = $1 and h.status <> 400`,
        values: [id],
      })
    : [];
  if (!found) throw new Problem('missing', of.missing);
  return found;
}

async function assignmentsOf(db: Db, key: Holder['key'], id: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: `stock-assignments-of-${key}`,
    text: `select a.id from stock_assignments a where a.${key}_id = $1 order by a.status, a.assignment_date desc, a.id limit ${mostShown}`,
    values: [id],
  });
  return rows.map((row) => row.id);
}

async function answerHolder(holder: Holder, call: Call): Promise<never> {
  const { id, name } = await holderOf(holder, call);
  const rows = await rowsOf(assignmentPlan, call, await assignmentsOf(call.db, holder.key, id));
  return raw(
    `{"${holder.key}":{"id":"${id}","${holder.name}":${JSON.stringify(name)},"stockReferenceAssignments":${rows}}}`,
  );
}

/** Those given are his, whatever they say; what an agent holds for a site is of both. */
async function saveFor(holder: Holder, call: Call): Promise<never> {
  const { id } = await holderOf(holder, call);
  const { id: sent, stockReferenceAssignments: given } = call.input as {
    id?: string;
    stockReferenceAssignments: Values[];
  };
  if (sent !== undefined && sent.toLowerCase() !== id)
    throw new Problem('invalid', 'Identifiant invalide', {
      violations: [{ path: 'id', message: 'Identifiant invalide' }],
    });
  const drafts = given.map(({ userCompanies: _a, sites: _s, ...draft }) => ({ ...draft, [holder.key]: { id } }));
  if (drafts.length > 0) await saveAssignmentRows(drafts, call);
  return answerHolder(holder, call);
}

export const stockHandlers: Handler[] = [
  handle(generateReference, async ({ db }) => ({ reference: await peekReference(db) })),

  handle(deleteReference, async (call) => {
    await moveMany(referencePlan, [call.params.id], 'delete', any(call));
  }),

  handle(downloadStockCodes, async (call) => {
    const { stockReferences: asked, qrCodeCountByRow: byRow, size, margin } = call.input;
    const found = await call.db.query<{ id: string; title: string; reference: string | null }>({
      name: 'stock-codes',
      text: 'select id, title, reference from stock_references where id = any ($1::uuid[])',
      values: [asked.map(({ id }) => id)],
    });
    const known = new Map(found.map((one) => [one.id, one]));
    if (asked.some(({ id }) => !known.has(id.toLowerCase()))) throw new Problem('missing', StockReference.missing);
    const { tenants } = call.services;
    // A telephone's camera opens the sheet of the reference.
    const sheet = `${tenants.urlOf(tenants.of(call.host))}/#/stocksReferences?open=`;
    const codes = asked.flatMap(({ id, qrCodesQuantity }) =>
      Array.from({ length: qrCodesQuantity }, () => {
        const { title, reference, id: own } = known.get(id.toLowerCase()) as (typeof found)[number];
        return { code: `${sheet}${own}`, title, place: reference ?? '' };
      }),
    );
    if (codes.length > mostCodes) throw new Problem('invalid', `${mostCodes} QR codes au plus en une fois`);
    const [house, about] = [await identityOf(call), 'QR codes du matériel'];
    const pdf = await draw('codesPdf', { about, codes, byRow, size, margin, house, now: call.now });
    return fileReply(pdf, `${about}.pdf`, 'application/pdf');
  }),

  handle(saveAssignments, async (call) => {
    const saved = await saveAssignmentRows(call.input.stockReferenceAssignments, any(call));
    const ids = saved.map(({ after }) => after.id);
    return raw(`{"${StockAssignment.plural}":${await rowsOf(assignmentPlan, any(call), ids)}}`);
  }),

  handle(deleteAssignment, async (call) => {
    await moveMany(assignmentPlan, [call.params.id], 'delete', any(call));
  }),

  handle(restituteAssignment, async (call) => oneOf(assignmentPlan, any(call), await restitute(any(call), call.input))),

  handle(takeBackAssignment, async (call) => oneOf(assignmentPlan, any(call), await takeBack(any(call)))),

  handle(saveActions, async (call) => {
    const { stockReference, actions } = call.input;
    const drafts = actions.map((action) =>
      stockReference && action.stockReference == null && action.id == null ? { ...action, stockReference } : action,
    );
    const saved = await saveMany(actionPlan, drafts, any(call), { pathOf: (index) => `actions.${index}` });
    const ids = saved.map(({ after }) => after.id);
    return raw(`{"${StockAction.plural}":${await rowsOf(actionPlan, any(call), ids)}}`);
  }),

  handle(deleteAction, async (call) => {
    await refuseRemovalOf(call.params.id, any(call));
    await moveMany(actionPlan, [call.params.id], 'delete', any(call));
  }),

  handle(readAction, async (call) => {
    const { id, actionId } = call.params;
    const [found] =
      isUuid(id) && isUuid(actionId)
        ? await call.db.query({
            name: 'stock-action-of',
            text: 'select 1 from stock_actions where id = $2 and stock_reference_id = $1',
            values: [id, actionId],
          })
        : [];
    if (!found) throw new Problem('missing', StockAction.missing);
    return oneOf(actionPlan, any(call), actionId);
  }),

  handle(readAgentAssignments, (call) => answerHolder(agents, any(call))),
  handle(readSiteAssignments, (call) => answerHolder(sites, any(call))),
  handle(saveAgentAssignments, (call) => saveFor(agents, any(call))),
  handle(saveSiteAssignments, (call) => saveFor(sites, any(call))),
];
