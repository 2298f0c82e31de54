// The second factor where it is required: platform staff, and the people of an agency that asks for it.
import { afterEach, describe, expect, test } from 'vitest';
import { saveCatalog } from '#core/billing/catalog-calls.ts';
import { sendReferral } from '#core/guides/people-calls.ts';
import { downloadExport } from '#core/privacy/person.ts';
import {
  accountMessages,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
  requestEmail,
} from '#core/session/account.ts';
import { listAgencies } from '#core/session/agencies.ts';
import { readUser, signOut } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import type { PersonName } from '#server/testing/people.ts';
import { codeNow } from '#server/testing/totp.ts';
import { password, world } from '#server/testing/world.ts';

const { as, agency, people, sessionOf, sql } = await world({ staffSecondFactor: true });

async function enable(person: PersonName): Promise<string> {
  const { secret } = await as(person).call(enrolSecondFactor, { input: { password } });
  await as(person).call(confirmSecondFactor, { input: { code: codeNow(secret) } });
  // Lets the period of the used code pass.
  await sql('update user_second_factors set last_step = 0');
  return secret;
}
const refused = { status: 403, body: { message: accountMessages.enrolFirst, mustEnrol: true } };
const sites = (person: PersonName, token?: string) =>
  (token ? as(person).with(token) : as(person)).answer(endpointOf(Site, 'list'), {
    mount: person === 'agent' ? 'agent' : 'agency',
    input: { limit: 1 },
  });
const newSession = async (person: PersonName) => (await sessionOf(person)).token;
const ask = (of: string) => sql('update agencies set second_factor = $2 where id = $1', [agency.id, of]);

afterEach(async () => {
  await ask('NOBODY');
  await sql('delete from user_second_factors');
  await sql('delete from sign_in_failures');
});

describe('platform staff', () => {
  test.each(['support', 'admin', 'superAdmin'] as const)(
    'as %s reach only their own account until they have it',
    async (person) => {
      const list = () => as(person).answer(listAgencies, { input: {} });
      expect(await list()).toMatchObject(refused);
      expect((await as(person).call(readUser)).user).toMatchObject({ mustEnrol: true, secondFactor: false });
      await enable(person);
      expect((await list()).status).toBe(200);
      expect((await as(person).call(readUser)).user).toMatchObject({ mustEnrol: false, secondFactor: true });
    },
  );

  test('who disable it are asked for it again at the next call', async () => {
    const secret = await enable('admin');
    await as('admin').call(disableSecondFactor, { input: { password, code: codeNow(secret) } });
    expect(await as('admin').answer(listAgencies, { input: {} })).toMatchObject(refused);
  });
});

describe('an agency', () => {
  test.each([
    ['NOBODY', { owner: 200, staff: 200, agent: 200 }],
    ['STAFF', { owner: 403, staff: 403, agent: 200 }],
    ['EVERYONE', { owner: 403, staff: 403, agent: 403 }],
  ] as const)('that asks for it of %s refuses those without it at their next sign-in', async (of, wanted) => {
    for (const person of ['owner', 'staff', 'agent'] as const) await sites(person);
    await ask(of);
    for (const person of ['owner', 'staff', 'agent'] as const) {
      expect((await sites(person)).status, person).toBe(200);
      expect((await sites(person, await newSession(person))).status, person).toBe(wanted[person]);
    }
    const other = await as('foreignOwner').answer(endpointOf(Site, 'list'), { mount: 'agency', input: { limit: 1 } });
    expect(other.status).toBe(200);
  });

  test('that asks it of everyone still asks it of the staff who were asked before', async () => {
    await ask('STAFF');
    const tokens = { staff: await newSession('staff'), agent: await newSession('agent') };
    await ask('EVERYONE');
    expect(await sites('staff', tokens.staff)).toMatchObject(refused);
    expect((await sites('agent', tokens.agent)).status).toBe(200);
    expect(await sites('agent', await newSession('agent'))).toMatchObject(refused);
  });

  test('refuses what a person without it does for the agency outside its paths: its catalogue, a referral, the data of somebody', async () => {
    await ask('STAFF');
    const staff = as('staff').with(await newSession('staff'));
    const catalogArticles = [{ title: 'Ronde', description: 'De nuit', price: 1 }] as never;
    expect(await staff.answer(saveCatalog, { input: { catalogArticles } })).toMatchObject(refused);
    expect(await staff.answer(sendReferral, { input: { email: 'a@garde.example' } })).toMatchObject(refused);
    await sql(
      `insert into personal_exports (id, requested_by, subject_agency, subject_kind, subject_id, state, hash) values ($1, $2, $3, 'agent', $1, 'ready', 'x')`,
      [agency.id, people.owner.id, agency.id],
    );
    const owner = as('owner').with(await newSession('owner'));
    expect(await owner.answer(downloadExport, { params: { id: agency.id } })).toMatchObject(refused);
    await sql('delete from personal_exports');
  });

  test('opens again as soon as the person has it; signing out is always possible', async () => {
    await ask('STAFF');
    const token = await newSession('staff');
    expect(await sites('staff', token)).toMatchObject(refused);
    await enable('staff');
    expect((await sites('staff', token)).status).toBe(200);
    expect((await as('owner').answer(signOut, { input: {} })).status).toBe(204);
  });
});

describe('with a second factor, the code is asked for', () => {
  const codeFault = (message: string) => ({ status: 400, body: { violations: [{ path: 'code', message }] } });

  test('to change the password', async () => {
    const secret = await enable('staff');
    const change = (code?: string) =>
      as('staff').answer(changePassword, {
        input: { current: password, password: 'Encore34', ...(code ? { code } : {}) },
      });
    expect(await change()).toMatchObject(codeFault(accountMessages.codeRequired));
    expect(await change('000000')).toMatchObject(codeFault(accountMessages.wrongCode));
    expect((await change(codeNow(secret))).status).toBe(204);
  });

  test('to change the address', async () => {
    const secret = await enable('owner');
    const change = (code?: string) =>
      as('owner').answer(requestEmail, {
        input: { email: 'autre@vigie.example', password, ...(code ? { code } : {}) },
      });
    expect(await change()).toMatchObject(codeFault(accountMessages.codeRequired));
    expect((await change(codeNow(secret))).status).toBe(200);
    expect(people.owner.email).not.toBe('autre@vigie.example');
  });
});
