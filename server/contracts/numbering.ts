// References of contracts: continuous per agency, kind and year.
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Db } from '#server/db/database.ts';

const written = (kind: ContractKind, { last, year }: { last: number; year: number }): string =>
  `${kind === 'agent' ? 'CC' : 'CL'}${year}-${String(last).padStart(4, '0')}`;

/** The one that the next sending will most likely take. */
export async function nextReference(db: Db, kind: ContractKind): Promise<string> {
  const [row] = await db.query<{ last: number; year: number }>({
    name: 'next-contract-number',
    text: `select y.year, coalesce(c.last, 0) + 1 as last from (select extract(year from app_today())::integer as year) y
      left join contract_counters c on c.agency_id = app_agency() and c.kind = $1 and c.year = y.year`,
    values: [kind],
  });
  return written(kind, row as { last: number; year: number });
}

/** The counter stays locked until the transaction ends. */
export async function takeReference(db: Db, kind: ContractKind): Promise<string> {
  const [row] = await db.query<{ last: number; year: number }>({
    name: 'take-contract-number',
    text: `insert into contract_counters as c (agency_id, kind, year, last) values (app_agency(), $1, extract(year from app_today())::integer, 1)
      on conflict (agency_id, kind, year) do update set last = c.last + 1 returning last, year`,
    values: [kind],
  });
  return written(kind, row as { last: number; year: number });
}
