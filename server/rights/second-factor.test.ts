import { beforeEach, expect, test } from 'vitest';
import { resetSecondFactor } from '#core/session/account.ts';
import { readRights, signIn, switchProfile } from '#core/session/session.ts';
import { secondFactorOf } from '#server/testing/account-requests.ts';
import { password, world } from '#server/testing/world.ts';

const here = await world();
const { anonymous, as, people, outbox, sql, agency, otherAgency } = here;
const { id: userId, email, profile } = people.staff;
const id = profile?.id as string;

const reset = (person: Parameters<typeof as>[0] = 'owner', of = id) =>
  as(person).answer(resetSecondFactor, { params: { id: of } });
const has = async () => (await sql('select from user_second_factors where user_id = $1', [userId])).length === 1;

beforeEach(() => secondFactorOf(here, userId, 'confirmed'));

test('the owner removes it: the password is enough, every session ends, the person gets a mail, both histories show it', async () => {
  const session = await here.sessionOf('staff');
  expect((await as('owner').call(readRights, { params: { id } })).userCompany.secondFactor).toBe(true);
  expect((await reset()).status).toBe(204);
  expect((await as('owner').call(readRights, { params: { id } })).userCompany.secondFactor).toBe(false);
  const enter = await anonymous.answer(signIn, { input: { username: email, password } });
  expect(enter.status).toBe(200);
  const [kept] = await sql('select ended_at is not null as ended from sessions where id = $1', [session.id]);
  expect(kept).toEqual({ ended: true });
  expect((await outbox.lastTo(email)).text).toContain('a réinitialisé votre validation en deux étapes');
  const line = { author: people.owner.fullname, action: 'resetSecondFactor' };
  expect(await sql(`select author, action from audit where entity = 'agent' and entity_id = $1`, [id])).toContainEqual(
    line,
  );
  expect(
    await sql(`select author, action from platform_audit where entity = 'user' and entity_id = $1`, [userId]),
  ).toContainEqual(line);
});

test.each(['staff', 'agent', 'customer', 'support', 'superAdmin', 'foreignOwner'] as const)(
  'nobody else can remove it: %s',
  async (person) => {
    const params = { id, agencyId: agency.id };
    expect((await as(person).answer(resetSecondFactor, { params, mount: 'agency' })).status).toBe(403);
    expect(await has()).toBe(true);
  },
);

test('a missing second factor, one’s own, and people of other agencies are refused', async () => {
  await secondFactorOf(here, userId, 'prepared');
  expect((await reset()).status).toBe(400);
  await secondFactorOf(here, people.owner.id, 'confirmed');
  expect(await reset('owner', people.owner.profile?.id)).toMatchObject({
    status: 400,
    body: { message: 'Désactivez la vôtre dans « Mon compte ».' },
  });
  expect((await reset('owner', people.foreignAgent.profile?.id)).status).toBe(404);
});

test('an owner cannot change an account with access to another agency or the platform', async () => {
  const elsewhere = 'Ce compte ne dépend pas de votre seule agence : adressez-vous au support.';
  await sql(
    `insert into agents (agency_id, id, user_id, firstname, lastname) values ($1, gen_random_uuid(), $2, 'Double', 'Vie')`,
    [otherAgency.id, userId],
  );
  expect(await reset()).toMatchObject({ status: 400, body: { message: elsewhere } });
  expect(await has()).toBe(true);

  const { token } = await as('admin').call(switchProfile, { input: { userCompany: { id: people.owner.profile?.id } } });
  const params = { id, agencyId: agency.id };
  expect((await as('admin').with(token).answer(resetSecondFactor, { params, mount: 'agency' })).status).toBe(204);

  await secondFactorOf(here, userId, 'confirmed');
  await sql('delete from agents where user_id = $1 and agency_id = $2', [userId, otherAgency.id]);
  await sql('update users set is_support = true where id = $1', [userId]);
  expect(await reset()).toMatchObject({ status: 400, body: { message: elsewhere } });
});
