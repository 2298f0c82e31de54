// The second factor where it is required: platform staff, and the people of an agency that asks for it.
import { afterEach, describe, expect, test } from 'vitest';
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

const { as, agency, people, sql } = await world({ staffSecondFactor: true });

async function enable(person: PersonName): Promise<string> {
  const { secret } = await as(person).call(enrolSecondFactor, { input: { password } });
  await as(person).call(confirmSecondFactor, { input: { code: codeNow(secret) } });
  // Lets the period of the used code pass.
  await sql('update user_second_factors set last_step = 0');
  return secret;
}
const refused = { status: 403, body: { message: accountMessages.enrolFirst } };
const sites = (person: PersonName) =>
  as(person).answer(endpointOf(Site, 'list'), { mount: 'agency', input: { limit: 1 } });
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
  ] as const)('that asks for it of %s refuses those without it', async (of, wanted) => {
    await ask(of);
    const own = as('agent').answer(endpointOf(Site, 'list'), { mount: 'agent', input: { limit: 1 } });
    const statuses = { owner: (await sites('owner')).status, staff: (await sites('staff')).status };
    expect({ ...statuses, agent: (await own).status }).toEqual(wanted);
    const other = await as('foreignOwner').answer(endpointOf(Site, 'list'), { mount: 'agency', input: { limit: 1 } });
    expect(other.status).toBe(200);
  });

  test('opens again as soon as the person has it; signing out is always possible', async () => {
    await ask('STAFF');
    expect(await sites('staff')).toMatchObject(refused);
    await enable('staff');
    expect((await sites('staff')).status).toBe(200);
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
