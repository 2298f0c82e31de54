// The flat amounts of a period: those due, those billed, and those whose terms changed since.
import { type ContractTerms, type DueFlat, flatNow, flatsDue } from '#core/commercial/terms.ts';
import { compare, type Decimal, type Exact, exact } from '#core/kernel/money.ts';
import { lastDayOf } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';

/** One line of an invoice. */
export interface BilledFlat {
  contract: ContractTerms;
  flat: ContractTerms['flats'][number];
  /** The one in which it fell due. */
  month: string;
  months: readonly string[];
  /** Without tax: as agreed, and as left by the discounts of its invoice. */
  amount: Exact;
  net: Exact;
  invoice: string;
  number: string;
  /** By the terms of today. */
  now: Decimal;
}

export interface PeriodFlats {
  due: DueFlat[];
  billed: BilledFlat[];
}

interface BilledRow extends Record<string, unknown> {
  flat: string;
  months: string[];
  amount: string;
  net: string;
  invoice: string;
  number: string;
}

const billedRows = (db: Db, flats: readonly string[]): Promise<BilledRow[]> =>
  db.query<BilledRow>({
    name: 'billed-flats',
    text: `select b.flat_id as flat, array_agg(to_char(b.month, 'YYYY-MM') order by b.month) as months, sum(b.amount)::text as amount,
        sum(coalesce(b.net, b.amount))::text as net, b.invoice_id as invoice, v.number
      from billed_flats b join invoices v on v.agency_id = b.agency_id and v.id = b.invoice_id
      where b.agency_id = app_agency() and b.flat_id = any ($1::uuid[]) and b.freed_at is null
      group by b.flat_id, b.invoice_id, b.item_id, v.number order by min(b.month), b.item_id`,
    values: [flats],
  });

export async function flatsOf(
  db: Db,
  contracts: readonly ContractTerms[],
  { start, end }: { start: string; end: string },
  scale: number,
): Promise<PeriodFlats> {
  const all = contracts.flatMap((contract) => contract.flats.map((flat) => ({ contract, flat })));
  const known = new Map(all.map((one) => [one.flat.id, one]));
  const rows = await billedRows(db, [...known.keys()]);
  const taken = new Set(rows.flatMap(({ flat, months }) => months.map((month) => `${flat} ${month}`)));
  const billed = rows.flatMap(({ flat: id, ...row }): BilledFlat[] => {
    const of = known.get(id);
    const month = row.months.at(-1) as string;
    if (!of || lastDayOf(month) < start || lastDayOf(month) > end) return [];
    return [{ ...row, ...of, month, now: exact(flatNow(of.contract, of.flat, row.months, scale)) }];
  });
  return { due: flatsDue(contracts, { start, end }, scale, (flat, month) => taken.has(`${flat} ${month}`)), billed };
}

export const isFlatChanged = ({ amount, now }: BilledFlat): boolean => compare(amount, now) !== 0;
