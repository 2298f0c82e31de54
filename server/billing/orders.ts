// Purchase orders to agents: their totals, numbers, papers and mails (X-033 to X-042).
import { filledIn } from '#core/agencies/templates.ts';
import {
  copyPurchaseOrder,
  previewPurchaseOrder,
  printPurchaseOrder,
  readOrderLetter,
  sendPurchaseOrders,
} from '#core/billing/order-calls.ts';
import { cancelledOrder, PurchaseOrder } from '#core/billing/purchase-order.ts';
import { numberToken, sendingMessages, usualMessage, usualSubject } from '#core/billing/sending.ts';
import { draftNumber } from '#core/billing/states.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { addressesIn, frenchDay } from '#core/kernel/validators.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle, RawJson } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { alias, type Plan, planOf } from '#server/kernel/plan.ts';
import { putWords, saveMany } from '#server/kernel/save.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { linesCopied, preview } from './drafts.ts';
import { print } from './handlers.ts';
import { takeNumber } from './numbering.ts';
import { printedOfOrder, readOrderPapers, vatLabelOf } from './papers.ts';
import { type Letter, lockAll, lockRead, oneRow, refuseShared, writeLetters } from './sending.ts';
import { fillTotals } from './totals.ts';

type OrderRow = Row<typeof PurchaseOrder>;

/** It leaves the draft: its number stays, even if it comes back; what left is printed as it was. */
const leaving: ReadonlySet<string> = new Set(['sent', 'validate']);
const sentAfter: Readonly<Record<string, boolean>> = { sent: true, unsent: false };

export const purchaseOrderExtension: Extension<typeof PurchaseOrder> = {
  computed: { vatLabel: vatLabelOf },
  beforeSave: (rows, { db }) => fillTotals(rows, db),
  async afterMove(move, rows, { db, now }) {
    if (!leaving.has(move) && move !== 'unsent') return;
    for (const { id, number } of rows) {
      const numbered = number === draftNumber && leaving.has(move) ? (await takeNumber(db, 'BC')).number : null;
      await db.query({
        name: `follow-order-${leaving.has(move) ? 'left' : 'back'}`,
        text: `update purchase_orders i set number = coalesce($2, i.number), sent = coalesce($3, i.sent),
            sent_at = case when $3 then $4::timestamptz when $3 is false then null else i.sent_at end,
            printed = ${leaving.has(move) ? `coalesce(i.printed, ${printedOfOrder})` : 'null'}
          where i.agency_id = app_agency() and i.id = $1`,
        values: [id, numbered, sentAfter[move] ?? null, now],
      });
    }
    await putWords(
      orderPlan,
      db,
      `${alias}.id = any ($1::uuid[])`,
      rows.map(({ id }) => id),
    );
  },
};

export const orderPlan = planOf(PurchaseOrder, purchaseOrderExtension, entityNamed);

interface Party extends Record<string, unknown> {
  id: string;
  agency: string;
  usual: string | null;
  subject: string | null;
  agent: string | null;
  customer: string | null;
  name: string;
}

/** X-040: the agent and the customer concerned, each address once; unless the order names its own recipients. */
async function usualLetters(db: Db, rows: readonly OrderRow[]): Promise<Map<string, Letter>> {
  const parties = await db.query<Party>({
    name: 'parties-of-orders',
    text: `select o.id, g.name as agency, g.purchase_order_message as usual, g.purchase_order_subject as subject, lower(nullif(a.email, '')) as agent, lower(nullif(c.email, '')) as customer,
        a.firstname || ' ' || a.lastname as name
      from purchase_orders o join agencies g on g.id = o.agency_id join agents a on a.agency_id = o.agency_id and a.id = o.agent_id
        left join customers c on c.agency_id = o.agency_id and c.id = o.customer_id
      where o.agency_id = app_agency() and o.id = any ($1::uuid[])`,
    values: [rows.map(({ id }) => id)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    parties.map(({ id, agency, usual, subject, agent, customer, name }) => {
      const row = byId.get(id) as OrderRow;
      const own = addressesIn(row.to);
      const template = row.message?.trim() || usual?.trim() || usualMessage('agentPurchaseOrder');
      const filled = (text: string): string =>
        filledIn(text, {
          ...{ agence: agency, destinataire: name, date: frenchDay(row.date), numero: numberToken },
          document: `Bon de commande ${numberToken}`,
        });
      const letter: Letter = {
        to: own.length > 0 ? own : [...new Set([agent, customer].filter((one) => one !== null))],
        subject: filled(subject?.trim() || usualSubject('agentPurchaseOrder'))
          .replace(/\s+/g, ' ')
          .trim(),
        message: filled(template),
      };
      return [id, letter];
    }),
  );
}

export const orderHandlers: Handler[] = [
  handle(printPurchaseOrder, (call) => print(PurchaseOrder, call, readOrderPapers)),
  handle(previewPurchaseOrder, (call) =>
    preview(orderPlan as unknown as Plan, 'editAgentPurchaseOrder', call, readOrderPapers),
  ),

  handle(copyPurchaseOrder, async (call) => {
    const row = await oneRow(orderPlan, call);
    const { title, reference, vatExemption, agent, customer, message } = row;
    const draft = {
      ...linesCopied(row),
      ...{ title, reference, vatExemption, message, agent: { id: agent.id } },
      customer: customer && { id: customer.id },
      date: await agencyToday(call.db),
    };
    const [saved] = await saveMany(orderPlan, [draft], call);
    return new RawJson(`{"purchaseOrder":${await readRow(orderPlan, call, saved?.after.id ?? '')}}`) as never;
  }),

  handle(readOrderLetter, async (call) => {
    const row = await oneRow(orderPlan, call);
    const { to, subject, message } = (await usualLetters(call.db, [row])).get(row.id) as Letter;
    const named = (text: string): string =>
      row.number === draftNumber ? text : text.replaceAll(numberToken, row.number);
    return { to, subject: named(subject), message: named(message) };
  }),

  handle(sendPurchaseOrders, async (call) => {
    const { input, db } = call;
    refuseShared(input);
    const rows = await lockRead(orderPlan, input, call);
    if (rows.some(({ status }) => status === cancelledOrder))
      throw new Problem('conflict', sendingMessages.cancelledOrder);
    const waiting = rows.filter(({ sent }) => !sent).map(({ id }) => id);
    if (waiting.length > 0) await moveMany(orderPlan, waiting, 'sent', call);
    const numbered = await lockAll(orderPlan, input.ids, db);
    const usual = await usualLetters(db, numbered);
    const outgoing = numbered.map(({ id, number, agent }) => ({
      ...{ id, number, whose: agent.name, usual: usual.get(id) as Letter },
    }));
    await writeLetters(PurchaseOrder, outgoing, { ...input, kind: 'SEND' }, call, sendingMessages.noAddress);
    return { sent: rows.length, issued: 0 };
  }),
];
