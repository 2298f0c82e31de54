// Documents by mail: the call writes a letter in its transaction, a job draws the PDF and mails it, each letter once.
import * as z from 'zod';
import { filledIn } from '#core/agencies/templates.ts';
import type { billingActs } from '#core/billing/acts.ts';
import { cancelledEstimate, Estimate } from '#core/billing/estimate.ts';
import { activeInvoice, Invoice, isIssued } from '#core/billing/invoice.ts';
import { isInvoicePaper, type Paper } from '#core/billing/paper.ts';
import {
  numberToken,
  readEstimateLetter,
  readInvoiceLetter,
  readReminderLetter,
  type SentKind,
  sendEstimates,
  sendInvoices,
  sendingMessages,
  usualMessage,
  usualSubject,
} from '#core/billing/sending.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { mailKinds } from '#core/mail/words.ts';
import { can } from '#core/roles.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { job } from '#server/jobs/registry.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import { parentColumn } from '#server/kernel/names.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { lockRows } from '#server/kernel/save.ts';
import { refuseStale } from '#server/kernel/stale.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { copiesOf } from '#server/mail/copies.ts';
import { keepPaper } from '#server/mail/paper.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { estimatePlan } from './estimates.ts';
import { invoicePlan } from './invoices.ts';
import { issuedPdf, staffOf } from './issued.ts';
import { readEstimatePapers, readInvoicePapers, readOrderPapers } from './papers.ts';
import { drawPaper, paperName } from './printing.ts';

export type Letter = Output<typeof readInvoiceLetter>;
type InvoiceRow = Row<typeof Invoice>;
type EstimateRow = Row<typeof Estimate>;
type LetterKind = 'SEND' | 'REMIND';
/** In the history. */
const actOf: Record<LetterKind, keyof typeof billingActs> = { SEND: 'mail', REMIND: 'remind' };

interface Party extends Record<string, unknown> {
  customer: string;
  name: string;
  agency: string;
  email: string | null;
  message: string | null;
  subject: string | null;
  reminderSubject: string | null;
  reminderMessage: string | null;
  recipients: { address: string; name: string }[];
}

/** Whom a customer's documents reach: the contacts who receive them, else his own address. */
const partiesOf = (db: Db, of: 'invoice' | 'estimate', customers: readonly string[]): Promise<Party[]> =>
  db.query<Party>({
    name: `parties-of-${of}s`,
    text: `select c.id as customer, c.name, g.name as agency, nullif(c.email, '') as email, g.${of}_message as message, g.${of}_subject as subject,
        g.payment_reminder_subject as "reminderSubject", g.payment_reminder_message as "reminderMessage",
        (select coalesce(json_agg(json_build_object('address', lower(p.email), 'name', concat_ws(' ', p.firstname, p.lastname)) order by p.id), '[]') from contacts p
          where p.agency_id = c.agency_id and p.customer_id = c.id and p.${of}_recipient and p.email is not null and p.status in (100, 200)) as recipients
      from customers c join agencies g on g.id = c.agency_id where c.agency_id = app_agency() and c.id = any ($1::uuid[])`,
    values: [customers],
  });

const kindOf = (row: InvoiceRow | EstimateRow): SentKind => ('type' in row ? row.type : 'devis');

function usualLetter(row: InvoiceRow | EstimateRow, party: Party, kind: LetterKind): Letter {
  const people =
    party.recipients.length > 0 ? party.recipients : party.email ? [{ address: party.email, name: '' }] : [];
  const of = kindOf(row);
  const isReminder = kind === 'REMIND';
  const { balance, dueDate } = row as InvoiceRow;
  const { paymentReminder } = mailKinds;
  const template = isReminder
    ? party.reminderMessage?.trim() || paymentReminder.message
    : party.message?.trim() || usualMessage(of);
  // The agency's own subject names an estimate or an invoice: a credit note keeps the product's.
  const own = isReminder ? party.reminderSubject : of === 'avoir' ? null : party.subject;
  const subject = own?.trim() || (isReminder ? paymentReminder.subject : usualSubject(of));
  const [only] = people.length === 1 ? people : [];
  // The number of a draft is known when it leaves.
  const filled = (text: string): string =>
    filledIn(text, {
      ...{ agence: party.agency, destinataire: only?.name || party.name, date: frenchDay(row.date) },
      ...{
        numero: numberToken,
        document: `${of === 'devis' ? 'Devis' : of === 'avoir' ? 'Avoir' : 'Facture'} ${numberToken}`,
      },
      ...(isReminder ? { montant: formatMoney(balance, row.currency), echeance: frenchDay(dueDate ?? row.date) } : {}),
    });
  return {
    to: [...new Set(people.map(({ address }) => address))],
    subject: filled(subject).replace(/\s+/g, ' ').trim(),
    message: filled(template),
  };
}

const missing = (of: Entity): Problem => new Problem('missing', of.missing);

export async function lockAll<E extends Entity>(plan: Plan<E>, ids: readonly string[], db: Db): Promise<Row<E>[]> {
  const rows = await lockRows(plan, db, [...new Set(ids.map((id) => id.toLowerCase()))]);
  return [...rows.values()];
}

/** As they were read. */
export async function lockRead<E extends Entity>(
  plan: Plan<E>,
  { ids, versions = {} }: { ids: readonly string[]; versions?: Record<string, number> | undefined },
  call: Call,
): Promise<Row<E>[]> {
  const rows = await lockAll(plan, ids, call.db);
  for (const row of rows) await refuseStale(plan, row, versions[(row as { id: string }).id], call);
  return rows;
}

export interface Order {
  kind: LetterKind;
  to?: readonly string[] | undefined;
  subject?: string | undefined;
  message?: string | undefined;
}

/** A numbered document with the letter that it usually leaves with. */
export interface Outgoing {
  id: string;
  number: string;
  whose: string;
  usual: Letter;
}

/** Writes the letters of these documents, and the job that mails them. */
export async function writeLetters(
  of: Entity,
  rows: readonly Outgoing[],
  order: Order,
  call: Call,
  nobodyFound: string = sendingMessages.nobody,
): Promise<void> {
  const { db, now, services, context } = call;
  const letters = rows.map(({ id, number, whose, usual }) => {
    const to = order.to ?? usual.to;
    if (to.length === 0)
      throw new Problem('conflict', rows.length === 1 ? nobodyFound : `${number}, ${whose} : ${nobodyFound}`);
    const inFull = (text: string): string => text.replaceAll(numberToken, number);
    return {
      ...{ id: uuidv7(now.getTime()), document: id, to: [...new Set(to.map((one) => one.trim().toLowerCase()))] },
      ...{ subject: inFull(order.subject ?? usual.subject), message: inFull(order.message ?? usual.message) },
    };
  });
  await db.query({
    name: `write-${of.name}-letters`,
    text: `insert into paper_letters (agency_id, id, ${parentColumn(of)}, kind, recipients, subject, message, created_at)
      select app_agency(), l.id, l.document, $2, l."to", l.subject, l.message, $3 from json_to_recordset($1::json) l (id uuid, document uuid, "to" text[], subject text, message text)`,
    values: [JSON.stringify(letters), order.kind, now],
  });
  await writeAudits(
    db,
    call,
    letters.map(({ document, to }) => ({
      ...{ entity: of.name, id: document, action: actOf[order.kind] },
      changes: { recipients: { before: null, after: to.length } },
    })),
  );
  await services.jobs.enqueue(
    mailLetter,
    letters.map(({ id }) => ({ key: id, data: { letter: id } })),
    { db, agency: context.agency },
  );
}

async function write(
  of: typeof Invoice | typeof Estimate,
  rows: readonly (InvoiceRow | EstimateRow)[],
  order: Order,
  call: Call,
): Promise<void> {
  const parties = new Map(
    (
      await partiesOf(call.db, of.name as 'invoice' | 'estimate', [...new Set(rows.map(({ customer }) => customer.id))])
    ).map((one) => [one.customer, one]),
  );
  const outgoing = rows.map((row) => ({
    ...{ id: row.id, number: row.number, whose: row.customer.name },
    usual: usualLetter(row, parties.get(row.customer.id) as Party, order.kind),
  }));
  await writeLetters(of, outgoing, order, call);
}

export const refuseShared = ({ ids, to, subject, message }: { ids: readonly string[] } & Omit<Order, 'kind'>): void => {
  if (new Set(ids).size > 1 && (to ?? subject ?? message) !== undefined)
    throw new Problem('invalid', sendingMessages.oneByOne, {
      violations: [{ path: 'ids', message: sendingMessages.oneByOne }],
    });
};

interface Written extends Record<string, unknown> {
  kind: LetterKind;
  invoice: string | null;
  estimate: string | null;
  purchaseOrder: string | null;
  recipients: string[];
  subject: string;
  message: string;
  files: string[];
}

/** Takes the letter if nobody mailed it yet. */
const takeLetter = async (db: Db, agency: string, id: string): Promise<Written | undefined> =>
  (
    await db.query<Written>({
      name: 'take-letter',
      text: `select l.kind, l.invoice_id as invoice, l.estimate_id as estimate, l.purchase_order_id as "purchaseOrder", l.recipients, l.subject, l.message,
          coalesce((select array_agg(f.file_id::text order by f.rank) from (select file_id, rank from invoice_files x where x.agency_id = l.agency_id and x.invoice_id = l.invoice_id
            union all select file_id, rank from estimate_files x where x.agency_id = l.agency_id and x.estimate_id = l.estimate_id
            union all select file_id, rank from purchase_order_files x where x.agency_id = l.agency_id and x.purchase_order_id = l.purchase_order_id
            union select file_id, 100 + rank from purchase_order_attachments x where x.agency_id = l.agency_id and x.purchase_order_id = l.purchase_order_id) f), '{}') as files
        from paper_letters l where l.agency_id = $1 and l.id = $2 and l.mailed_at is null for update of l`,
      values: [agency, id],
    })
  )[0];

/** Of what is sent: a reminder repeats it. */
async function copiesFor({ kind, invoice, estimate }: Written, db: Db): Promise<string[]> {
  const right = invoice ? 'receiveInvoiceCopy' : estimate ? 'receiveEstimateCopy' : null;
  return right && kind === 'SEND' ? copiesOf(db, right) : [];
}

export const mailLetter = job(
  'mailLetter',
  z.object({ letter: z.uuid() }),
  { label: 'Envoi d’une facture, d’un devis ou d’un bon', atOnce: 2 },
  async ({ letter: id }, services, { agency }) => {
    if (!agency) return;
    const { database, mailer } = services;
    const now = new Date();
    const staff = staffOf(services, agency);
    const waiting = await database.platformTransaction((db) => takeLetter(db, agency, id));
    if (!waiting) return;
    const [paper] = await (waiting.invoice
      ? readInvoicePapers(staff, [waiting.invoice])
      : waiting.estimate
        ? readEstimatePapers(staff, [waiting.estimate])
        : readOrderPapers(staff, [waiting.purchaseOrder as string]));
    if (!paper) return;
    const copies = await copiesFor(waiting, staff);
    const pdf = await pdfOf(paper, services, agency, now);
    await database.platformTransaction(async (db) => {
      const letter = await takeLetter(db, agency, id);
      // Another process mailed it meanwhile.
      if (!letter) return;
      const attached = await keepPaper({ db, services, now }, agency, pdf, paperName(paper));
      await mailer.send(
        letter.recipients.map((to, index) => ({
          ...{ to, subject: letter.subject, attachments: [attached, ...letter.files] },
          bcc: index === 0 ? copies.filter((copy) => !letter.recipients.includes(copy)) : [],
          paragraphs: letter.message.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
        })),
        { db, agency, caller: null, host: null, reason: paper.kind, now },
      );
      await db.query({
        name: 'letter-mailed',
        text: 'update paper_letters set mailed_at = $3, recipients = null, subject = null, message = null where agency_id = $1 and id = $2',
        values: [agency, id, now],
      });
    });
  },
);

const pdfOf = async (paper: Paper, services: Call['services'], agency: string, now: Date): Promise<Buffer> =>
  isInvoicePaper(paper)
    ? issuedPdf(paper, services, agency)
    : drawPaper(
        paper,
        await identityOf({ db: staffOf(services, agency), context: { ...nobody, agency }, services }),
        now,
      );

export async function oneRow<E extends Entity>(
  plan: Plan<E>,
  { db, params }: { db: Db; params: { id: string } },
): Promise<Row<E>> {
  const [row] = isUuid(params.id) ? await lockAll(plan, [params.id], db) : [];
  if (!row) throw missing(plan.of);
  return row;
}

const letterFor = async (
  db: Db,
  of: 'invoice' | 'estimate',
  row: InvoiceRow | EstimateRow,
  kind: LetterKind,
): Promise<Letter> => {
  const [party] = await partiesOf(db, of, [row.customer.id]);
  const { subject, message, to } = usualLetter(row, party as Party, kind);
  const named = (text: string): string =>
    row.sent || ('type' in row && isIssued(row)) ? text.replaceAll(numberToken, row.number) : text;
  return { to, subject: named(subject), message: named(message) };
};

/** Issued, due before today, with something left to pay. */
const isOverdue = (row: InvoiceRow, today: string): boolean =>
  isIssued(row) &&
  row.type === 'facture' &&
  row.status === activeInvoice &&
  row.balance > 0 &&
  (row.dueDate ?? today) < today;

/** X-014 of estimates that were answered before they were mailed: sent, and as far as they were. */
async function markSent(ids: readonly string[], call: Call): Promise<void> {
  if (ids.length === 0) return;
  const { db, now } = call;
  await db.query({
    name: 'mark-estimates-sent',
    text: 'update estimates set sent = true, sent_at = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [ids, now],
  });
  const changes = { sent: { before: false, after: true } };
  await writeAudits(
    db,
    call,
    ids.map((id) => ({ entity: Estimate.name, id, action: 'sent', changes })),
  );
}

export const sendingHandlers: Handler[] = [
  handle(readInvoiceLetter, async (call) => letterFor(call.db, 'invoice', await oneRow(invoicePlan, call), 'SEND')),
  handle(readEstimateLetter, async (call) => letterFor(call.db, 'estimate', await oneRow(estimatePlan, call), 'SEND')),
  handle(readReminderLetter, async (call) => {
    const row = await oneRow(invoicePlan, call);
    if (!isOverdue(row, await agencyToday(call.db))) throw new Problem('conflict', sendingMessages.notDue);
    return letterFor(call.db, 'invoice', row, 'REMIND');
  }),

  handle(sendInvoices, async (call) => {
    const { input, db, asker } = call;
    refuseShared(input);
    const rows = await lockRead(invoicePlan, input, call);
    if (input.remind) {
      const day = await agencyToday(db);
      const early = rows.find((row) => !isOverdue(row, day));
      if (early) throw new Problem('conflict', `${early.number} : ${sendingMessages.notDue}`);
      await write(Invoice, rows, { ...input, kind: 'REMIND' }, call);
      return { sent: rows.length, issued: 0 };
    }
    const drafts = rows.filter((row) => !isIssued(row)).map(({ id }) => id);
    if (drafts.length > 0) {
      // Sending a draft issues it (decision 84), which is its own right.
      if (!can(asker, ['editInvoice'])) throw new Problem('conflict', sendingMessages.notIssued);
      await moveMany(invoicePlan, drafts, 'issue', call);
    }
    const unsent = rows.filter(({ sent }) => !sent).map(({ id }) => id);
    if (unsent.length > 0) await moveMany(invoicePlan, unsent, 'sent', call);
    await write(Invoice, await lockAll(invoicePlan, input.ids, db), { ...input, kind: 'SEND' }, call);
    return { sent: rows.length, issued: drafts.length };
  }),

  handle(sendEstimates, async (call) => {
    const { input, db } = call;
    refuseShared(input);
    const rows = await lockRead(estimatePlan, input, call);
    if (rows.some(({ status }) => status === cancelledEstimate))
      throw new Problem('conflict', sendingMessages.cancelled);
    const waiting = rows.filter(({ status }) => status === 100).map(({ id }) => id);
    if (waiting.length > 0) await moveMany(estimatePlan, waiting, 'sent', call);
    await markSent(
      rows.filter(({ status, sent }) => status !== 100 && !sent).map(({ id }) => id),
      call,
    );
    await write(Estimate, await lockAll(estimatePlan, input.ids, db), { ...input, kind: 'SEND' }, call);
    return { sent: rows.length, issued: 0 };
  }),
];
