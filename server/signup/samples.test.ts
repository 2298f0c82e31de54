import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { publishServices } from '#core/planning/calls.ts';
import {
  dismissFirstSteps,
  loadSamples,
  readFirstSteps,
  removeSamples,
  sampleMessages,
} from '#core/signup/first-steps.ts';
import { Site } from '#core/sites/site.ts';
import { openAgency } from '#server/agencies/opening.ts';
import { openSession } from '#server/session/sessions.ts';
import { type Client, clientOf, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { app, database, environment, as, people, sql } = here;

interface Fresh {
  id: string;
  owner: Client;
}

/** A new agency, as sign-up leaves it. */
async function fresh(more: { licences?: number } = {}): Promise<Fresh> {
  const [id, user, profile] = [randomUUID(), randomUUID(), randomUUID()];
  const token = await database.platformTransaction(async (db) => {
    await openAgency(db, { id, name: 'Neuve' }, new Date());
    const run = (text: string, values: unknown[]) => db.query({ text, values });
    await run(`insert into users (id, email, firstname, lastname) values ($1, $2, 'Nadia', 'Roche')`, [
      user,
      `${user}@essai.example`,
    ]);
    await run(
      `insert into agents (agency_id, id, user_id, firstname, lastname, plannable) values ($1, $2, $3, 'Nadia', 'Roche', false)`,
      [id, profile, user],
    );
    await run('update agencies set manager_id = $2, accounts_limit = $3 where id = $1', [
      id,
      user,
      more.licences ?? null,
    ]);
    return (await openSession(db, environment.secret, user, new Date())).tokens.token;
  });
  const who = { kind: 'AGENCY', id: profile, agencyId: id, customerId: null, plannable: false } as never;
  return { id, owner: clientOf(app, who, async () => token) };
}

/** Rows of every table; the history only grows, and replies of repeated acts are kept. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not in ('audit', 'platform_audit', 'idempotency_keys', 'migrations') order by 1`,
  );
  const counts = await sql<{ name: string; count: number }>(
    tables.map(({ name }) => `select '${name}' as name, count(*) as count from ${name}`).join(' union all '),
  );
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}
const save = async (owner: Client, of: typeof Agent | typeof Customer | typeof Site, draft: object) =>
  (await owner.call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, { id: string }>;
const samplesOf = (id: string, entity: string) =>
  sql<{ id: string; name: string }>(
    'select id, name from sample_rows where agency_id = $1 and entity = $2 order by name',
    [id, entity],
  );
const planAt = (id: string, site: string) =>
  sql(
    `insert into services (agency_id, id, site_id, start_at, end_at) values ($1, gen_random_uuid(), $2, now(), now() + interval '8 hours')`,
    [id, site],
  );
const steps = async (owner: Client) => (await owner.call(readFirstSteps)).firstSteps;
const none = {
  legal: false,
  logo: false,
  agent: false,
  customer: false,
  site: false,
  service: false,
  published: false,
};

test('samples are loaded once, do no step, use no licence, write to nobody, and are removed wholly', async () => {
  const { id, owner } = await fresh({ licences: 5 });
  const before = await rowCounts();
  expect(await steps(owner)).toEqual({ shown: true, done: none, samples: 0, mayLoad: true });
  const { firstSteps } = await owner.call(loadSamples);
  expect(firstSteps).toMatchObject({ done: none, samples: 29, mayLoad: false });
  expect((await owner.call(loadSamples)).firstSteps).toEqual(firstSteps);
  const [counted] = await sql(
    `select (select count(*) from agents where agency_id = $1 and status = 100) as accounts, (select count(*) from customers where agency_id = $1) as customers,
      (select count(*) from sites where agency_id = $1) as sites, (select count(*) from services where agency_id = $1 and start_at > now()) as services`,
    [id],
  );
  expect(counted).toEqual({ accounts: 1, customers: 2, sites: 3, services: 19 });
  expect((await rowCounts()).emails).toBe(before.emails);
  expect((await rowCounts()).notifications).toBe(before.notifications);
  // They are found as any record.
  const found = (await owner.call(endpointOf(Site, 'list'), { mount: 'agency', input: { query: 'bureaux' } })) as {
    filtered: number;
  };
  expect(found.filtered).toBe(1);
  expect((await owner.call(removeSamples, { input: {} })).firstSteps).toMatchObject({ samples: 0, mayLoad: true });
  expect(await rowCounts()).toEqual(before);
  expect((await owner.call(removeSamples, { input: {} })).firstSteps.samples).toBe(0);
  expect(await sql(`select distinct action from audit where agency_id = $1 order by 1`, [id])).toEqual([
    { action: 'loadSamples' },
    { action: 'removeSamples' },
  ]);
});

test('twenty loads in parallel load them once, twenty removals remove them once', async () => {
  const { id, owner } = await fresh();
  const before = await rowCounts();
  const loads = await Promise.all(Array.from({ length: 20 }, () => owner.answer(loadSamples)));
  expect(new Set(loads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await samplesOf(id, 'agent')).toHaveLength(5);
  await Promise.all(Array.from({ length: 20 }, () => owner.answer(removeSamples, { input: {} })));
  expect(await rowCounts()).toEqual(before);
});

test('published samples are removed without a trace for the grid and the customer; one that was filled in is named first', async () => {
  const { id, owner } = await fresh();
  const { customer } = await save(owner, Customer, { name: 'Mon client', type: 100 });
  const before = await rowCounts();
  await owner.call(loadSamples);
  const services = await samplesOf(id, 'service');
  await owner.call(publishServices, { input: { services: services.map((one) => one.id) } });
  const [site] = await samplesOf(id, 'site');
  await save(owner, Site, { id: site?.id, comments: 'Vu' });
  expect(await owner.answer(removeSamples, { input: {} })).toMatchObject({
    status: 409,
    body: { used: [{ name: site?.name, by: 'complétée par vous' }] },
  });
  expect(await samplesOf(id, 'service')).toHaveLength(services.length);
  await owner.call(removeSamples, { input: { keepUsed: true } });
  expect(await sql('select comments from sites where agency_id = $1', [id])).toEqual([{ comments: 'Vu' }]);
  expect(await sql('select from published_services where agency_id = $1', [id])).toEqual([]);
  await sql('delete from sites where agency_id = $1', [id]);
  await sql('delete from customers where agency_id = $1 and id <> $2', [id, customer?.id]);
  const after = await rowCounts();
  expect(
    Object.fromEntries(Object.entries(after).filter(([name, count]) => count !== before[name] && name !== 'search')),
  ).toEqual({
    // The act of the user stays.
    planning_publications: (before.planning_publications ?? 0) + 1,
  });
  expect(await sql('select id from customers where agency_id = $1', [id])).toEqual([{ id: customer?.id }]);
});

test('a record that depends on a sample is named; what it needs can be kept, and the rest goes', async () => {
  const { id, owner } = await fresh();
  await owner.call(loadSamples);
  const [company] = await samplesOf(id, 'customer');
  const { site } = await save(owner, Site, { name: 'Mon site', customer: { id: company?.id } });
  const [first, second] = await samplesOf(id, 'agent');
  await save(owner, Agent, { id: first?.id, firstname: 'Paul', lastname: 'Vrai' });
  await sql(
    `insert into unavailabilities (agency_id, id, agent_id, type_id, start_at, end_at)
      select $1, gen_random_uuid(), $2, t.id, now(), now() + interval '1 day' from agency_unavailability_types t where t.agency_id = $1 limit 1`,
    [id, second?.id],
  );
  await sql(
    `insert into agent_contracts (agency_id, id, agent_id, type, start_date, hours_limit, period) values ($1, gen_random_uuid(), $2, 'CDI', current_date, 35, 'WEEK')`,
    [id, second?.id],
  );
  const refused = await owner.answer(removeSamples, { input: {} });
  expect(refused).toMatchObject({ status: 409, body: { message: sampleMessages.used } });
  expect(refused.body.used).toEqual(
    expect.arrayContaining([
      { name: company?.name, by: 'Site Mon site' },
      { name: 'Paul Vrai', by: 'renommée par vous' },
      { name: second?.name, by: 'Indisponibilité' },
      { name: second?.name, by: 'Contrat de travail' },
    ]),
  );
  expect(refused.body.used).toHaveLength(4);
  expect(await samplesOf(id, 'site')).toHaveLength(3);
  await owner.call(removeSamples, { input: { keepUsed: true } });
  const left = async (table: string, column: string) =>
    (await sql<{ name: string }>(`select ${column} as name from ${table} where agency_id = $1 order by 1`, [id])).map(
      ({ name }) => name,
    );
  expect(await left('customers', 'name')).toEqual([company?.name]);
  expect(await left('sites', 'id')).toEqual([site?.id]);
  expect(await left('agents', 'fullname')).toEqual(['Karim Delmas', 'Nadia Roche', 'Paul Vrai']);
  expect(await left('services', 'reference')).toEqual([]);
  expect(await steps(owner)).toMatchObject({ samples: 0, done: { customer: true, site: true, agent: true } });
});

test('samples are refused to an agency with a planning, and beyond its quota of sheets', async () => {
  const { id, owner } = await fresh();
  const planned = await fresh();
  const { customer } = await save(planned.owner, Customer, { name: 'Client', type: 100 });
  const { site } = await save(planned.owner, Site, { name: 'Site', customer: { id: customer?.id } });
  await planAt(planned.id, site?.id as string);
  expect(await planned.owner.answer(loadSamples)).toMatchObject({
    status: 409,
    body: { message: sampleMessages.busy },
  });
  await sql('update agencies set agents_limit = 5 where id = $1', [id]);
  const before = await rowCounts();
  expect((await owner.answer(loadSamples)).status).toBe(409);
  expect(await rowCounts()).toEqual(before);
  await sql('update agencies set agents_limit = 6, remaining_sheets = 3 where id = $1', [id]);
  expect((await owner.answer(loadSamples)).status).toBe(200);
  expect(await sql('select remaining_sheets from agencies where id = $1', [id])).toEqual([{ remaining_sheets: 3 }]);
});

test('the steps follow the agency’s own data', async () => {
  const { id, owner } = await fresh();
  const done = async () => (await steps(owner)).done;
  await save(owner, Agent, { firstname: 'Jean', lastname: 'Neuf' });
  expect(await done()).toEqual({ ...none, agent: true });
  const { customer } = await save(owner, Customer, { name: 'Client', type: 100 });
  const { site } = await save(owner, Site, { name: 'Site', customer: { id: customer?.id } });
  await planAt(id, site?.id as string);
  await sql(
    `update agencies set legal_status = 'SAS', siret = '73282932000074', approval_number = 'AUT-075', street = '1 rue', zipcode = '75001', city = 'Paris' where id = $1`,
    [id],
  );
  expect(await done()).toEqual({ ...none, legal: true, agent: true, customer: true, site: true, service: true });
  await sql('update services set published_at = now() where agency_id = $1', [id]);
  expect((await done()).published).toBe(true);
});

test('the list is dismissed for the agency, by its owner only, and agencies of before have none', async () => {
  const { id, owner } = await fresh();
  for (const call of [readFirstSteps, dismissFirstSteps, loadSamples, removeSamples])
    for (const person of ['staff', 'agent', 'foreignOwner'] as const)
      if (people[person as never])
        expect(
          (await as(person as never).answer(call, { mount: 'agency', params: { agencyId: id }, input: {} })).status,
          `${call.name} ${person}`,
        ).toBe(403);
  expect((await owner.call(dismissFirstSteps)).firstSteps.shown).toBe(false);
  await owner.call(dismissFirstSteps);
  expect(await sql(`select action from audit where agency_id = $1`, [id])).toEqual([{ action: 'dismissFirstSteps' }]);
  expect((await steps(as('owner'))).shown).toBe(false);
});
