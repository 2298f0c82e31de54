import type { Db } from '#server/db/database.ts';

export interface Numbering {
  /** Of the agency's counter, whose row stays locked, so that two saves never get the same number. */
  counter: string;
  table: string;
  column: string;
}

/** The next numbers of the caller's agency, padded to four digits, that neither its rows have nor those being saved: `typed`. */
export async function nextNumbers(
  db: Db,
  { counter, table, column }: Numbering,
  { count, typed, prefix = '' }: { count: number; typed: readonly string[]; prefix?: string },
): Promise<string[]> {
  if (count === 0) return [];
  const number = `($4::text || lpad(n::text, greatest(4, length(n::text)), '0'))`;
  const found = await db.query<{ n: number; number: string }>({
    name: `next-numbers-${counter}`,
    // Skip numbers typed by hand: at most as many as there are.
    text: `with held as (
        insert into counters (agency_id, name, value) values (app_agency(), $1, 0)
        on conflict (agency_id, name) do update set value = counters.value returning value)
      select n, ${number} as number from held, generate_series(held.value + 1, held.value + $2::integer + cardinality($3::text[])
          + (select count(*)::integer from ${table} t where t.agency_id = app_agency() and t.${column} is not null)) n
      where ${number} <> all ($3::text[]) and not exists (select from ${table} t where t.agency_id = app_agency() and t.${column} = ${number})
      order by n limit $2::integer`,
    values: [counter, count, typed, prefix],
  });
  await db.query({
    name: `numbers-assigned-${counter}`,
    text: 'update counters set value = $2 where agency_id = app_agency() and name = $1',
    values: [counter, found.at(-1)?.n ?? 0],
  });
  return found.map((row) => row.number);
}
