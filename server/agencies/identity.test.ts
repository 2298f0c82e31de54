import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { createAgency } from '#core/agencies/creation.ts';
import { namingMessages } from '#core/agencies/naming.ts';
import { AdminAgency } from '#core/platform/agency.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { identityMessages } from './identity.ts';

const { as, agency, otherAgency, sql } = await world();
const azur = '99906001500016';
const boreal = '99906003100013';
const [moved, third] = ['99906001500024', '73282932000074'];

const save = (input: object) => as('owner').answer(endpointOf(Agency, 'save'), { input: { id: agency.id, ...input } });
const byPlatform = (input: object) =>
  as('superAdmin').answer(endpointOf(AdminAgency, 'save'), {
    mount: 'platform',
    input: { id: agency.id, ...input },
  });
const refusal = (path: string, message: string) => ({ status: 400, body: { violations: [{ path, message }] } });
const siretOf = async () => (await sql('select siret from agencies where id = $1', [agency.id]))[0];

test('the company of an agency is written once by its own people: then only its establishment changes', async () => {
  expect(await save({ siret: boreal })).toMatchObject(refusal('siret', identityMessages.company));
  expect(await save({ siret: third })).toMatchObject(refusal('siret', identityMessages.company));
  expect(await save({ siret: null })).toMatchObject(refusal('siret', identityMessages.company));
  expect(await save({ siret: '00000000000000' })).toMatchObject(refusal('siret', 'Numéro SIRET invalide'));
  expect(await siretOf()).toEqual({ siret: azur });
  expect(await save({ siret: moved })).toMatchObject({ status: 200 });
  expect(await save({ siret: azur })).toMatchObject({ status: 200 });
});

test('an agency without a SIRET writes its own, not that of another agency, nor of its company', async () => {
  await sql('update agencies set siret = null where id = $1', [agency.id]);
  expect(await save({ siret: boreal })).toMatchObject(refusal('siret', identityMessages.siret));
  expect(await save({ siret: '99906003100021' })).toMatchObject(refusal('siret', identityMessages.siret));
  expect(await save({ siret: azur })).toMatchObject({ status: 200 });
});

test('the platform changes the company of an agency, never to that of another', async () => {
  expect(await byPlatform({ siret: boreal })).toMatchObject(refusal('siret', identityMessages.siret));
  expect(await byPlatform({ siret: third })).toMatchObject({ status: 200 });
  expect(await byPlatform({ siret: azur })).toMatchObject({ status: 200 });
});

test('an authorisation is that of one agency, however it is spelt; « en cours » is none', async () => {
  await sql(`update agencies set approval_number = 'AUT-006-2123-03-14-20240000000' where id = $1`, [otherAgency.id]);
  expect(await save({ approvalNumber: 'aut 006 2123 03 14 20240000000' })).toMatchObject(
    refusal('approvalNumber', identityMessages.approval),
  );
  await sql(`update agencies set approval_number = 'en cours' where id = $1`, [otherAgency.id]);
  expect(await save({ approvalNumber: 'En cours' })).toMatchObject({ status: 200 });
});

test('the database refuses a taken SIRET, also two at the same moment; duplicates of before stay', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await sql(`insert into agencies (id, name) values ($1, 'Une'), ($2, 'Autre')`, [one, other]);
  const take = (id: string) => sql(`update agencies set siret = $2 where id = $1`, [id, third]);
  const taken = await Promise.allSettled([take(one), take(other)]);
  expect(taken.map(({ status }) => status).sort((a, b) => a.localeCompare(b))).toEqual(['fulfilled', 'rejected']);
  await expect(sql('update agencies set siret = $2 where id = $1', [agency.id, boreal])).rejects.toMatchObject({
    code: '23505',
    constraint: 'agencies_siret_key',
  });
  await sql(`update agencies set siret = null where id = any ($1)`, [[one, other]]);
  // The row of the platform is no agency.
  await sql(`update agencies set siret = $1 where id = platform_agency()`, [azur]);
});

test('a name holds no address; only the platform gives a brand’s name', async () => {
  expect(await save({ name: 'Azur https://evil.example' })).toMatchObject(refusal('name', namingMessages.site));
  for (const name of ['Vigie', 'Support Vigie', 'Vi\u200Bgie assistance'])
    expect(await save({ name })).toMatchObject(refusal('name', namingMessages.brand));
  expect(await byPlatform({ name: 'Vigie evil.com' })).toMatchObject(refusal('name', namingMessages.site));
  expect(await byPlatform({ name: 'Vigie' })).toMatchObject({ status: 200 });
  // What it is called already refuses no other setting.
  expect(await save({ name: 'Vigie', rcsName: 'Nice' })).toMatchObject({ status: 200 });
  expect(
    await as('superAdmin').answer(createAgency, { mount: 'root', input: { name: 'Vigie evil.com' } }),
  ).toMatchObject(refusal('name', namingMessages.site));
});
