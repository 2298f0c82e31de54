// References: their number, their level, and what becomes of their pieces.
import { entityNamed } from '#core/entities.ts';
import { StockReference } from '#core/stock/reference.ts';
import type { Db } from '#server/db/database.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { planOf } from '#server/kernel/plan.ts';

const of = (a: string, t: string): string => `${a}.agency_id = ${t}.agency_id and ${a}.stock_reference_id = ${t}.id`;

/** The pieces of an assignment that are still out. */
export const outstanding = (a: string): string => `(${a}.quantity - ${a}.quantity_returned - ${a}.quantity_lost)`;

const named = (table: string, id: string, name: string, agency: string): string =>
  `(select json_build_object('id', n.id, 'name', n.${name}) from ${table} n where n.agency_id = ${agency} and n.id = ${id})`;
export const agentOf = (a: string): string => named('agents', `${a}.agent_id`, 'fullname', `${a}.agency_id`);
export const siteOf = (a: string): string => named('sites', `${a}.site_id`, 'name', `${a}.agency_id`);

/** The sheet shows the current ones and the last of the others. */
const most = 100;

export const referenceExtension: Extension<typeof StockReference> = {
  computed: {
    // As stockLevel() of core/stock/level.ts.
    level: (t) =>
      `case when ${t}.quantity <= 0 then 'OUT' when ${t}.quantity <= coalesce(${t}.low_stock_level, 0) then 'LOW' else 'FINE' end`,
    // A customer sees the assignments of his sites only.
    quantityAssigned: (t) =>
      `(select coalesce(sum(${outstanding('a')}), 0)::integer from stock_assignments a where ${of('a', t)})`,
    assignments: (t) =>
      `(select coalesce(json_agg(json_build_object('id', a.id, 'agent', ${agentOf('a')}, 'site', ${siteOf('a')}, 'quantity', a.quantity,
          'outstanding', ${outstanding('a')}, 'assignmentDate', a.assignment_date::text, 'restitutionDate', a.restitution_date::text, 'restitutionStatus', a.status)
          order by a.status, a.assignment_date desc, a.id), '[]')
        from (select * from stock_assignments a where ${of('a', t)} order by a.status, a.assignment_date desc, a.id limit ${most}) a)`,
    actions: (t) =>
      `(select coalesce(json_agg(json_build_object('id', a.id, 'action', a.action, 'quantity', a.quantity, 'date', a.date::text,
          'effectiveDate', a.effective_date::text, 'comment', a.comment) order by a.date desc, a.created_at desc, a.id), '[]')
        from (select * from stock_actions a where ${of('a', t)} order by a.date desc, a.created_at desc, a.id limit ${most}) a)`,
  },
  async beforeSave(rows, { db }) {
    for (const { draft, current } of rows)
      if ((draft.reference === undefined ? (current?.reference ?? null) : draft.reference) === null)
        draft.reference = await takeReference(db);
  },
};

export const referencePlan = planOf(StockReference, referenceExtension, entityNamed);

/** T-017: the first number after the counter that nobody typed. */
const nextSql = `with recursive n (value, reference) as (
    select $1::integer + 1, 'REF-' || lpad(($1::integer + 1)::text, 6, '0')
    union all
    select n.value + 1, 'REF-' || lpad((n.value + 1)::text, 6, '0') from n
    where exists (select from stock_references r where r.agency_id = app_agency()
      and lower(r.reference collate "fr-x-icu") = lower(n.reference collate "fr-x-icu")))
  select value, reference from n order by value desc limit 1`;

async function next(db: Db, last: number): Promise<{ value: number; reference: string }> {
  const [row] = await db.query<{ value: number; reference: string }>({
    name: 'next-stock-reference',
    text: nextSql,
    values: [last],
  });
  return row as { value: number; reference: string };
}

export async function peekReference(db: Db): Promise<string> {
  const [row] = await db.query<{ value: number }>({
    name: 'last-stock-reference',
    text: `select value from counters where agency_id = app_agency() and name = 'stockReference'`,
  });
  return (await next(db, row?.value ?? 0)).reference;
}

/** The counter stays locked until the transaction ends. */
async function takeReference(db: Db): Promise<string> {
  const [row] = await db.query<{ value: number }>({
    name: 'lock-stock-counter',
    text: `insert into counters (agency_id, name, value) values (app_agency(), 'stockReference', 0)
      on conflict (agency_id, name) do update set value = counters.value returning value`,
  });
  const { value, reference } = await next(db, row?.value ?? 0);
  await db.query({
    name: 'set-stock-counter',
    text: `update counters set value = $1 where agency_id = app_agency() and name = 'stockReference'`,
    values: [value],
  });
  return reference;
}
