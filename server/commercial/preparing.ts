// « Préparer les factures »: the differences and what blocks first, then the drafts, each service once.
import { type Invoice, uncheckedInvoice } from '#core/billing/invoice.ts';
import { missingMentions } from '#core/billing/issuing.ts';
import type { InvoicePaper, Printed } from '#core/billing/paper.ts';
import { mostItems, type VatExemption } from '#core/billing/parts.ts';
import {
  draftInvoices,
  mostNamed,
  type PreparedGroup,
  preparationMessages,
  prepareInvoices,
  type Several,
} from '#core/commercial/calls.ts';
import { type ServiceLine, totalOf } from '#core/commercial/lines.ts';
import { periodTitle } from '#core/commercial/period.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { compare, sum, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { instantOf } from '#core/planning/calendar.ts';
import { type Billable, type BillableService, type BillingPeriod, readBillable } from '#server/billing/billable.ts';
import { invoicePlan } from '#server/billing/invoices.ts';
import { printedSql } from '#server/billing/papers.ts';
import { customerExtension } from '#server/customers/customers.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

const customerPlan = planOf(Customer, customerExtension, entityNamed);

interface Payer extends Record<string, unknown> {
  id: string;
  name: string;
  prospect: boolean;
  printed: Printed;
  discounts: { label: string; rate: number }[];
}

/** Those to whom something is billed, with what an invoice of today would print of them. */
async function payersOf(db: Db, ids: readonly string[], { end }: BillingPeriod): Promise<Map<string, Payer>> {
  const rows = await db.query<Payer>({
    name: 'billed-customers',
    text: `select c.id, c.name, c.prospect, ${printedSql('invoice')} as printed,
        (select coalesce(json_agg(json_build_object('label', d.label, 'rate', d.rate) order by d.rank), '[]') from customer_discounts d
          where d.agency_id = c.agency_id and d.customer_id = c.id and (d.start_date is null or d.start_date <= $2) and (d.end_date is null or d.end_date >= $2)) as discounts
      from customers c join agencies g on g.id = c.agency_id
        cross join lateral (select c.agency_id, null::uuid as site_id) i
      where c.agency_id = app_agency() and c.id = any ($1::uuid[])`,
    values: [ids, end],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

interface Group {
  key: string;
  members: BillableService[];
  lines: ServiceLine[];
}

function groupsOf({ services, lines }: Billable): Group[] {
  return [...Map.groupBy(services, ({ group }) => group)].map(([key, members]) => ({
    ...{ key, members, lines: lines.get(key) ?? [] },
  }));
}

const severalOf = (found: readonly BillableService[], detail: (one: BillableService) => string): Several => ({
  count: found.length,
  services: found.slice(0, mostNamed).map((one) => ({
    ...{ id: one.id, reference: one.reference, site: one.site.name, startAt: instantOf(one.start) },
    detail: detail(one),
  })),
});

/** Without tax by agreement of nobody: the agency that bills at 0 % is exempt as a small business. */
const exemptionOf = (vat: string): VatExemption | null => (compare(vat, 0) === 0 ? 'FRANCHISE' : null);

function mentionsOf({ printed }: Payer, lines: readonly ServiceLine[], vat: string): string | null {
  const items = lines.map((line) => ({
    ...{ price: toNumber(line.price), quantity: toNumber(line.quantity), vat: toNumber(line.vat) },
  }));
  const paper = { kind: 'facture', printed, items, vatExemption: exemptionOf(vat), creditOf: null, title: null };
  return missingMentions(paper as unknown as InvoicePaper);
}

function prepared({ key, members, lines }: Group, payers: Map<string, Payer>, vat: string): PreparedGroup[] {
  const [first] = members;
  const payer = first && payers.get(first.customer.id);
  if (!first || !payer) return [];
  const hourly = members.filter(({ isPiece }) => !isPiece);
  const [planned, done] = (['planned', 'done'] as const).map((of) =>
    hourly.reduce((minutes, one) => minutes + one[of], 0),
  ) as [number, number];
  const of = (state: BillableService['state']): BillableService[] => members.filter((one) => one.state === state);
  const unpriced = of('BILLABLE').filter(({ parts }) => parts.some(({ price }) => price === null));
  const unsettled = of('BILLABLE').filter((one) => one.unsettled.length > 0);
  const { grouping, id, name } = first.customer;
  return [
    {
      ...{ key, planned, done, difference: done - planned },
      customer: { id, name, prospect: payer.prospect },
      site: grouping === 'SITE' ? first.site : null,
      contract: grouping === 'CONTRACT' ? first.contract : null,
      services: of('BILLABLE').length,
      amount: toNumber(totalOf(lines)),
      billed: toNumber(sum(of('BILLED').map(({ amount }) => amount ?? 0))),
      lines: lines.map((line) => ({
        ...{ key: line.key, title: line.title, unit: line.unit, services: line.services.length },
        ...{ quantity: toNumber(line.quantity), price: toNumber(line.price) },
        ...{ vat: toNumber(line.vat), amount: toNumber(line.amount) },
      })),
      unsettled: severalOf(unsettled, ({ unsettled: names }) => names.join(', ')),
      open: severalOf(of('OPEN'), () => ''),
      unpriced: severalOf(unpriced, ({ specialty }) => specialty?.name ?? ''),
      changed: severalOf(
        members.filter(({ changed }) => changed),
        ({ billed }) => billed?.number ?? '',
      ),
      mentions: lines.length > 0 ? mentionsOf(payer, lines, vat) : null,
      blocked:
        unpriced.length > 0
          ? 'Un prix manque : donnez-le sur le contrat, le client ou dans les paramètres.'
          : lines.length > mostItems
            ? preparationMessages.tooMany
            : lines.length === 0
              ? 'Rien à facturer'
              : null,
    },
  ];
}

/** Two preparations of one agency wait for each other: a service is billed once. */
const holdPreparation = (db: Db): Promise<unknown> =>
  db.query({
    name: 'hold-preparation',
    text: `select pg_advisory_xact_lock(hashtextextended('invoices ' || app_agency(), 0))`,
  });

/** H-015 */
async function convertProspects(payers: readonly Payer[], isConfirmed: boolean, call: Call): Promise<void> {
  const prospects = payers.filter(({ prospect }) => prospect);
  if (prospects.length === 0) return;
  if (!isConfirmed)
    throw new Problem(
      'conflict',
      prospects.length === 1 ? preparationMessages.prospect : preparationMessages.prospects,
      { prospects: prospects.map(({ name }) => name) },
    );
  await saveMany(
    customerPlan,
    prospects.map(({ id }) => ({ id, customerInfos: { prospect: false } })),
    call,
    { byServer: true },
  );
}

function draftOf({ members, lines }: Group, payer: Payer, period: BillingPeriod, billable: Billable): object {
  const { customer, site } = members[0] as BillableService;
  return {
    ...{ type: 'facture', customer: { id: customer.id }, date: billable.today, title: periodTitle(period) },
    site: customer.grouping === 'SITE' ? { id: site.id } : null,
    ...{ periodStart: period.start, periodEnd: period.end, vatExemption: exemptionOf(billable.vat) },
    items: lines.map(({ title, unit, quantity, price, vat }) => ({
      ...{ title: title.slice(0, 300), unit, commercialDocItemType: 'SERVICE' },
      ...{ quantity: toNumber(quantity), price: toNumber(price), vat: toNumber(vat) },
    })),
    discounts: payer.discounts.map(({ label, rate }) => ({ label, kind: 'PERCENT', value: rate })),
  };
}

/** Which line billed which service: the unique index of the database refuses a second one. */
async function keepProof(db: Db, made: readonly { group: Group; invoice: Row<typeof Invoice> }[]): Promise<void> {
  const billed = new Map<string, { id: string; invoice: string; service: string }>();
  const parts: object[] = [];
  for (const { group, invoice } of made)
    for (const [index, line] of group.lines.entries())
      for (const { id: service, key, minutes, amount } of line.services) {
        const known = billed.get(service) ?? { id: uuidv7(), invoice: invoice.id, service };
        billed.set(service, known);
        const item = invoice.items[index]?.id;
        parts.push({ billed: known.id, item, key, minutes, amount: toNumber(amount) });
      }
  await db.query({
    name: 'keep-billed-services',
    text: `insert into billed_services (agency_id, id, invoice_id, service_id)
      select app_agency(), x.id, x.invoice, x.service from json_to_recordset($1) as x (id uuid, invoice uuid, service uuid)`,
    values: [JSON.stringify([...billed.values()])],
  });
  await db.query({
    name: 'keep-billed-parts',
    text: `insert into billed_parts (agency_id, billed_id, item_id, price_key, minutes, amount)
      select app_agency(), x.billed, x.item, x.key, x.minutes, x.amount from json_to_recordset($1) as x (billed uuid, item uuid, key text, minutes integer, amount numeric)`,
    values: [JSON.stringify(parts)],
  });
}

async function draft(call: Call<typeof draftInvoices>): Promise<string[]> {
  const { db, input, now } = call;
  await holdPreparation(db);
  const billable = await readBillable(db, input, {}, now);
  const asked = new Set(input.groups);
  const chosen = groupsOf(billable).filter(({ key, lines }) => asked.has(key) && lines.length > 0);
  const payers = await payersOf(
    db,
    [...new Set(chosen.flatMap(({ members }) => members[0]?.customer.id ?? []))],
    input,
  );
  const ready = chosen.filter((group) => prepared(group, payers, billable.vat)[0]?.blocked === null);
  if (ready.length === 0) return [];
  const payerOf = ({ members }: Group): Payer => payers.get(members[0]?.customer.id ?? '') as Payer;
  await convertProspects([...new Set(ready.map(payerOf))], input.confirmed === true, call as Call);
  const saved = await saveMany(
    invoicePlan,
    ready.map((group) => draftOf(group, payerOf(group), input, billable) as Record<string, unknown>),
    call as Call,
    { byServer: true },
  );
  const made = saved.map(({ after }, index) => ({ group: ready[index] as Group, invoice: after }));
  await keepProof(db, made);
  const ids = made.map(({ invoice }) => invoice.id);
  // Decision 84: generated, to be checked.
  await db.query({
    name: 'mark-prepared',
    text: `update invoices set status = ${uncheckedInvoice} where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [ids],
  });
  return ids;
}

export const preparingHandlers: Handler[] = [
  handle(prepareInvoices, async ({ db, input, now }) => {
    const billable = await readBillable(db, input, {}, now);
    const groups = groupsOf(billable);
    const payers = await payersOf(
      db,
      [...new Set(groups.flatMap(({ members }) => members[0]?.customer.id ?? []))],
      input,
    );
    return {
      ...{ mode: billable.mode, currency: billable.currency },
      groups: groups
        .flatMap((group) => prepared(group, payers, billable.vat))
        .toSorted((one, other) =>
          `${one.customer.name} ${one.site?.name ?? ''}`.localeCompare(
            `${other.customer.name} ${other.site?.name ?? ''}`,
            'fr',
          ),
        ),
    };
  }),
  handle(draftInvoices, async (call) => ({ invoices: await draft(call) })),
];
