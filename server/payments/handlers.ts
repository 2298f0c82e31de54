// The calls of the platform on its invoices, and of agencies that pay them.
import { compare, sum } from '#core/kernel/money.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import {
  isChosen,
  listBuyerMethods,
  markAgencyInvoiceSent,
  type PaymentDraft,
  previewAgencyInvoice,
  printAgencyInvoice,
  saveAgencyInvoice,
  savePartialPayments,
} from '#core/payments/invoice-calls.ts';
import { methodLabel } from '#core/payments/method-calls.ts';
import { confirmPayment, fixPayments, readPaymentIntent } from '#core/payments/payment-calls.ts';
import { mayFollow, type PaymentOutcome, type PaymentStatus, paymentStatuses } from '#core/payments/statuses.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { paperName } from '#server/billing/printing.ts';
import type { Db } from '#server/db/database.ts';
import { changesBetween } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { refusePlatform } from '#server/kernel/scope.ts';
import { refuseStale } from '#server/kernel/stale.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { platformContext } from './as-platform.ts';
import { collect } from './charging.ts';
import { askCancel, askCollect, fixPaymentsOf } from './clock.ts';
import { askLiftSuspension } from './dunning.ts';
import { agencyInvoicePlan, audit, insertPayments, issueAgencyInvoice, refreshInvoice } from './invoicing.ts';
import { isValidMethod, type MethodRow, methodsSql, shownMethod, waysOf } from './methods.ts';
import { agencyInvoicePdf, drawAgencyPaper, readPapers } from './papers.ts';
import { previewPaper } from './preview.ts';
import { providersOf } from './providers.ts';
import { atProvider } from './setups.ts';

const answer = async (call: Pick<Call, 'asker' | 'context' | 'db'>, id: string): Promise<never> =>
  new RawJson(`{"agencyInvoice":${await readRow(agencyInvoicePlan, call, id)}}`) as never;

interface Stored extends Record<string, unknown> {
  id: string;
  date: string;
  amount: number;
  note: string | null;
  status: PaymentStatus;
  method: string | null;
  attempts: number;
}

interface Head extends Record<string, unknown> {
  id: string;
  version: number;
  buyer: string;
  total: number;
  type: string;
}

async function lockHead(call: Call, id: string, version: number | undefined): Promise<Head> {
  const [row] = await call.db.query<Head>({
    name: 'lock-agency-invoice-head',
    text: 'select id, version, buyer_id as buyer, total::float8 as total, type from agency_invoices where agency_id = app_agency() and id = $1 for update',
    values: [id],
  });
  if (!row) throw new Problem('missing', paymentMessages.missingInvoice);
  await refuseStale(agencyInvoicePlan, row as never, version, call);
  return row;
}

const at = (index: number, field: string, message: string): Violation => ({
  path: `partialPayments.${index}.${field}`,
  message,
});

/** What the draft changes of a stored payment is allowed by its status (Z-036, Z-037). */
function violationsOf(drafts: readonly PaymentDraft[], stored: readonly Stored[]): Violation[] {
  return drafts.flatMap((draft, index) => {
    const before = draft.id === undefined ? null : stored.find(({ id }) => id === draft.id);
    if (before === undefined) return [at(index, 'id', paymentMessages.missingPayment)];
    const status = draft.status ?? before?.status ?? 'COMING_SOON';
    if (!(status in paymentStatuses)) return [at(index, 'status', paymentMessages.notChosen)];
    if (status !== before?.status && !isChosen(status)) return [at(index, 'status', paymentMessages.notChosen)];
    if (!before) return [];
    const { counts } = paymentStatuses[before.status];
    const isOther = compare(draft.amount, before.amount) !== 0;
    if ((counts || before.status === 'CANCELLED_MANUALLY') && (isOther || status !== before.status))
      return [at(index, isOther ? 'amount' : 'status', paymentMessages.held)];
    // Z-037
    const rest = { date: before.date, note: before.note, paymentMethod: before.method };
    const changed = Object.entries(rest).find(([name, value]) => {
      const sent = draft[name as keyof typeof rest];
      return sent !== undefined && (sent || null) !== value;
    });
    if (counts && changed) return [at(index, changed[0], paymentMessages.held)];
    if (isOther && before.attempts > 0) return [at(index, 'amount', paymentMessages.held)];
    return mayFollow(before.status, status as PaymentStatus) ? [] : [at(index, 'status', paymentMessages.notChosen)];
  });
}

const refuse = (violations: readonly Violation[]): void => {
  const [first] = violations;
  if (first) throw new Problem('invalid', first.message, { violations: [...violations] });
};

/** What the history says of its payments: who settled or cancelled how much. */
async function paidNow(call: Call, id: string): Promise<Record<string, unknown>> {
  const { status, balance, partialPayments } = JSON.parse((await readRow(agencyInvoicePlan, call, id)) ?? '{}');
  return { status, balance, partialPayments };
}

/** All payments of an invoice, as they are to be. Those that are due are triggered (AB-017). */
async function savePayments(call: Call, id: string, version: number | undefined, drafts: readonly PaymentDraft[]) {
  const { db } = call;
  const head = await lockHead(call, id, version);
  if (head.type !== 'facture') throw new Problem('conflict', paymentMessages.notPayable);
  const before = await paidNow(call, id);
  const stored = await db.query<Stored>({
    name: 'stored-payments',
    text: `select id, date::text, amount::float8 as amount, note, status, method_id as method, attempts from agency_payments
      where agency_id = app_agency() and agency_invoice_id = $1 for update`,
    values: [id],
  });
  refuse(violationsOf(drafts, stored));
  const named = new Set(drafts.map((draft) => draft.id));
  const gone = stored.filter((one) => !named.has(one.id));
  const held = gone.find(({ status, attempts }) => paymentStatuses[status].counts || attempts > 0);
  if (held) refuse([{ path: 'partialPayments', message: paymentMessages.held }]);
  const next = drafts.map((draft) => ({
    draft,
    before: stored.find((one) => one.id === draft.id) ?? null,
    status: (draft.status ?? stored.find((one) => one.id === draft.id)?.status ?? 'COMING_SOON') as PaymentStatus,
  }));
  const alive = next.filter(({ status }) => status !== 'CANCELLED_MANUALLY');
  const asked = sum(alive.map(({ draft }) => draft.amount));
  if (compare(asked, head.total) > 0) refuse([{ path: 'partialPayments', message: paymentMessages.tooMuch }]);
  if (alive.length > 0 && compare(asked, head.total) < 0)
    refuse([{ path: 'partialPayments', message: 'Les paiements doivent couvrir le total, ou être tous annulés.' }]);
  await refuseMethods(db, head.buyer, drafts, stored);
  await db.query({
    name: 'remove-payments',
    text: 'delete from agency_payments where agency_id = app_agency() and agency_invoice_id = $1 and id = any ($2::uuid[])',
    values: [id, gone.map((one) => one.id)],
  });
  await db.query({
    name: 'update-payments',
    text: `update agency_payments p set date = x.date, amount = x.amount, note = x.note, method_id = x.method, status = x.status, updated_at = now(),
        error = case when x.status = p.status then p.error end, next_try_at = case when x.status = p.status then p.next_try_at end,
        authentication_required = p.authentication_required and x.status = p.status,
        settled_at = case when x.status = 'VALIDATED_MANUALLY' then coalesce(p.settled_at, now()) else p.settled_at end
      from json_to_recordset($1) as x (id uuid, date date, amount numeric, note text, method uuid, status text)
      where p.agency_id = app_agency() and p.id = x.id`,
    values: [
      JSON.stringify(
        next.flatMap(({ draft, before, status }) =>
          before
            ? [
                {
                  id: before.id,
                  date: draft.date,
                  amount: draft.amount,
                  note: draft.note ?? null,
                  method: draft.paymentMethod ?? null,
                  status,
                },
              ]
            : [],
        ),
      ),
    ],
  });
  await insertPayments(
    db,
    id,
    head.buyer,
    next.flatMap(({ draft, before, status }) =>
      before
        ? []
        : [
            {
              date: draft.date,
              amount: draft.amount,
              note: draft.note ?? null,
              method: draft.paymentMethod ?? null,
              status,
            },
          ],
    ),
  );
  await trigger(call, id, head.buyer);
  const changes = changesBetween(before, await paidNow(call, id), new Set());
  if (Object.keys(changes).length > 0) await audit(db, id, 'editPayments', changes, call.caller);
}

/** Decision 101: « À venir » of today or before is « En attente », and asked of the provider. */
async function trigger(call: Call, id: string, buyer: string): Promise<void> {
  const { db, services } = call;
  await db.query({
    name: 'trigger-payments',
    text: `update agency_payments set status = 'PENDING', updated_at = now()
      where agency_id = app_agency() and agency_invoice_id = $1 and status = 'COMING_SOON' and date <= app_today()`,
    values: [id],
  });
  const rows = await db.query<{ id: string; status: PaymentStatus }>({
    name: 'triggered-payments',
    text: `select id, status from agency_payments where agency_id = app_agency() and agency_invoice_id = $1`,
    values: [id],
  });
  const of = (...wanted: PaymentStatus[]): string[] =>
    rows.flatMap((row) => (wanted.includes(row.status) ? [row.id] : []));
  const status = await refreshInvoice(db, id, call.caller);
  await askCollect(db, services, of('PENDING'));
  await askCancel(db, services, of('CANCELLED_MANUALLY', 'VALIDATED_MANUALLY'));
  if (paymentStatuses[status].settled || status === 'CANCELLED_MANUALLY') await askLiftSuspension(db, services, buyer);
}

/** Of another agency, or chosen although it is no longer valid (Z-020). */
async function refuseMethods(
  db: Db,
  buyer: string,
  drafts: readonly PaymentDraft[],
  stored: readonly Stored[],
): Promise<void> {
  const named = drafts.flatMap(({ paymentMethod }) => (paymentMethod ? [paymentMethod] : []));
  if (named.length === 0) return;
  const own = await db.query<{ id: string; enabled: boolean }>({
    name: 'methods-of-buyer',
    text: `select m.id, ${isValidMethod} as enabled from payment_methods m where m.agency_id = $1 and m.removed_at is null and m.id = any ($2::uuid[])`,
    values: [buyer, named],
  });
  refuse(
    drafts.flatMap(({ id, paymentMethod }, index) => {
      if (!paymentMethod) return [];
      const chosen = own.find((one) => one.id === paymentMethod.toLowerCase());
      if (!chosen) return [at(index, 'paymentMethod', paymentMessages.missingMethod)];
      const isNew = stored.find((one) => one.id === id)?.method !== chosen.id;
      return isNew && !chosen.enabled ? [at(index, 'paymentMethod', paymentMessages.notValid)] : [];
    }),
  );
}

/** A past day would be replaced by today without a word. */
async function refuseLate(db: Db, dueDate: string): Promise<void> {
  if (dueDate < (await agencyToday(db))) refuse([{ path: 'dueDate', message: paymentMessages.lateDue }]);
}

const linesOf = (items: readonly { title: string; quantity: number; price: number; vat: number }[]) =>
  items.map(({ title, quantity, price, vat }) => ({
    ...{ offerId: null, label: title, quantity, unitPrice: price, vatRate: vat },
  }));

/** A payment of the caller's agency, seen through its row policy. */
interface OwnPayment extends Record<string, unknown> {
  id: string;
  invoice: string;
  status: PaymentStatus;
}
async function ownPayment({ db, params }: Call & { params: { id: string } }): Promise<OwnPayment> {
  const [row] = isUuid(params.id)
    ? await db.query<OwnPayment>({
        name: 'own-payment',
        text: 'select id, agency_invoice_id as invoice, status from agency_payments where buyer_id = app_agency() and id = $1',
        values: [params.id],
      })
    : [];
  if (!row) throw new Problem('missing', paymentMessages.missingPayment);
  return row;
}

const outcomeOfStatus = (status: PaymentStatus): PaymentOutcome =>
  paymentStatuses[status].settled
    ? 'succeeded'
    : status === 'PROCESSING'
      ? 'processing'
      : status === 'CANCELLED_MANUALLY'
        ? 'cancelled'
        : 'failed';

export const paymentHandlers: Handler[] = [
  handle(saveAgencyInvoice, async (call) => {
    const { input, db, caller } = call;
    if ('id' in input) {
      await savePayments(call, input.id, input.version, input.partialPayments);
      return answer(call, input.id);
    }
    const { agency, items, dueDate, note, partialPayments } = input;
    await refuseLate(db, dueDate);
    const { id } = await issueAgencyInvoice(db, {
      ...{ buyerId: agency.id, lines: linesOf(items), dueAt: dueDate, note: note ?? null, caller },
    });
    if (partialPayments) {
      refuse(
        partialPayments.flatMap((draft, index) => (draft.id ? [at(index, 'id', paymentMessages.missingPayment)] : [])),
      );
      await savePayments(call, id, undefined, partialPayments);
    } else await trigger(call, id, agency.id);
    return answer(call, id);
  }),

  handle(savePartialPayments, async (call) => {
    const { id, version, partialPayments } = call.input;
    await savePayments(call, id, version, partialPayments);
    return answer(call, id);
  }),

  handle(previewAgencyInvoice, async ({ input, db, services }) => {
    const { agency, items, dueDate, note } = input;
    await refuseLate(db, dueDate);
    const paper = await previewPaper(db, {
      buyerId: agency.id,
      lines: linesOf(items),
      dueAt: dueDate,
      note: note ?? null,
    });
    const content = await drawAgencyPaper(paper, services);
    return fileReply(content, paperName(paper), 'application/pdf') as never;
  }),

  handle(markAgencyInvoiceSent, async (call) => {
    const { params, input, db, now } = call;
    if (!isUuid(params.id)) throw new Problem('missing', paymentMessages.missingInvoice);
    await lockHead(call, params.id, input.version);
    const sent = input.sent ?? true;
    await db.query({
      name: 'mark-agency-invoice-sent',
      text: `update agency_invoices set sent = $2, sent_at = case when $2 then $3::timestamptz end, version = version + 1, updated_at = $3 where agency_id = app_agency() and id = $1`,
      values: [params.id, sent, now],
    });
    await audit(db, params.id, 'edit', { sent: { before: !sent, after: sent } }, call.caller);
    return answer(call, params.id);
  }),

  handle(printAgencyInvoice, async (call) => {
    const { params, services } = call;
    // Seen under the caller's policies, drawn as the platform.
    if ((await readRow(agencyInvoicePlan, call, params.id)) === null)
      throw new Problem('missing', paymentMessages.missingInvoice);
    const [paper] = await readPapers({ query: (statement) => services.database.read(platformContext, statement) }, [
      params.id,
    ]);
    if (!paper) throw new Problem('missing', paymentMessages.missingInvoice);
    return fileReply(await agencyInvoicePdf(paper, services), paperName(paper), 'application/pdf') as never;
  }),

  handle(listBuyerMethods, async ({ params, db, services }) => {
    const [buyer] = isUuid(params.id)
      ? await db.query({ name: 'buyer', text: 'select 1 from agencies where id = $1', values: [params.id] })
      : [];
    if (!buyer) throw new Problem('missing', 'Agence introuvable');
    const rows = await db.query<MethodRow>({ name: 'buyer-methods', text: methodsSql, values: [params.id] });
    return {
      paymentMethods: rows.map((row) => ({
        ...{ id: row.id, label: methodLabel(shownMethod(row)), enabled: row.enabled, isDefault: row.isDefault },
      })),
      ...waysOf(services.environment),
    };
  }),

  handle(readPaymentIntent, async (call) => {
    const payment = await ownPayment(call);
    const { services } = call;
    const [charge] = await services.database.read<{ provider: 'stripe' | 'gocardless'; ref: string }>(platformContext, {
      name: 'last-charge',
      text: `select provider, ref from payment_charges where agency_id = app_agency() and agency_payment_id = $1 and ref is not null order by created_at desc limit 1`,
      values: [payment.id],
    });
    const provider = charge && providersOf(services.environment)[charge.provider];
    if (!provider) return { id: payment.id, status: outcomeOfStatus(payment.status), redirectUrl: null, message: null };
    const { state, redirectUrl, message } = await atProvider(provider.read(charge.ref));
    return { id: payment.id, status: state, redirectUrl, message };
  }),

  handle(confirmPayment, async (call) => {
    refusePlatform(call);
    const { services, host, context } = call;
    const payment = await ownPayment(call);
    await services.database.transaction(platformContext, async (db) => {
      const rows = await db.query<{ invoice: string }>({
        name: 'payment-asked-again',
        text: `update agency_payments set status = 'PENDING', method_id = null, next_try_at = null, updated_at = now()
          where agency_id = app_agency() and id = $1 and buyer_id = $2 and status in ('ERROR', 'COMING_SOON', 'PENDING') returning agency_invoice_id as invoice`,
        values: [payment.id, context.agency],
      });
      for (const { invoice } of rows) await refreshInvoice(db, invoice);
    });
    const { tenants } = services;
    const returnUrl = `${tenants.urlOf(tenants.of(host))}/payment-return?to=invoice&id=${payment.invoice}`;
    const outcome = await atProvider(collect(services, payment.id, { returnUrl }));
    if (outcome) {
      const { state, redirectUrl, message } = outcome;
      return { id: payment.id, status: state, redirectUrl, message };
    }
    const now = await ownPayment(call);
    return { id: payment.id, status: outcomeOfStatus(now.status), redirectUrl: null, message: null };
  }),

  handle(fixPayments, ({ services, context }) => atProvider(fixPaymentsOf(services, context.agency as string))),
];
