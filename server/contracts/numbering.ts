// References of contracts: continuous per agency, kind and year.
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Db } from '#server/db/database.ts';

/** The counter stays locked until the transaction ends. */
export async function takeReference(db: Db, kind: ContractKind): Promise<string> {
  const [row] = await db.query<{ last: number; year: number }>({
    name: 'take-contract-number',
    text: `insert into contract_counters as c (agency_id, kind, year, last) values (app_agency(), $1, extract(year from app_today())::integer, 1)
      on conflict (agency_id, kind, year) do update set last = c.last + 1 returning last, year`,
    values: [kind],
  });
  const { last, year } = row as { last: number; year: number };
  return `${kind === 'agent' ? 'CC' : 'CL'}${year}-${String(last).padStart(4, '0')}`;
}
