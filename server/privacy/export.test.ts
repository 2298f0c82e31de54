import { existsSync, readFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadExport, listOwnExports, requestExport, requestOwnExport } from '#core/privacy/person.ts';
import { fileJobs } from '#server/files/sweep.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { leaverIban, leaverNumber, somebody } from '#server/testing/leaver.ts';
import type { Person } from '#server/testing/people.ts';
import { password, world } from '#server/testing/world.ts';
import { unzipped } from '#server/testing/zip.ts';
import { isInternal, labelOf } from './page.ts';
import { applyRetention } from './retention.ts';

const here = await world();
const { sql } = here;
const owner = here.as('owner');
const person = (id: string) => ({ params: { kind: 'agent', id } });

interface Data {
  person: string;
  sections: { table: string; label: string; rows: Record<string, unknown>[] }[];
}

/** The content of an export's archive, after its job. */
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

/** No English identifier as a label, no instant of a machine, no bare code or id as a value. */
function expectReadable(page: string): void {
  const texts = (tag: string): string[] =>
    [...page.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text as string);
  expect(texts('dt').filter((label) => !/^[A-ZÉÀ]/.test(label) || /_/.test(label))).toEqual([]);
  const raw = /\d{4}-\d\d-\d\d|UTC|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[A-Z]+_[A-Z_]+$|^\{|^\[|^[1-8]00$/;
  expect(texts('dd').filter((value) => raw.test(value))).toEqual([]);
}

test('every column of the export has a French label, or is declared internal', async () => {
  const { people } = servicesOf(here.app);
  const columns = await sql<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, attname as column from pg_attribute
      where attrelid = any ($1::text[]::regclass[]) and attnum > 0 and not attisdropped`,
    [people.personal.flatMap(([table, { derived, internal }]) => (derived || internal ? [] : [table]))],
  );
  const hidden = new Map(people.personal.map(([table, { hides = [] }]) => [table, hides]));
  const bare = columns.filter(
    ({ table, column }) =>
      !hidden.get(table)?.includes(column) && !isInternal(table, column) && labelOf(table, column) === undefined,
  );
  expect(bare).toEqual([]);
});

test('a person gets all his data: JSON, a page in French, his files, his own numbers; no secrets', async () => {
  const he = await somebody(here);
  const { export: asked } = await here.as(he).call(requestOwnExport);
  expect(asked.state).toBe('queued');
  const files = await fetched(he, asked.id);
  const data = dataOf(files);
  expect(data.person).toBe(he.fullname);
  expect(rowsOf(data, 'agents')).toMatchObject([
    { id: he.agent, social_security_number: leaverNumber, bank_details: leaverIban, comments: 'Vit au 3 rue Haute' },
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
  expectReadable(page);
  const contents = Object.entries(files).flatMap(([name, content]) =>
    name.startsWith('fichiers/') ? [content.toString()] : [],
  );
  // Also files about him that others uploaded.
  expect(contents.sort()).toEqual([`carte.png ${he.paper}`, `photo.png ${he.picture}`]);
  const all = JSON.stringify(data);
  expect(all).not.toMatch(/password_hash|refresh_hash|jeton|"hash"/);
  expect(all).not.toContain(password);
  // No data of other people.
  expect(rowsOf(data, 'agents').map(({ id }) => id)).toEqual([he.agent]);
  expect(all).not.toContain(here.people.foreignOwner.email);
});

test('an agent gets his published services, with their breaks', async () => {
  const he = await somebody(here);
  const [site] = await sql<{ id: string }>(
    `insert into sites (agency_id, id, customer_id, name, slug) values ($1, gen_random_uuid(), $2, 'Quai', gen_random_uuid()::text) returning id`,
    [here.agency.id, here.customer.id],
  );
  const planned = async (): Promise<string> => {
    const [row] = await sql<{ id: string }>(
      `with made as (insert into services (agency_id, id, site_id, start_at, end_at) values ($1, gen_random_uuid(), $2, now(), now() + interval '8 hours') returning agency_id, id),
          held as (insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $3 from made),
          rest as (insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at)
            select agency_id, gen_random_uuid(), id, $3, 0, now() + interval '2 hours', now() + interval '3 hours' from made)
        select id from made`,
      [here.agency.id, site?.id, he.agent],
    );
    return row?.id as string;
  };
  const [published, draft] = [await planned(), await planned()];
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [published]);
  const { export: asked } = await here.as(he).call(requestOwnExport);
  const files = await fetched(he, asked.id);
  const data = dataOf(files);
  const page = files['donnees.html']?.toString() ?? '';
  expect(page).toMatch(/<dt>Service<\/dt><dd>Quai, le \d\d\/\d\d\/\d{4} de \d\d:\d\d à \d\d:\d\d<\/dd>/);
  expectReadable(page);
  for (const table of ['published_service_agents', 'service_breaks'])
    expect(
      rowsOf(data, table).map(({ service_id }) => service_id),
      table,
    ).toEqual([published]);
  expect(JSON.stringify(data)).not.toContain(draft);
});

test('an export is sealed, open only to its requester, and removed after a week', async () => {
  const he = await somebody(here);
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
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(here.app), attempt);
  expect(await sql('select 1 from personal_exports where id = $1', [asked.id])).toEqual([]);
});

test('the sweep keeps the content of an export until its row is removed', async () => {
  const he = await somebody(here);
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

test('the owner exports a collaborator without his account, with an audit line', async () => {
  const he = await somebody(here);
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

test('the owner of an agency that was locked since opens no export of its people; his own stays open', async () => {
  const he = await somebody(here);
  const { export: asked } = await owner.call(requestExport, person(he.agent));
  const { export: own } = await owner.call(requestOwnExport);
  await fetched('owner', asked.id);
  const lock = (errors: string) => sql('update agencies set errors = $2 where id = $1', [here.agency.id, errors]);
  await lock('[{"message":"Abonnement expiré","lock":true}]');
  const download = (id: string) => owner.answer(downloadExport, { params: { id } });
  await expect.poll(async () => (await download(asked.id)).status).toBe(403);
  expect((await download(asked.id)).body).toMatchObject({ message: 'Abonnement expiré', locked: true });
  expect(await fetched('owner', own.id)).toHaveProperty('donnees.json');
  await lock('[]');
  await expect.poll(async () => (await download(asked.id)).status).toBe(200);
});

test('whoever is no longer owner of the agency opens no export of its people', async () => {
  const he = await somebody(here);
  const { export: asked } = await owner.call(requestExport, person(he.agent));
  await here.jobsDone();
  await sql('update agencies set manager_id = $2 where id = $1', [here.agency.id, here.people.staff.id]);
  await expect.poll(async () => (await owner.answer(downloadExport, { params: { id: asked.id } })).status).toBe(404);
  await sql('update agencies set manager_id = $2 where id = $1', [here.agency.id, here.people.owner.id]);
  expect(await fetched('owner', asked.id)).toHaveProperty('donnees.json');
});
