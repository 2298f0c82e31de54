import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { Agent } from '#core/agents/agent.ts';
import { entityEndpoints, type Operation } from '#core/kernel/endpoint.ts';
import {
  downloadExport,
  erasePerson,
  listOwnExports,
  previewErasure,
  readKeptRegister,
  requestExport,
  requestOwnExport,
} from '#core/privacy/person.ts';
import { fileJobs } from '#server/files/sweep.ts';
import { servicesOf } from '#server/kernel/app.ts';
import type { Person } from '#server/testing/people.ts';
import { password, world } from '#server/testing/world.ts';
import { tables } from './tables.ts';

const here = await world();
const { agency, otherAgency, sql } = here;
const owner = here.as('owner');
const call = (operation: Operation) =>
  entityEndpoints(Agent).find(({ entity }) => entity?.operation === operation) as never;
const number = '185057800608491';
const iban = 'FR7630006000011234567890189';

interface Data {
  person: string;
  sections: { table: string; label: string; rows: Record<string, unknown>[] }[];
}

async function unzipped(content: Buffer): Promise<Record<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(content, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry));
  return files;
}

/** What the archive of an export holds, once its job is done. */
async function fetched(person: Person | 'owner', id: string): Promise<Record<string, Buffer>> {
  await here.jobsDone();
  const { token } = await here.sessionOf(person);
  const response = await here.app.inject({
    method: 'GET',
    url: `/api/user/data-export/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.statusCode).toBe(200);
  return unzipped(response.rawPayload);
}
const dataOf = (files: Record<string, Buffer>): Data => JSON.parse(files['donnees.json']?.toString() ?? '');
const rowsOf = (data: Data, table: string): Record<string, unknown>[] =>
  data.sections.find((section) => section.table === table)?.rows ?? [];

let serial = 0;
/** An agent with an account, a number, mails, a picture, a history, a search entry, a device and a contract. */
async function somebody(): Promise<Person & { agent: string; mail: string }> {
  serial += 1;
  const person = await here.hire(`partant${serial}`, { of: 'azur', rights: [], plannable: true });
  const agent = person.profile?.id as string;
  const saved = await owner.answer(call('save'), {
    mount: 'agency',
    input: {
      id: agent,
      email: person.email,
      agentInfos: {
        socialSecurityNumber: number,
        bankDetails: iban,
        nationality: 'FR',
        comments: 'Vit au 3 rue Haute',
      },
    },
  });
  expect(saved.status).toBe(200);
  const [file, mail] = [randomUUID(), randomUUID()];
  await sql(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, $2, 'photo.png', 'image/png', 1, $3, $4)`,
    [agency.id, file, file, person.id],
  );
  await sql('update agents set profile_picture_id = $2 where id = $1', [agent, file]);
  await sql(
    `insert into emails (agency_id, id, recipients, cc, pending, subject, content, state, reason) values
      ($1, $2, array[$3::text], '{}', '{}', 'Bonjour Partant', '{"words": "secret"}', 'sent', 'test'),
      ($1, gen_random_uuid(), array['autre@exemple.fr'], array[$3::text], '{}', 'À tous', '{"words": "commun"}', 'sent', 'test')`,
    [agency.id, mail, person.email],
  );
  await sql(
    `insert into email_events (agency_id, id, email_id, event, email_subject, email) values ($1, gen_random_uuid(), $2, 'sent', 'Bonjour Partant', $3)`,
    [agency.id, mail, person.email],
  );
  await sql(`insert into user_devices (id, user_id, token) values (gen_random_uuid(), $1, 'jeton')`, [person.id]);
  await sql(
    `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, hours_limit, period) values ($1, gen_random_uuid(), $2, 'CDD', '2025-01-01', '2026-06-30', 35, 'WEEK')`,
    [agency.id, agent],
  );
  return { ...person, agent, mail };
}
const person = (id: string) => ({ params: { kind: 'agent', id } });
const archived = (id: string): Promise<unknown> => sql('update agents set status = 300 where id = $1', [id]);
const erase = (id: string) => owner.answer(erasePerson, { ...person(id), input: { confirmed: true } });

test('every table is declared: personal, with how and what becomes of it, or nobody’s', async () => {
  const found = await sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  expect(Object.keys(tables).sort()).toEqual(found.map(({ name }) => name));
});

test('a table that points at a person says so', async () => {
  const pointing = await sql<{ name: string }>(
    `select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.confrelid in ('agents'::regclass, 'contacts'::regclass, 'users'::regclass) and c.relname <> 'agencies'`,
  );
  expect(pointing.length).toBeGreaterThan(10);
  for (const { name } of pointing) expect(tables[name], name).toHaveProperty('label');
});

test('somebody receives all that is held on him: data, a page in French, his files, his own number; no secret', async () => {
  const he = await somebody();
  const { export: asked } = await here.as(he).call(requestOwnExport);
  expect(asked.state).toBe('queued');
  const files = await fetched(he, asked.id);
  const data = dataOf(files);
  expect(data.person).toBe(he.fullname);
  expect(rowsOf(data, 'agents')).toMatchObject([
    { id: he.agent, social_security_number: number, bank_details: iban, comments: 'Vit au 3 rue Haute' },
  ]);
  for (const table of [
    'users',
    'sessions',
    'user_devices',
    'audit',
    'emails',
    'email_events',
    'files',
    'agent_contracts',
  ])
    expect(rowsOf(data, table).length, table).toBeGreaterThan(0);
  const page = files['donnees.html']?.toString() ?? '';
  expect(page).toContain('<h2>Fiches de collaborateur (1)</h2>');
  expect(page).toContain('<dt>Numéro de sécurité sociale</dt>');
  const all = JSON.stringify(data);
  expect(all).not.toMatch(/password_hash|refresh_hash|jeton|"hash"/);
  expect(all).not.toContain(password);
  // Nobody else's.
  expect(rowsOf(data, 'agents').map(({ id }) => id)).toEqual([he.agent]);
  expect(all).not.toContain(here.people.foreignOwner.email);
});

test('an export lies sealed, is its asker’s alone, and is swept after a week', async () => {
  const he = await somebody();
  const { export: asked } = await here.as(he).call(requestOwnExport);
  expect((await here.as(he).call(requestOwnExport)).export.id).toBe(asked.id);
  await here.jobsDone();
  const [kept] = await sql<{ hash: string; state: string }>('select hash, state from personal_exports where id = $1', [
    asked.id,
  ]);
  expect(kept?.state).toBe('ready');
  expect((await here.as('owner').answer(downloadExport, { params: { id: asked.id } })).status).toBe(404);
  expect((await here.as(he).call(listOwnExports)).exports).toMatchObject([{ id: asked.id, state: 'ready' }]);
  await sql(`update personal_exports set created_at = now() - interval '8 days' where id = $1`, [asked.id]);
  expect((await here.as(he).answer(downloadExport, { params: { id: asked.id } })).status).toBe(404);
  expect((await here.as(he).call(listOwnExports)).exports).toEqual([]);
});

test('the sweep of content leaves an export alone until its row is gone', async () => {
  const he = await somebody();
  const { export: asked } = await here.as(he).call(requestOwnExport);
  await here.jobsDone();
  const [kept] = await sql<{ hash: string }>('select hash from personal_exports where id = $1', [asked.id]);
  const hash = kept?.hash as string;
  const path = join(here.environment.dataDir, 'files', hash.slice(0, 2), hash);
  const old = new Date(Date.now() - 2 * 86_400_000);
  await utimes(path, old, old);
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  const sweep = async (): Promise<void> =>
    fileJobs.find(({ name }) => name === 'sweepContent')?.work({}, servicesOf(here.app), attempt);
  await sweep();
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path).subarray(0, 2).toString()).not.toBe('PK');
  await sql('delete from personal_exports where id = $1', [asked.id]);
  await sweep();
  expect(existsSync(path)).toBe(false);
});

test('the owner exports a collaborator without his account, and the history says so', async () => {
  const he = await somebody();
  expect((await here.as('staff').answer(requestExport, person(he.agent))).status).toBe(403);
  expect((await here.as('foreignOwner').answer(requestExport, person(he.agent))).status).toBe(404);
  const { export: asked } = await owner.call(requestExport, person(he.agent));
  const data = dataOf(await fetched('owner', asked.id));
  expect(rowsOf(data, 'agents')).toHaveLength(1);
  for (const table of ['users', 'sessions', 'user_devices']) expect(rowsOf(data, table), table).toEqual([]);
  expect(
    await sql(`select action from audit where entity_id = $1 and action = 'exportPersonalData'`, [he.agent]),
  ).toHaveLength(1);
});

test('an erasure says first what goes and what the law keeps, and until when', async () => {
  const he = await somebody();
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

test('an erasure leaves a number, and nothing in any table tells who it was', async () => {
  const he = await somebody();
  await here.as(he).call(requestOwnExport);
  await here.jobsDone();
  await archived(he.agent);
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
  expect(await sql(`select 1 from search where id = $1`, [he.agent])).toEqual([]);
  expect(await sql(`select subject, content from emails where id = $1`, [he.mail])).toEqual([
    { subject: 'Contenu effacé', content: null },
  ]);
  // What was written to others too is theirs.
  expect(
    (await sql(`select 1 from emails where subject = 'À tous' and content is not null and 'efface@invalid' = any (cc)`))
      .length,
  ).toBeGreaterThan(0);
  expect(await sql('select 1 from agent_contracts where agent_id = $1', [he.agent])).toHaveLength(1);
});

test('it is done once, is in the history, and what the register kept is read with a line', async () => {
  const he = await somebody();
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

test('an account that another profile holds stays', async () => {
  const he = await somebody();
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

test('a contact is erased once his customer is archived, with what the customer’s history told of him', async () => {
  const contact = await here.hire('interlocutrice', { of: 'azur', customer: true, rights: [] });
  const id = contact.profile?.id as string;
  const one = { params: { kind: 'contact', id } };
  expect((await owner.call(previewErasure, one)).erasure.refused).toContain('Archivez d’abord le client');
  const customer = contact.profile?.customerId as string;
  await sql('update customers set status = 300 where id = $1', [customer]);
  await sql(
    `insert into audit (agency_id, id, entity, entity_id, action, changes) values ($1, gen_random_uuid(), 'customer', $2, 'edit', $3)`,
    [agency.id, customer, JSON.stringify({ userCompanies: { before: [{ id, email: contact.email }], after: [] } })],
  );
  const done = await owner.answer(erasePerson, { ...one, input: { confirmed: true } });
  await sql('update customers set status = 100 where id = $1', [customer]);
  expect(done.body.erasure).toMatchObject({ name: expect.stringMatching(/^Interlocuteur effacé n° \d+$/), kept: [] });
  expect(JSON.stringify(await sql('select * from audit'))).not.toContain(contact.email);
});
