// Decision 95: without `limit`, a list call returns the number of rows of its specification row, otherwise 25.
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { allEntities } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from './testing/client.ts';
import { world } from './testing/world.ts';

const { as, agency, customer, sql } = await world();
const rows = 40;
await sql(
  `insert into customers (agency_id, id, name)
    select $1, gen_random_uuid(), 'Client ' || n from generate_series(1, ${rows}) n`,
  [agency.id],
);
await sql(
  `insert into sites (agency_id, id, customer_id, name, slug)
    select $1, gen_random_uuid(), $2, 'Site ' || n, 'page-' || n from generate_series(1, ${rows}) n`,
  [agency.id, customer.id],
);
await sql(
  `insert into agents (agency_id, id, firstname, lastname, fullname)
    select $1, gen_random_uuid(), 'Agent', 'Page ' || n, 'Agent Page ' || n from generate_series(1, ${rows}) n`,
  [agency.id],
);
await sql(
  `insert into services (agency_id, id, site_id, start_at, end_at)
    select s.agency_id, gen_random_uuid(), s.id, now(), now() + interval '1 hour' from sites s where s.agency_id = $1 and s.slug like 'page-%'`,
  [agency.id],
);

const listed = async (of: Entity, input: object = {}): Promise<{ shown: number; filtered: number }> => {
  const { body } = await as('owner').answer(endpointOf(of, 'list'), { mount: 'agency', input });
  return { shown: body[of.plural].length, filtered: body.filtered };
};

test('the default is 4000 for sites, 500 for agents, 10 for services and the daily log, 20 for invoices to agencies, 25 otherwise', async () => {
  const declared = allEntities.flatMap(({ name, pageSize }) => (pageSize ? [[name, pageSize]] : []));
  expect(Object.fromEntries(declared)).toEqual({ site: 4_000, agent: 500, service: 10, event: 10, agencyInvoice: 20 });
  for (const [of, most] of [
    [Site, rows],
    [Agent, rows],
    [Service, 10],
    [Customer, 25],
  ] as const) {
    const { shown, filtered } = await listed(of);
    expect(filtered, of.name).toBeGreaterThanOrEqual(rows);
    expect(shown, of.name).toBe(most === rows ? filtered : most);
  }
});

test('an explicit limit overrides the default', async () => {
  for (const entity of [Site, Agent, Service, Customer])
    expect((await listed(entity, { limit: 7 })).shown, entity.name).toBe(7);
  // The next page begins where the default ended.
  const { body } = await as('owner').answer(endpointOf(Service, 'list'), { mount: 'agency', input: { page: 5 } });
  expect(body.services).toHaveLength(Math.max(0, body.filtered - 40));
});
