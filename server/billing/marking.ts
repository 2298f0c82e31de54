// Issuing and marking with the version that was read.
import { issueInvoice, markEstimateSent, markInvoiceSent, markOrderSent } from '#core/billing/marking.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { refuseStale } from '#server/kernel/stale.ts';
import { estimatePlan } from './estimates.ts';
import { invoicePlan } from './invoices.ts';
import { orderPlan } from './orders.ts';
import { oneRow } from './sending.ts';

type Marked = Call & { params: { id: string }; input: { version?: number | undefined; sent?: boolean | undefined } };

async function marked<E extends Entity>(plan: Plan<E>, move: string, call: Marked): Promise<never> {
  const row = await oneRow(plan, call);
  const right = plan.of.machine?.moves[move]?.right as Right;
  if (!can(call.asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
  await refuseStale(plan, row, call.input.version, call);
  const { id } = row as { id: string };
  await moveMany(plan, [id], move, call);
  return new RawJson(`{"${plan.of.name}":${await readRow(plan, call, id)}}`) as never;
}

const moveOf = ({ input }: Marked): string => (input.sent === false ? 'unsent' : 'sent');

export const markingHandlers: Handler[] = [
  handle(issueInvoice, (call) => marked(invoicePlan, 'issue', call as unknown as Marked)),
  handle(markInvoiceSent, (call) => marked(invoicePlan, moveOf(call), call)),
  handle(markEstimateSent, (call) => marked(estimatePlan, moveOf(call), call)),
  handle(markOrderSent, (call) => marked(orderPlan, moveOf(call), call)),
];
