// Many documents of one agency, for the test of the plan and the benchmark: one customer and one agent see 30 of them.
import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/database.ts';

export interface Filled {
  agency: string;
  customer: string;
  agent: string;
}

export async function fillDocuments(db: Db, count: number): Promise<Filled> {
  const [agency, customer, agent, file] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await db.query({ text: `insert into agencies (id, name) values ($1, 'A')`, values: [agency] });
  for (const text of [
    `insert into customers (agency_id, id, name) select $1, case n when 1 then $2::uuid else gen_random_uuid() end, 'Client ' || n from generate_series(1, 200) n`,
    `insert into agents (agency_id, id, firstname, lastname, email) select $1, case n when 1 then $2::uuid else gen_random_uuid() end, 'A', 'Agent ' || n, null from generate_series(1, 200) n`,
  ])
    await db.query({ text, values: [agency, text.includes('customers') ? customer : agent] });
  await db.query({
    text: `insert into files (agency_id, id, name, mime_type, size, hash) values ($1, $2, 'papier.pdf', 'application/pdf', 1, 'h')`,
    values: [agency, file],
  });
  const others = `(select array_agg(id) from customers where agency_id = $1 and id <> $3) as customers, (select array_agg(id) from agents where agency_id = $1 and id <> $4) as agents`;
  await db.query({
    text: `insert into documents (agency_id, id, name, file_id, target, customer_id, agent_id, shared, access_all_customers, access_all_agents, created_at)
      select $1, gen_random_uuid(), d.name || ' ' || d.n, $2, d.target,
        case when d.target = 'CUSTOMER' then coalesce(d.customer, o.customers[1 + d.n % 199]) end,
        case when d.target = 'AGENT' then coalesce(d.agent, o.agents[1 + d.n % 199]) end,
        d.name <> 'Caché', d.name = 'Tous', d.name = 'Tous', now() - d.n * interval '1 minute'
      from (select ${others}) o,
        (select n, 'Sien' as name, 'CUSTOMER' as target, $3::uuid as customer, null::uuid as agent from generate_series(1, 15) n
          union all select n, 'Caché', 'CUSTOMER', $3, null from generate_series(1, 5) n
          union all select n, 'Sien', 'AGENT', null, $4 from generate_series(1, 15) n
          union all select n, 'Caché', 'AGENT', null, $4 from generate_series(1, 5) n
          union all select n, 'Nommé', 'AGENCY', null, null from generate_series(1, 5) n
          union all select n, 'Tous', 'AGENCY', null, null from generate_series(1, 10) n
          union all select n, 'Autre', case n % 3 when 0 then 'AGENCY' when 1 then 'AGENT' else 'CUSTOMER' end, null, null from generate_series(1, $5::integer - 55) n) d`,
    values: [agency, file, customer, agent, count],
  });
  for (const [table, column] of [
    ['document_customers', 'customer_id'],
    ['document_user_companies', 'agent_id'],
  ])
    await db.query({
      text: `insert into ${table} (agency_id, document_id, ${column}) select $1, id, $2 from documents where agency_id = $1 and name like 'Nommé %'`,
      values: [agency, column === 'customer_id' ? customer : agent],
    });
  return { agency, customer, agent };
}
