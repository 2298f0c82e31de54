// Numbers of papers: continuous per agency, series and year, in the order of their dates (X-045, decision 84).
import type { Db } from '#server/db/database.ts';

/** Invoice, credit note, estimate, purchase order, order of direct debits. */
export type Series = 'F' | 'A' | 'D' | 'BC' | 'PR';

export interface Numbered {
  number: string;
  /** The day of issue: today, or the day of the last one if the clock went back. */
  date: string;
}

/** As many as asked, in their order. The counter stays locked until the transaction ends: a paper that is not committed leaves no gap. */
export async function takeNumbers(db: Db, series: Series, count: number): Promise<Numbered[]> {
  if (count === 0) return [];
  const [row] = await db.query<{ last: number; year: number; date: string }>({
    name: 'take-numbers',
    text: `insert into billing_counters as c (agency_id, series, year, last, last_date)
      select app_agency(), $1, extract(year from d.day)::integer, $2::integer, d.day
        from (select greatest(app_today(), (select max(p.last_date) from billing_counters p where p.agency_id = app_agency() and p.series = $1)) as day) d
      on conflict (agency_id, series, year) do update set last = c.last + excluded.last, last_date = greatest(c.last_date, excluded.last_date)
      returning last, year, last_date::text as date`,
    values: [series, count],
  });
  const { last, year, date } = row as { last: number; year: number; date: string };
  return Array.from({ length: count }, (_one, index) => ({
    number: `${series}${year}-${String(last - count + 1 + index).padStart(4, '0')}`,
    date,
  }));
}

export const takeNumber = async (db: Db, series: Series): Promise<Numbered> =>
  (await takeNumbers(db, series, 1))[0] as Numbered;
