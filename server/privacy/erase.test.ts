import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { rightSet } from '#core/grants.ts';
import { erasePerson, previewErasure, readKeptRegister, requestOwnExport } from '#core/privacy/person.ts';
import { nobody } from '#server/db/context.ts';
import { allPeople } from '#server/product.ts';
import { endpointOf } from '#server/testing/client.ts';
import { somebody } from '#server/testing/leaver.ts';
import { world } from '#server/testing/world.ts';
import { namesNobody } from './entities.ts';

const { tables } = allPeople;
const here = await world();
const { agency, otherAgency, sql } = here;
const owner = here.as('owner');
const person = (id: string) => ({ params: { kind: 'agent', id } });
const archived = (id: string): Promise<unknown> => sql('update agents set status = 300 where id = $1', [id]);
const erase = (id: string) => owner.answer(erasePerson, { ...person(id), input: { confirmed: true } });

test('every table is declared: personal with its fate, or without personal data', async () => {
  const found = await sql<{ name: string; kind: string }>(
    `select c.relname as name, c.relkind::text as kind from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`,
  );
  const declared = Object.keys(tables);
  expect(found.filter(({ name, kind }) => kind !== 'v' && !declared.includes(name)).map(({ name }) => name)).toEqual(
    [],
  );
  // An entity may use a view.
  expect(declared.filter((name) => !found.some((one) => one.name === name))).toEqual([]);
});

test('a table with a reference to a person or his site declares it', async () => {
  const pointing = async (...targets: string[]): Promise<string[]> =>
    (
      await sql<{ name: string }>(
        `select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
          where k.contype = 'f' and k.confrelid = any ($1::regclass[]) and c.relname <> 'agencies'`,
        [targets],
      )
    ).map(({ name }) => name);
  const people = await pointing('agents', 'contacts', 'customers', 'users');
  expect(people.length).toBeGreaterThan(10);
  for (const name of people) expect(tables[name], name).toHaveProperty('label');
  // A list of sites needs an explicit reason, not the derived one.
  for (const name of await pointing('sites')) expect(tables[name], name).not.toEqual(namesNobody);
});

test('the preview shows what is erased and what the law keeps, and until when', async () => {
  const he = await somebody(here);
  const first = (await owner.call(previewErasure, person(he.agent))).erasure;
  expect(first).toMatchObject({ refused: 'Archivez ou supprimez d’abord ce collaborateur.', account: true });
  expect((await erase(he.agent)).status).toBe(409);
  await archived(he.agent);
  const { erasure } = await owner.call(previewErasure, person(he.agent));
  expect(erasure).toMatchObject({ name: he.fullname, refused: null, erasedAt: null, account: true });
  expect(erasure.erased.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Fiches de collaborateur', 'E-mails échangés avec l’agence', 'Compte', 'Appareils']),
  );
  expect(erasure.kept).toMatchObject([
    { label: 'Mentions du registre unique du personnel, chiffrées', until: '2031-06-30' },
    { label: 'Contrats de travail', until: '2031-06-30' },
  ]);
  expect(
    (await owner.answer(previewErasure, person(here.people.owner.profile?.id as string))).body.erasure.refused,
  ).toContain('responsable');
});

test('an erasure leaves a number, and no table identifies the person', async () => {
  const he = await somebody(here);
  await here.as(he).call(requestOwnExport);
  await here.jobsDone();
  await archived(he.agent);
  await sql(
    `with s as (insert into sites (agency_id, id, customer_id, name) values ($1, gen_random_uuid(), $2, 'Quai') returning id),
        v as (insert into services (agency_id, id, reference, start_at, end_at, site_id)
          select $1, gen_random_uuid(), 'E-1', now() - interval '2 days', now() - interval '1 day', id from s returning id)
      insert into service_events (agency_id, id, service_id, agent_id, type, at, author, content)
        select $1, gen_random_uuid(), id, $3, 1, now() - interval '1 day', $4, 'Arrivé' from v`,
    [agency.id, here.customer.id, he.agent, he.fullname],
  );
  expect((await erase(he.agent)).body.erasure).toMatchObject({
    name: expect.stringMatching(/^Collaborateur effacé n° \d+$/),
    account: false,
  });
  const [row] = await sql('select * from agents where id = $1', [he.agent]);
  expect(row).toMatchObject({
    firstname: 'Collaborateur',
    status: 400,
    email: null,
    comments: null,
    social_security_number: null,
    bank_details: null,
    nationality: null,
    user_id: null,
    rights: [],
    profile_picture_id: null,
  });
  expect(await sql('select 1 from users where id = $1', [he.id])).toEqual([]);
  const [, lastname = ''] = he.fullname.split(' ');
  expect(lastname).not.toBe('');
  const first = he.fullname.split(' ')[0] as string;
  for (const table of Object.keys(tables)) {
    if (['migrations', 'retention_rules', 'search'].includes(table)) continue;
    const rows = JSON.stringify(await sql(`select * from ${table}`));
    expect(rows.includes(he.email), `${table} holds his address`).toBe(false);
    expect(rows.includes(first), `${table} holds his name`).toBe(false);
  }
  expect(await sql('select 1 from files where id = any ($1)', [[he.picture, he.paper]])).toEqual([]);
  expect(await sql(`select 1 from search where id = $1`, [he.agent])).toEqual([]);
  expect(await sql(`select subject, content from emails where id = $1`, [he.mail])).toEqual([
    { subject: 'Contenu effacé', content: null },
  ]);
  // Mails that also went to other people stay.
  expect(
    (await sql(`select 1 from emails where subject = 'À tous' and content is not null and 'efface@invalid' = any (cc)`))
      .length,
  ).toBeGreaterThan(0);
  expect(await sql('select 1 from agent_contracts where agent_id = $1', [he.agent])).toHaveLength(1);
});

test('it is done once and audited, and each reading of the retained register data is audited', async () => {
  const he = await somebody(here);
  await archived(he.agent);
  const [one, two] = await Promise.all([erase(he.agent), erase(he.agent)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body.erasure.name).toBe(one.body.erasure.name);
  const lines = await sql<{ action: string; author: string }>(
    'select action, author from audit where entity_id = $1 order by at desc, id desc',
    [he.agent],
  );
  expect(lines.filter(({ action }) => action === 'erase')).toEqual([
    { action: 'erase', author: here.people.owner.fullname },
  ]);
  const [kept] = await sql<{ kept: string }>('select kept from erased_people where id = $1', [he.agent]);
  expect(kept?.kept).not.toContain('Partant');
  expect((await here.as('staff').answer(readKeptRegister, person(he.agent))).status).toBe(403);
  expect(await owner.call(readKeptRegister, person(he.agent))).toMatchObject({
    until: '2031-06-30',
    register: { firstname: he.fullname.split(' ')[0], nationality: 'FR' },
  });
  expect(await sql(`select 1 from audit where entity_id = $1 and action = 'readRegister'`, [he.agent])).toHaveLength(1);
});

test('an account with another profile stays', async () => {
  const he = await somebody(here);
  await sql(
    `insert into agents (agency_id, id, user_id, firstname, lastname) values ($1, gen_random_uuid(), $2, 'Autre', 'Profil')`,
    [otherAgency.id, he.id],
  );
  await archived(he.agent);
  expect((await owner.call(previewErasure, person(he.agent))).erasure.account).toBe(false);
  expect((await erase(he.agent)).status).toBe(200);
  expect(await sql('select 1 from users where id = $1', [he.id])).toHaveLength(1);
  expect(await sql('select 1 from agents where user_id = $1', [he.id])).toHaveLength(1);
});

test('a planner is erased from rows about others: consents that he recorded, calendars that he opened', async () => {
  const planner = await here.hire('planificatrice', { of: 'azur', rights: rightSet('admin') });
  const id = planner.profile?.id as string;
  const guard = here.people.agent.profile?.id as string;
  const name = planner.fullname;
  await here.database.transaction({ ...nobody, agency: agency.id, user: planner.id }, async (db) => {
    await db.query({
      text: `with s as (insert into sites (agency_id, id, customer_id, name, slug) values ($1, gen_random_uuid(), $2, 'Quai', 'quai-2') returning id),
          v as (insert into services (agency_id, id, reference, start_at, end_at, site_id)
            select $1, gen_random_uuid(), 'E-2', now(), now() + interval '1 day', id from s returning id)
        insert into service_consents (agency_id, id, service_id, agent_id, means, obtained_at, author)
          select $1, gen_random_uuid(), id, $3, 'PHONE', now(), $4 from v`,
      values: [agency.id, here.customer.id, guard, name],
    });
  });
  // Another person created it before.
  for (const { id: user, fullname } of [here.people.staff, planner])
    await here.database.transaction({ ...nobody, agency: agency.id, user }, (db) =>
      db.query({
        text: `insert into agent_calendars (agency_id, agent_id, hash, author) values ($1, $2, $3, $3)
          on conflict (agency_id, agent_id) do update set hash = excluded.hash, author = excluded.author`,
        values: [agency.id, guard, fullname],
      }),
    );
  // His sheet and his account have different names.
  await sql(`update agents set firstname = 'Épouse', status = 300 where id = $1`, [id]);
  const { erasure } = (await erase(id)).body;
  for (const table of ['service_consents', 'agent_calendars'])
    expect(await sql(`select author, user_id from ${table} where agent_id = $1`, [guard]), table).toEqual([
      { author: erasure.name, user_id: null },
    ]);
});

test('the sheet of an erased person is not edited any more', async () => {
  const he = await somebody(here);
  await archived(he.agent);
  expect((await erase(he.agent)).status).toBe(200);
  const before = await sql('select fullname, version from agents where id = $1', [he.agent]);
  const input = { id: he.agent, lastname: 'Retrouvé' };
  const answer = await owner.answer(endpointOf(Agent, 'save'), { mount: 'agency', input });
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('effacées')]);
  expect(await sql('select fullname, version from agents where id = $1', [he.agent])).toEqual(before);
});

test('a contact is erased after his customer is archived, also from the customer’s history', async () => {
  const contact = await here.hire('interlocutrice', { of: 'azur', customer: true, rights: [] });
  const id = contact.profile?.id as string;
  const one = { params: { kind: 'contact', id } };
  expect((await owner.call(previewErasure, one)).erasure.refused).toContain('Archivez d’abord le client');
  const customer = contact.profile?.customerId as string;
  await sql('update customers set status = 300 where id = $1', [customer]);
  await sql(
    `insert into audit (agency_id, id, entity, entity_id, action, changes, reason) values ($1, gen_random_uuid(), 'customer', $2, 'edit', $3, 'Demandé par ' || $4)`,
    [
      agency.id,
      customer,
      JSON.stringify({ userCompanies: { before: [{ id, email: contact.email }], after: [] } }),
      contact.email,
    ],
  );
  const done = await owner.answer(erasePerson, { ...one, input: { confirmed: true } });
  await sql('update customers set status = 100 where id = $1', [customer]);
  expect(done.body.erasure).toMatchObject({ name: expect.stringMatching(/^Interlocuteur effacé n° \d+$/), kept: [] });
  expect(JSON.stringify(await sql('select * from audit'))).not.toContain(contact.email);
});
