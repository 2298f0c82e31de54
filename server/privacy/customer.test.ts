// A private customer is a person: data on him and his home is exported, and erased except for the accounts.
import { expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import {
  erasePerson,
  listExports,
  previewErasure,
  readKeptRegister,
  requestExport,
  requestOwnExport,
} from '#core/privacy/person.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { allPeople } from '#server/product.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { household, savedIn } from '#server/testing/household.ts';
import type { Person } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { unzipped } from '#server/testing/zip.ts';
import { applyRetention } from './retention.ts';

const { tables } = allPeople;
const here = await world();
const { people, sql } = here;
const owner = here.as('owner');
const of = (id: string) => ({ params: { kind: 'customer', id } });
const erase = (id: string) => owner.answer(erasePerson, { ...of(id), input: { confirmed: true } });

const archived = (id: string): Promise<unknown> =>
  owner.call(endpointOf(Customer as never, 'act'), { params: { id, type: 'archive' } });

async function exported(
  person: Person | 'owner',
  id: string,
): Promise<{ data: AnyRow; files: Record<string, Buffer> }> {
  await here.jobsDone();
  const { token } = await here.sessionOf(person);
  const response = await here.app.inject({
    method: 'GET',
    url: `/api/user/data-export/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.statusCode).toBe(200);
  const files = await unzipped(response.rawPayload);
  return { data: JSON.parse(files['donnees.json']?.toString() ?? ''), files };
}
const rowsOf = (data: AnyRow, table: string): AnyRow[] =>
  data.sections.find((section: AnyRow) => section.table === table)?.rows ?? [];

test('the owner exports all data on a private customer and his home, with an audit line', async () => {
  const { customer, site, surname } = await household(here);
  const neighbour = await household(here);
  expect((await here.as('staff').answer(requestExport, of(customer.id))).status).toBe(403);
  expect((await here.as('foreignOwner').answer(requestExport, of(customer.id))).status).toBe(404);
  const { export: asked } = await owner.call(requestExport, of(customer.id));
  expect((await owner.call(listExports, of(customer.id))).exports).toMatchObject([{ id: asked.id }]);
  const { data, files } = await exported('owner', asked.id);
  expect(data.person).toBe(`Yvonne ${surname}`);
  expect(rowsOf(data, 'customers')).toMatchObject([{ id: customer.id, comments: `${surname} ouvre après 10 h` }]);
  expect(rowsOf(data, 'sites')).toMatchObject([{ id: site.id, street: `3 rue ${surname}` }]);
  for (const table of [
    'contacts',
    'customer_documents',
    'customer_discounts',
    'site_keys',
    'site_alarms',
    'site_instructions',
    'checkpoints',
    'rounds',
    'emails',
    'audit',
  ])
    expect(rowsOf(data, table).length, table).toBeGreaterThan(0);
  expect(Object.keys(files).filter((name) => name.startsWith('fichiers/'))).toHaveLength(2);
  expect(files['donnees.html']?.toString()).toContain('<h2>Fiche de client (1)</h2>');
  expect(JSON.stringify(data)).not.toContain(neighbour.surname);
  expect(
    await sql(`select 1 from audit where entity_id = $1 and action = 'exportPersonalData'`, [customer.id]),
  ).toHaveLength(1);
});

test('a contact with the address of the record gets the record in his export', async () => {
  const { customer, contact, surname } = await household(here);
  await sql('update customers set email = $2 where id = $1', [customer.id, contact.email.toUpperCase()]);
  const { export: asked } = await here.as(contact).call(requestOwnExport);
  const { data } = await exported(contact, asked.id);
  expect(rowsOf(data, 'customers')).toMatchObject([{ id: customer.id }]);
  expect(rowsOf(data, 'sites')).toMatchObject([{ name: `Villa ${surname}` }]);
  // A relative with another address gets only his own data.
  const other = await household(here);
  const { export: theirs } = await here.as(other.contact).call(requestOwnExport);
  expect(rowsOf((await exported(other.contact, theirs.id)).data, 'customers')).toEqual([]);
});

test('the export contains the published planning, and no internal data of the agency', async () => {
  const { customer, contact, service, site } = await household(here);
  await sql('update customers set email = $2 where id = $1', [customer.id, contact.email]);
  const guard = people.agent.profile?.id as string;
  const put = (agent: string) =>
    sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
      here.agency.id,
      service,
      agent,
    ]);
  await put(guard);
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [service]);
  const [published] = await sql<{ start: Date }>('select start_at as start from services where id = $1', [service]);
  // Changed since: an hour later, another agent, confirmed despite a warning; and a draft on a tour.
  await put(people.staff.profile?.id as string);
  await sql(`update services set start_at = start_at + interval '1 hour', confirmed = true where id = $1`, [service]);
  const [draft] = await sql<{ id: string }>(
    `insert into services (agency_id, id, start_at, end_at, site_id) values ($1, gen_random_uuid(), now(), now() + interval '1 hour', $2) returning id`,
    [here.agency.id, site.id],
  );
  await sql(
    `insert into service_stops (agency_id, id, service_id, site_id, arrival, minutes) values ($1, gen_random_uuid(), $2, $3, '10:00', 15)`,
    [here.agency.id, draft?.id, site.id],
  );
  for (const [who, asked] of [
    [contact, await here.as(contact).call(requestOwnExport)],
    ['owner', await owner.call(requestExport, of(customer.id))],
  ] as const) {
    const { data } = await exported(who, asked.export.id);
    const [row, ...more] = rowsOf(data, 'published_services');
    expect([row?.id, more]).toEqual([service, []]);
    // Exported to the second.
    expect(Math.abs(Date.parse(row?.start_at) - Number(published?.start))).toBeLessThan(1_000);
    for (const column of ['published', 'confirmed', 'removed']) expect(row).not.toHaveProperty(column);
    for (const table of ['services', 'service_stops']) expect(rowsOf(data, table), table).toEqual([]);
    const text = JSON.stringify(data);
    for (const kept of [draft?.id as string, guard]) expect(text).not.toContain(kept);
  }
});

test('a company is not a person; its contacts are', async () => {
  const company = await savedIn(here, Customer, { name: 'Halles SA', type: 100 });
  for (const call of [requestExport, previewErasure]) {
    const { status, body } = await owner.answer(call, of(company.id));
    expect(status).toBe(409);
    expect(body.message).toBe('Ce client n’est pas un particulier : ses interlocuteurs sont les personnes.');
  }
  expect((await erase(company.id)).status).toBe(409);
});

test('an active customer, or one with future services, cannot be erased', async () => {
  const { customer, service } = await household(here);
  expect((await owner.call(previewErasure, of(customer.id))).erasure.refused).toBe('Archivez d’abord ce client.');
  expect((await erase(customer.id)).status).toBe(409);
  await archived(customer.id);
  await sql(
    `update services set start_at = now() + interval '1 day', end_at = now() + interval '1 day 2 hours' where id = $1`,
    [service],
  );
  expect((await erase(customer.id)).body.message).toBe('Des services sont encore prévus sur ses sites.');
  await sql('update services set status = 700 where id = $1', [service]);
  expect((await owner.call(previewErasure, of(customer.id))).erasure.refused).toBeNull();
});

test('an erasure leaves a number and the work done, and no table identifies the person', async () => {
  const { customer, site, surname, contact, document, service } = await household(here);
  const { export: asked } = await owner.call(requestExport, of(customer.id));
  await exported('owner', asked.id);
  const [archive] = await sql<{ hash: string }>('select hash from personal_exports where id = $1', [asked.id]);
  await archived(customer.id);
  const { erasure } = await owner.call(previewErasure, of(customer.id));
  expect(erasure).toMatchObject({ name: `Yvonne ${surname}`, refused: null, account: true });
  expect(erasure.erased.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Fiche de client', 'Sites du client', 'Alarmes des sites', 'Fiches d’interlocuteur']),
  );
  const year = new Date().getUTCFullYear() + 10;
  expect(erasure.kept).toMatchObject([
    { label: 'Identité et adresse pour la facturation, chiffrées', until: `${year}-12-31` },
  ]);
  const [one, two] = await Promise.all([erase(customer.id), erase(customer.id)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(one.body.erasure).toMatchObject({ name: expect.stringMatching(/^Client effacé n° \d+$/), erased: [] });
  for (const table of Object.keys(tables)) {
    // The application cannot read it.
    if (table === 'migrations') continue;
    const rows = JSON.stringify(await sql(`select to_jsonb(t) as row from ${table} t`));
    expect(rows.toLowerCase().includes(surname.toLowerCase()), `${table} identifies the person`).toBe(false);
    expect(rows.includes(contact.email), `${table} identifies a contact`).toBe(false);
  }
  expect(
    await sql('select name, type, status, street, email, comments from customers where id = $1', [customer.id]),
  ).toEqual([{ name: one.body.erasure.name, type: 200, status: 300, street: null, email: null, comments: null }]);
  expect(await sql('select name, street, latitude from sites where id = $1', [site.id])).toEqual([
    { name: `Site de ${one.body.erasure.name}`, street: null, latitude: null },
  ]);
  // The hours and their history stay.
  expect(await sql('select comment, site_id from services where id = $1', [service])).toEqual([
    { comment: null, site_id: site.id },
  ]);
  expect(await sql(`select changes from audit where entity_id = $1`, [service])).toEqual([
    { changes: { nbAgents: { before: 1, after: 2 } } },
  ]);
  expect(await sql('select author, content, latitude from service_events where service_id = $1', [service])).toEqual([
    { author: 'Un agent', content: null, latitude: null },
  ]);
  // The chain of the site still verifies: erased, not altered (decision 88).
  expect(
    await sql('select altered, erased::integer from logbook_verified($1, $2, 100)', [here.agency.id, site.id]),
  ).toEqual([{ altered: null, erased: 2 }]);
  expect(await sql('select 1 from files where id = $1', [document])).toEqual([]);
  expect(await sql('select 1 from users where id = $1', [contact.id])).toEqual([]);
  expect(await sql(`select author from audit where entity_id = $1 and action = 'erase'`, [customer.id])).toEqual([
    { author: people.owner.fullname },
  ]);
  // Earlier exports are removed too, in the list and in the store.
  expect((await owner.call(listExports, of(customer.id))).exports).toEqual([]);
  expect((await owner.inject({ url: `/api/user/data-export/${asked.id}/file` })).status).toBe(404);
  await expect(servicesOf(here.app).files.open(archive?.hash as string)).rejects.toThrow();
});

test('data for the accounts is kept sealed, and each reading is audited', async () => {
  const { customer, surname } = await household(here);
  await archived(customer.id);
  expect((await erase(customer.id)).status).toBe(200);
  const [kept] = await sql<{ kept: string }>('select kept from erased_people where id = $1', [customer.id]);
  expect(kept?.kept).not.toContain(surname);
  expect((await here.as('staff').answer(readKeptRegister, of(customer.id))).status).toBe(403);
  expect(await owner.call(readKeptRegister, of(customer.id))).toMatchObject({
    register: { name: `Yvonne ${surname}`, city: 'Quimper', customerNumber: customer.customerInfos.customerNumberId },
  });
  expect(await sql(`select 1 from audit where entity_id = $1 and action = 'readRegister'`, [customer.id])).toHaveLength(
    1,
  );
});

test('nothing is kept of a prospect without services', async () => {
  const { customer, service } = await household(here, { prospect: true });
  await sql('delete from services where id = $1', [service]);
  await archived(customer.id);
  expect((await erase(customer.id)).body.erasure).toMatchObject({ kept: [] });
  expect((await owner.answer(readKeptRegister, of(customer.id))).status).toBe(404);
});

test('the retention job skips a customer whose contact manages an agency, and erases the others', async () => {
  const [kept, due] = [await household(here), await household(here)];
  for (const { customer } of [kept, due]) {
    await archived(customer.id);
    await sql(`update customers set updated_at = now() - interval '37 months' where id = $1`, [customer.id]);
  }
  await sql('update contacts set user_id = $2 where customer_id = $1', [kept.customer.id, people.owner.id]);
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(here.app), attempt);
  const names = await sql<{ id: string; name: string }>('select id, name from customers where id = any ($1)', [
    [kept.customer.id, due.customer.id],
  ]);
  expect(new Map(names.map(({ id, name }) => [id, name]))).toEqual(
    new Map([
      [kept.customer.id, kept.customer.name],
      [due.customer.id, expect.stringMatching(/^Client effacé n°/)],
    ]),
  );
});

test('the retention job erases three years after archiving, and keeps the data for the accounts', async () => {
  const { customer } = await household(here);
  const recent = await household(here);
  for (const one of [customer, recent.customer]) await archived(one.id);
  await sql(`update customers set updated_at = now() - interval '37 months' where id = $1`, [customer.id]);
  await sql(`update audit set at = now() - interval '37 months' where entity_id = $1 and action = 'archive'`, [
    customer.id,
  ]);
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(here.app), attempt);
  const rows = await sql<{ name: string }>('select name from customers where id = any ($1) order by name', [
    [customer.id, recent.customer.id],
  ]);
  expect(rows.map(({ name }) => name)).toEqual([expect.stringMatching(/^Client effacé n°/), recent.customer.name]);
  const [kept] = await sql<{ year: number }>(
    `select extract(year from kept_until)::integer as year from erased_people where id = $1 and kept is not null`,
    [customer.id],
  );
  expect(kept?.year).toBeGreaterThan(new Date().getUTCFullYear() + 5);
  // After ten years the sealed data is deleted too.
  await sql(`update erased_people set kept_until = '2020-12-31' where id = $1`, [customer.id]);
  await applyRetention.work({}, servicesOf(here.app), attempt);
  expect(await sql('select kept from erased_people where id = $1', [customer.id])).toEqual([{ kept: null }]);
});
