// Recurring invoices: the model that leaves the lists, and the drafts that the night makes of it (Y-001 to Y-011).
import { type Invoice, isIssued, uncheckedInvoice } from '#core/billing/invoice.ts';
import {
  endedRecurrence,
  InvoiceRecurrence,
  interruptedRecurrence,
  recurrenceMessages,
  runningRecurrence,
} from '#core/billing/recurrence.ts';
import { generatedInvoices } from '#core/billing/recurrence-calls.ts';
import { daysLater, namedAs, namingOf, nextFrom, type Schedule, usualNaming } from '#core/billing/schedule.ts';
import { draftNumber } from '#core/billing/states.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson, type Services } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { type Among, list, readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { alias, type Plan, planOf } from '#server/kernel/plan.ts';
import { lockRows, save, saveMany, type Writing } from '#server/kernel/save.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { billingInvoices } from './billed.ts';
import { copied } from './drafts.ts';
import { invoicePlan } from './invoices.ts';
import { oneRow } from './sending.ts';

type RecurrenceRow = Row<typeof InvoiceRecurrence>;
type InvoiceRow = Row<typeof Invoice>;

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/** A draft becomes the model; what is issued is copied. */
async function modelOf(id: string, call: Call): Promise<InvoiceRow> {
  const { db } = call;
  const chosen = (await lockRows(invoicePlan, db, [id])).get(id.toLowerCase()) as InvoiceRow;
  if (chosen.type !== 'facture') throw invalid('invoice', recurrenceMessages.notAnInvoice);
  if (chosen.isModel) throw invalid('invoice', recurrenceMessages.taken);
  // A model is never issued: what it bills would be lost.
  if (!isIssued(chosen) && (await billingInvoices(db, [chosen.id])).size > 0)
    throw invalid('invoice', recurrenceMessages.bills);
  const { orderNumber, buyerReference, date } = chosen;
  const model = isIssued(chosen)
    ? ((await saveMany(invoicePlan, [{ ...copied(chosen), date, orderNumber, buyerReference }], call))[0]
        ?.after as InvoiceRow)
    : chosen;
  await db.query({
    name: 'make-model',
    text: 'update invoices set is_model = true, status = 100, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1',
    values: [model.id],
  });
  return { ...model, number: chosen.number };
}

const freeModel = (id: string, db: Db): Promise<unknown> =>
  db.query({
    name: 'free-model',
    text: 'update invoices set is_model = false, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1',
    values: [id],
  });

const scheduleOf = ({ draft, current }: Pending<typeof InvoiceRecurrence>): Schedule => ({
  startAt: draft.startAt ?? (current as RecurrenceRow).startAt,
  endAt: draft.endAt === undefined ? (current?.endAt ?? null) : draft.endAt,
  frequencyRhythm: draft.frequencyRhythm ?? current?.frequencyRhythm ?? 3,
  frequency: draft.frequency ?? current?.frequency ?? 1,
});

const isSame = (one: Schedule, other: Schedule): boolean =>
  (['startAt', 'endAt', 'frequencyRhythm', 'frequency'] as const).every((key) => one[key] === other[key]);

const lastBilled = async (db: Db, id: string): Promise<string | null> =>
  (
    await db.query<{ day: string | null }>({
      name: 'last-billed-period',
      text: 'select max(day)::text as day from invoice_recurrence_runs where agency_id = app_agency() and recurrence_id = $1',
      values: [id],
    })
  )[0]?.day ?? null;

/** Not before today, nor a day that was billed. */
async function nextOf(id: string, schedule: Schedule, today: string, db: Db): Promise<string | null> {
  const last = await lastBilled(db, id);
  return nextFrom(schedule, last !== null && last >= today ? daysLater(last, 1) : today);
}

/** Who left is not billed again by a subscription that waited. */
async function refuseArchived(customers: readonly string[], db: Db): Promise<void> {
  if (customers.length === 0) return;
  const [left] = await db.query<{ name: string }>({
    name: 'archived-subscribers',
    text: 'select name from customers where agency_id = app_agency() and id = any ($1::uuid[]) and status = 300 order by name limit 1',
    values: [customers],
  });
  if (left)
    throw new Problem('conflict', `${left.name} est archivé : réactivez ce client avant de reprendre l’abonnement.`);
}

export const recurrenceExtension: Extension<typeof InvoiceRecurrence> = {
  computed: {
    price: (t) => `(select m.price from invoices m where m.agency_id = ${t}.agency_id and m.id = ${t}.invoice_id)`,
    generatedCount: (t) =>
      `(select count(*)::integer from invoice_recurrence_runs r where r.agency_id = ${t}.agency_id and r.recurrence_id = ${t}.id and r.invoice_id is not null)`,
    generatedInvoices: (t) =>
      `(select coalesce(json_agg(json_build_object('id', i.id, 'date', r.day::text, 'number', i.number, 'total', i.total) order by r.day), '[]')
        from invoice_recurrence_runs r join invoices i on i.agency_id = r.agency_id and i.id = r.invoice_id where r.agency_id = ${t}.agency_id and r.recurrence_id = ${t}.id)`,
  },
  async beforeSave(rows, call) {
    const today = await agencyToday(call.db);
    for (const row of rows) {
      const { draft, current, id } = row;
      // Another invoice may take its place: the former model is a plain draft again.
      if (current === null || (draft.invoice && draft.invoice.id !== current.invoice.id)) {
        if (current) await freeModel(current.invoice.id, call.db);
        const model = await modelOf((draft.invoice as { id: string }).id, call);
        draft.invoice = { id: model.id };
        draft.customer = model.customer;
        draft.referenceNumber = model.number === draftNumber ? null : model.number;
        if (!(draft.name ?? current?.name)) draft.name = model.title || model.customer.name;
      }
      const schedule = scheduleOf(row);
      if (current === null || !isSame(schedule, scheduleOf({ ...row, draft: {} })))
        draft.nextOn = await nextOf(id, schedule, today, call.db);
    }
  },
  operations: {
    // Y-008: a save may interrupt it and let it run again.
    save: async (plan, call) => {
      const { status, ...input } = (call.input ?? {}) as { id?: string; status?: unknown };
      const saved = await save(plan, { ...call, input } as Call);
      const move = status === interruptedRecurrence ? 'interrupt' : status === runningRecurrence ? 'resume' : null;
      const { id, status: now } = JSON.parse(saved.text)[InvoiceRecurrence.name] as { id: string; status: number };
      if (move === null || status === now) return saved;
      await moveMany(recurrencePlan, [id], move, call);
      return new RawJson(`{"${InvoiceRecurrence.name}":${await readRow(plan, call, id)}}`);
    },
  },
  // An end that is moved into the future runs again; one that is past ends it at once (Y-011).
  async afterSave(rows, { db }) {
    const turned = await db.query<{ customer: string; status: number }>({
      name: 'run-recurrence-again',
      text: `update invoice_recurrences set status = case when end_at < app_today() then ${endedRecurrence} else ${runningRecurrence} end
        where agency_id = app_agency() and id = any ($1::uuid[])
          and case when end_at < app_today() then status = ${runningRecurrence} and next_on is null else status = ${endedRecurrence} and next_on is not null end
        returning customer_id as customer, status`,
      values: [rows.map(({ after }) => after.id)],
    });
    await refuseArchived(
      turned.flatMap(({ customer, status }) => (status === runningRecurrence ? [customer] : [])),
      db,
    );
  },
  async beforeMove(move, rows, { db }) {
    if (move !== 'resume') return;
    await refuseArchived(
      rows.map(({ customer }) => customer.id),
      db,
    );
  },
  // What fell due while it was interrupted is not billed.
  async afterMove(move, rows, { db }) {
    if (move !== 'resume') return;
    const today = await agencyToday(db);
    for (const row of rows)
      await db.query({
        name: 'resume-recurrence',
        text: 'update invoice_recurrences set next_on = $2 where agency_id = app_agency() and id = $1',
        values: [row.id, await nextOf(row.id, row, today, db)],
      });
  },
};

export const recurrencePlan = planOf(InvoiceRecurrence, recurrenceExtension, entityNamed);

/** One draft of one period, unless it was made. The lock on the subscription makes two jobs wait for each other. */
async function billPeriod(row: RecurrenceRow, day: string, by: Writing): Promise<void> {
  const { db } = by;
  const model = (await lockRows(invoicePlan, db, [row.invoice.id])).get(row.invoice.id) as InvoiceRow;
  const [billed] = await db.query({
    name: 'billed-period',
    text: 'select 1 from invoice_recurrence_runs where agency_id = app_agency() and recurrence_id = $1 and day = $2',
    values: [row.id, day],
  });
  if (billed) return;
  const { orderNumber, buyerReference } = model;
  const names = {
    referenceTitle: model.title ?? row.name ?? '',
    referenceNumber: row.referenceNumber ?? '',
    customer: model.customer.name,
  };
  const draft = {
    ...copied(model),
    ...{ orderNumber, buyerReference, date: day },
    title: namedAs(row.naming?.trim() || usualNaming, namingOf(names, day)) || null,
  };
  const [saved] = await saveMany(invoicePlan, [draft], by, { byServer: true });
  await db.query({
    name: 'bill-period',
    text: `with unchecked as (update invoices set status = ${uncheckedInvoice} where agency_id = app_agency() and id = $3)
      insert into invoice_recurrence_runs (agency_id, recurrence_id, day, invoice_id, created_at) values (app_agency(), $1, $2, $3, $4)`,
    values: [row.id, day, saved?.after.id, by.now],
  });
}

/** Every period that is due, also those of nights without a server; once each. */
async function billOne(id: string, by: Writing): Promise<void> {
  const { db } = by;
  const row = (await lockRows(recurrencePlan, db, [id])).get(id) as RecurrenceRow;
  if (row.status !== runningRecurrence) return;
  const today = await agencyToday(db);
  let next = row.nextOn;
  while (next !== null && next <= today) {
    await billPeriod(row, next, by);
    next = nextFrom(row, daysLater(next, 1));
  }
  const isOver = row.endAt !== null && row.endAt < today;
  if (next === row.nextOn && !isOver) return;
  await db.query({
    name: 'recurrence-billed',
    text: 'update invoice_recurrences set next_on = $2, status = $3, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1',
    values: [id, next, isOver ? endedRecurrence : runningRecurrence],
  });
  if (isOver)
    await writeAudit(db, by, {
      ...{ entity: InvoiceRecurrence.name, id, action: 'end' },
      changes: { status: { before: runningRecurrence, after: endedRecurrence } },
    });
}

export async function billRecurrences(agency: string, services: Services, now: Date): Promise<void> {
  const context = { ...nobody, agency };
  const { database, log } = services;
  const due = await database.transaction(context, async (db) =>
    (await isLocked(db, agency))
      ? []
      : db.query<{ id: string }>({
          name: 'due-recurrences',
          text: `select id from invoice_recurrences where agency_id = app_agency() and status = ${runningRecurrence} and (next_on <= app_today() or end_at < app_today()) order by next_on, id`,
        }),
  );
  const failed: unknown[] = [];
  // Each in a transaction of its own: one that fails keeps no other from being billed.
  for (const { id } of due)
    await database
      .transaction(context, (db) =>
        billOne(id, { caller: null, asker: { platform: null, profile: null }, context, now, services, db }),
      )
      .catch((error: unknown) => {
        log.failed('subscription not billed', error, { agency, recurrence: id });
        failed.push(error);
      });
  // Tried again by the queue; what was billed is not billed twice.
  if (failed.length > 0) throw failed[0];
}

export const billSubscriptions = job(
  'billSubscriptions',
  byClock,
  { label: 'Factures des abonnements', cron: { at: '0 2 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await billRecurrences(agency, services, new Date());
  },
);

export const recurrenceHandlers: Handler[] = [
  handle(generatedInvoices, async (call) => {
    const { id } = await oneRow(recurrencePlan, call);
    const among: Among = (bind) =>
      `${alias}.id in (select r.invoice_id from invoice_recurrence_runs r where r.agency_id = app_agency() and r.recurrence_id = ${bind(id, 'uuid')})`;
    return list(invoicePlan as unknown as Plan, call as Call, among) as never;
  }),
];
