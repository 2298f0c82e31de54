// « Préparer les factures »: the differences and what blocks first, then the drafts, each service once.
import { uncheckedInvoice } from '#core/billing/invoice.ts';
import { missingMentions } from '#core/billing/issuing.ts';
import type { Printed } from '#core/billing/paper.ts';
import { mostItems, type VatExemption } from '#core/billing/parts.ts';
import { lineTotalOf, totalsOf } from '#core/billing/totals.ts';
import {
  draftInvoices,
  mostNamed,
  type PreparedGroup,
  preparationMessages,
  prepareInvoices,
  type Several,
} from '#core/commercial/calls.ts';
import { monthsIn } from '#core/commercial/flats.ts';
import { flatGroup, type InvoiceGrouping } from '#core/commercial/groups.ts';
import { type ServiceLine, totalOf } from '#core/commercial/lines.ts';
import { periodTitle } from '#core/commercial/period.ts';
import { awaitsRevision, type ContractTerms, type DueFlat } from '#core/commercial/terms.ts';
import { add, compare, exact, scaleOf, sum, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { instantOf } from '#core/planning/calendar.ts';
import { monthText } from '#core/planning/days.ts';
import { type Billable, type BillableService, type BillingPeriod, readBillable } from '#server/billing/billable.ts';
import { keepNet } from '#server/billing/billed.ts';
import { isFlatChanged } from '#server/billing/flats.ts';
import { invoicePlan } from '#server/billing/invoices.ts';
import { printedSql } from '#server/billing/papers.ts';
import { unbilledBefore } from '#server/billing/unbilled.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { saveMany } from '#server/kernel/save.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

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

interface Named {
  id: string;
  name: string;
}

/** A line to come: of services, or a flat amount of a month. */
interface PreparedItem extends ServiceLine {
  flat: DueFlat | null;
}

export interface Group {
  key: string;
  grouping: InvoiceGrouping;
  customer: Named;
  site: Named | null;
  contract: Named | null;
  members: BillableService[];
  lines: PreparedItem[];
}

/** « Maintenance vidéo, octobre 2026 »: a month names itself only where others are due too. */
function flatItem(due: DueFlat, vat: string, currency: string, period: BillingPeriod): PreparedItem {
  const { flat, month, price } = due;
  const rate = flat.vat ?? vat;
  const title = monthsIn(period).length > 1 ? `${flat.label}, ${monthText(month)}` : flat.label;
  const amount = lineTotalOf({ price, quantity: flat.quantity, vat: rate }, scaleOf(currency));
  return {
    ...{ key: `${flat.id} ${month}`, title, unit: flat.stockReference ? 'UNIT' : 'FLAT', price, amount, flat: due },
    ...{ quantity: exact(flat.quantity), vat: rate, services: [] },
  };
}

export function groupsOf(
  { services, lines, flats, billedFlats, vat, currency }: Billable,
  period: BillingPeriod,
): Group[] {
  const groups = new Map<string, Group>();
  for (const one of services) {
    const { group: key, customer, site, contract } = one;
    const { grouping } = customer;
    const known = groups.get(key) ?? {
      ...{ key, grouping, customer, members: [] },
      site: grouping === 'SITE' ? site : null,
      contract: grouping === 'CONTRACT' ? contract : null,
      lines: (lines.get(key) ?? []).map((line) => ({ ...line, flat: null })),
    };
    known.members.push(one);
    groups.set(key, known);
  }
  const ofContract = ({ customer, sites, id, title }: ContractTerms, key: string): Group => {
    const [site = null] = customer.grouping === 'SITE' && sites.length === 1 ? sites : [];
    const known = groups.get(key) ?? {
      ...{ key, grouping: customer.grouping, customer, site, members: [], lines: [] },
      contract: customer.grouping === 'CONTRACT' ? { id, name: title } : null,
    };
    groups.set(key, known);
    return known;
  };
  for (const due of flats)
    ofContract(due.contract, flatGroup(due.contract)).lines.push(flatItem(due, vat, currency, period));
  // Also where nothing else is left: what was billed may differ.
  for (const { contract } of billedFlats) ofContract(contract, flatGroup(contract));
  return [...groups.values()];
}

const severalOf = (found: readonly BillableService[], detail: (one: BillableService) => string): Several => ({
  count: found.length,
  services: found.slice(0, mostNamed).map((one) => ({
    ...{ id: one.id, reference: one.reference, site: one.site.name, startAt: instantOf(one.start) },
    detail: detail(one),
  })),
});

/** An agency whose own rate is 0 % is exempt as a small business; another reason is asked on the draft. */
const exemptionOf = (lines: readonly ServiceLine[], agency: string): VatExemption | null =>
  compare(agency, 0) === 0 && isUntaxed(lines) ? 'FRANCHISE' : null;

const isUntaxed = (lines: readonly ServiceLine[]): boolean => lines.some(({ vat }) => compare(vat, 0) === 0);

function mentionsOf(payer: Payer, lines: readonly ServiceLine[], { vat, currency }: Billable): string | null {
  return missingMentions({
    ...{
      kind: 'facture',
      printed: payer.printed,
      currency,
      creditOf: null,
      title: null,
      vatExemption: exemptionOf(lines, vat),
    },
    items: lines.map((line) => ({
      ...{
        price: toNumber(line.price),
        quantity: toNumber(line.quantity),
        vat: toNumber(line.vat),
        discountRate: null,
      },
    })),
    discounts: discountsOf(payer),
  });
}

const plain = (of: Named | null): Named | null => of && { id: of.id, name: of.name };

const discountsOf = ({ discounts }: Payer) =>
  discounts.map(({ label, rate }) => ({ label, kind: 'PERCENT' as const, value: rate }));

/** Of the contracts whose prices or flat amounts this invoice bills. */
const revisionsOf = ({ members, lines }: Group, period: BillingPeriod, contracts: readonly ContractTerms[]) =>
  contracts
    .filter(
      (one) =>
        awaitsRevision(one, period) &&
        (members.some(({ contract, state }) => contract?.id === one.id && state === 'BILLABLE') ||
          lines.some(({ flat }) => flat?.contract.id === one.id)),
    )
    .map(({ id, title, revisionDate }) => ({ id, name: title, date: revisionDate as string }));

function prepared(
  group: Group,
  payers: Map<string, Payer>,
  billable: Billable,
  period: BillingPeriod,
): PreparedGroup[] {
  const { billedFlats, currency } = billable;
  const { key, members, lines, customer, site, contract } = group;
  const payer = payers.get(customer.id);
  if (!payer) return [];
  const hourly = members.filter(({ isPiece }) => !isPiece);
  const [planned, done] = (['planned', 'done'] as const).map((of) =>
    hourly.reduce((minutes, one) => minutes + one[of], 0),
  ) as [number, number];
  const of = (state: BillableService['state']): BillableService[] => members.filter((one) => one.state === state);
  const unpriced = of('BILLABLE').filter(({ parts }) => parts.some(({ price }) => price === null));
  const unsettled = of('BILLABLE').filter((one) => one.unsettled.length > 0);
  const ofFlats = billedFlats.filter((one) => flatGroup(one.contract) === key);
  return [
    {
      ...{ key, planned, done, difference: done - planned },
      customer: { id: customer.id, name: customer.name, prospect: payer.prospect },
      ...{ site: plain(site), contract: plain(contract) },
      services: of('BILLABLE').length,
      amount: toNumber(totalOf(lines)),
      net: toNumber(totalsOf(lines, discountsOf(payer), currency).price),
      billed: toNumber(add(sum(of('BILLED').map(({ amount }) => amount ?? 0)), sum(ofFlats.map(({ net }) => net)))),
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
        ({ billed }) =>
          billed && billed.customer.id !== customer.id
            ? `${billed.number}, facturé à ${billed.customer.name}`
            : (billed?.number ?? ''),
      ),
      changedFlats: ofFlats
        .filter(isFlatChanged)
        .map(({ flat, contract: { id, title }, month, number, amount, now }) => ({
          ...{ label: flat.label, contract: { id, name: title }, month: monthText(month), number },
          ...{ billed: toNumber(amount), due: toNumber(now) },
        })),
      revisions: revisionsOf(group, period, billable.contracts),
      mentions: lines.length > 0 ? mentionsOf(payer, lines, billable) : null,
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

/** H-015: they become customers with their invoices, once confirmed. */
function refuseProspects(payers: readonly Payer[], isConfirmed: boolean): void {
  const prospects = payers.filter(({ prospect }) => prospect);
  if (prospects.length === 0 || isConfirmed) return;
  throw new Problem('conflict', prospects.length === 1 ? preparationMessages.prospect : preparationMessages.prospects, {
    prospects: prospects.map(({ name }) => name),
  });
}

export const itemOf = ({ title, unit, quantity, price, vat, flat }: PreparedItem) => ({
  ...{ title: title.slice(0, 300), unit, commercialDocItemType: flat?.flat.stockReference ? 'GOODS' : 'SERVICE' },
  ...{ quantity: toNumber(quantity), price: toNumber(price), vat: toNumber(vat) },
  ...(flat?.flat.stockReference
    ? { mustBeDeductedFromStock: true, stockReference: { id: flat.flat.stockReference } }
    : {}),
});

function draftOf({ customer, site, lines }: Group, payer: Payer, period: BillingPeriod, billable: Billable): object {
  return {
    ...{ type: 'facture', customer: { id: customer.id }, date: billable.today, title: periodTitle(period) },
    site: site && { id: site.id },
    ...{ periodStart: period.start, periodEnd: period.end, vatExemption: isUntaxed(lines) ? 'FRANCHISE' : null },
    items: lines.map(itemOf),
    discounts: discountsOf(payer),
  };
}

/** Which line billed which service: the unique index of the database refuses a second one. */
export async function keepProof(
  db: Db,
  made: readonly { group: Pick<Group, 'lines'>; invoice: { id: string; items: readonly { id: string }[] } }[],
): Promise<void> {
  const billed = new Map<string, { id: string; invoice: string; service: string }>();
  const parts: object[] = [];
  const flats: object[] = [];
  for (const { group, invoice } of made)
    for (const [index, line] of group.lines.entries()) {
      const item = invoice.items[index]?.id;
      const price = toNumber(line.price);
      const { flat } = line;
      // Every month that it covers, so that none is billed again by another periodicity.
      for (const month of flat?.months ?? [])
        flats.push({
          ...{ invoice: invoice.id, item, flat: flat?.flat.id, month: `${month}-01` },
          amount: month === flat?.months.at(-1) ? toNumber(line.amount) : 0,
        });
      for (const { id: service, key, minutes, amount } of line.services) {
        const known = billed.get(service) ?? { id: uuidv7(), invoice: invoice.id, service };
        billed.set(service, known);
        parts.push({ billed: known.id, item, key, minutes, price, amount: toNumber(amount) });
      }
    }
  await db.query({
    name: 'keep-billed-services',
    text: `insert into billed_services (agency_id, id, invoice_id, service_id)
      select app_agency(), x.id, x.invoice, x.service from json_to_recordset($1) as x (id uuid, invoice uuid, service uuid)`,
    values: [JSON.stringify([...billed.values()])],
  });
  await db.query({
    name: 'keep-billed-parts',
    text: `insert into billed_parts (agency_id, billed_id, item_id, price_key, minutes, price, amount)
      select app_agency(), x.billed, x.item, x.key, x.minutes, x.price, x.amount
      from json_to_recordset($1) as x (billed uuid, item uuid, key text, minutes integer, price numeric, amount numeric)`,
    values: [JSON.stringify(parts)],
  });
  await db.query({
    name: 'keep-billed-flats',
    text: `insert into billed_flats (agency_id, invoice_id, item_id, flat_id, month, amount)
      select app_agency(), x.invoice, x.item, x.flat, x.month, x.amount from json_to_recordset($1) as x (invoice uuid, item uuid, flat uuid, month date, amount numeric)`,
    values: [JSON.stringify(flats)],
  });
}

async function draft(call: Call<typeof draftInvoices>): Promise<string[]> {
  const { db, input, now } = call;
  await holdPreparation(db);
  const billable = await readBillable(db, input, {}, now);
  const asked = new Set(input.groups);
  const chosen = groupsOf(billable, input).filter(({ key, lines }) => asked.has(key) && lines.length > 0);
  const payers = await payersOf(db, [...new Set(chosen.map(({ customer }) => customer.id))], input);
  const ready = chosen.filter((group) => prepared(group, payers, billable, input)[0]?.blocked === null);
  if (ready.length === 0) return [];
  const payerOf = ({ customer }: Group): Payer => payers.get(customer.id) as Payer;
  refuseProspects([...new Set(ready.map(payerOf))], input.confirmed === true);
  const saved = await saveMany(
    invoicePlan,
    ready.map((group) => draftOf(group, payerOf(group), input, billable) as Record<string, unknown>),
    call as Call,
    { byServer: true },
  );
  const made = saved.map(({ after }, index) => ({ group: ready[index] as Group, invoice: after }));
  await keepProof(db, made);
  // Without discounts, an invoice bills its lines whole.
  await keepNet(
    db,
    made.flatMap(({ invoice }) => (invoice.discounts.length > 0 ? [invoice] : [])),
  );
  const ids = made.map(({ invoice }) => invoice.id);
  // Decision 84: generated, to be checked. Why a line is at 0 % is then to be said, unless the agency bills so.
  await db.query({
    name: 'mark-prepared',
    text: `update invoices set status = ${uncheckedInvoice}, vat_exemption = case when $2 then vat_exemption end
      where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [ids, compare(billable.vat, 0) === 0],
  });
  return ids;
}

export const preparingHandlers: Handler[] = [
  handle(prepareInvoices, async ({ db, input, now }) => {
    const billable = await readBillable(db, input, {}, now);
    const groups = groupsOf(billable, input);
    const payers = await payersOf(db, [...new Set(groups.map(({ customer }) => customer.id))], input);
    return {
      ...{ mode: billable.mode, currency: billable.currency, earlier: await unbilledBefore(db, input.start, now) },
      groups: groups
        .flatMap((group) => prepared(group, payers, billable, input))
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
