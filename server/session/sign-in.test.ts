import { expect, test } from 'vitest';
import { readUser, signIn, signOut } from '#core/session/session.ts';
import { password, world } from '#server/testing/world.ts';

const { anonymous, as, people, agency, customer, sql } = await world();

const enter = (email: string, typed = password) =>
  anonymous.answer(signIn, { input: { username: email, password: typed } });

test('right credentials return a token and a refresh token, by username or by email', async () => {
  const { token, refresh_token } = await anonymous.call(signIn, { input: { username: people.staff.email, password } });
  expect(refresh_token).not.toBe(token);
  expect((await as('staff').with(token).call(readUser)).user.id).toBe(people.staff.id);
  expect(
    (await anonymous.answer(signIn, { input: { email: ` ${people.staff.email.toUpperCase()} `, password } })).status,
  ).toBe(200);
});

test('wrong credentials and unknown addresses get the same answer', async () => {
  const refusal = { status: 401, body: { code: 401, message: 'Invalid credentials.' } };
  expect(await enter(people.staff.email, 'Faux1234')).toMatchObject(refusal);
  expect(await enter('personne@vigie.example')).toMatchObject(refusal);
  expect(await enter(people.staff.email, `${password} `)).toMatchObject(refusal);
  await sql('update users set password_hash = null where id = $1', [people.foreignAgent.id]);
  expect(await enter(people.foreignAgent.email)).toMatchObject(refusal);
});

test.each([
  ['nothing', {}],
  ['no password', { username: 'a@b.fr' }],
  ['no name', { password: 'x' }],
  ['an empty name', { username: ' ', password: 'x' }],
  ['an empty password', { username: 'a@b.fr', password: '' }],
])('%s answers 400 Missing parameters.', async (_what, input) => {
  expect(await anonymous.answer(signIn, { input })).toMatchObject({
    status: 400,
    body: { message: 'Missing parameters.' },
  });
});

test('a call without a token answers 401 JWT Token not found', async () => {
  expect(await anonymous.answer(readUser)).toMatchObject({ status: 401, body: { message: 'JWT Token not found' } });
});

test.each([200, 300, 400])(
  'an account whose only profile has status %i can neither sign in nor continue',
  async (status) => {
    const session = await anonymous.call(signIn, { input: { username: people.agent.email, password } });
    await sql('update agents set status = $2 where id = $1', [people.agent.profile?.id, status]);
    expect(await enter(people.agent.email)).toMatchObject({ status: 401, body: { message: 'Invalid credentials.' } });
    await expect
      .poll(async () => (await anonymous.with(session.token).answer(readUser)).body.message)
      .toBe('Invalid JWT Token');
    await sql('update agents set status = 100 where id = $1', [people.agent.profile?.id]);
    expect((await enter(people.agent.email)).status).toBe(200);
  },
);

test('one active profile is enough, and only active profiles are shown', async () => {
  await sql('update agents set status = 200 where id = $1', [people.powerless.profile?.id]);
  await sql(
    `insert into contacts (agency_id, id, customer_id, user_id, firstname, lastname) values ($1, gen_random_uuid(), $2, $3, 'Pierre', 'Test')`,
    [agency.id, customer.id, people.powerless.id],
  );
  const { token } = await anonymous.call(signIn, { input: { username: people.powerless.email, password } });
  const { user } = await anonymous.with(token).call(readUser);
  expect(user.userCompanies.map(({ firstname, company }) => [firstname, company.type])).toEqual([
    ['Pierre', 'CUSTOMER'],
  ]);
});

test('platform staff sign in without a profile', async () => {
  expect((await enter(people.support.email)).status).toBe(200);
});

test('a sign-in sets the date on the active profiles and writes an audit line', async () => {
  await sql('update agents set last_login = null');
  await enter(people.staff.email);
  const dated = await sql<{ id: string; at: Date }>(
    'select id, last_login as at from agents where last_login is not null',
  );
  expect(dated.map(({ id }) => id)).toEqual([people.staff.profile?.id]);
  expect(Date.now() - (dated[0]?.at.getTime() ?? 0)).toBeLessThan(10_000);
  const lines = await sql(
    `select author, user_id from platform_audit where entity = 'session' and action = 'signIn' order by at desc limit 1`,
  );
  expect(lines).toEqual([{ author: people.staff.fullname, user_id: people.staff.id }]);
});

test('signing out ends this session only; « everywhere », with the password, ends all sessions and devices', async () => {
  const signInStaff = async () =>
    (await anonymous.call(signIn, { input: { username: people.staff.email, password } })).token;
  const [one, two, three] = [await signInStaff(), await signInStaff(), await signInStaff()];
  const stateOf = async (token: string) => (await anonymous.with(token).answer(readUser)).status;
  await anonymous.with(one).call(signOut, { input: {} });
  await expect.poll(() => stateOf(one)).toBe(401);
  expect([await stateOf(two), await stateOf(three)]).toEqual([200, 200]);
  await sql(`insert into user_devices (id, user_id, token) values (gen_random_uuid(), $1, 'push')`, [people.staff.id]);
  for (const typed of [{}, { password: 'Faux1234' }])
    expect(await anonymous.with(two).answer(signOut, { input: { everywhere: true, ...typed } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'password' }] },
    });
  expect([await stateOf(two), await stateOf(three)]).toEqual([200, 200]);
  await anonymous.with(two).call(signOut, { input: { everywhere: true, password } });
  await expect.poll(() => stateOf(two)).toBe(401);
  await expect.poll(() => stateOf(three)).toBe(401);
  expect(await sql('select from user_devices where user_id = $1', [people.staff.id])).toEqual([]);
  expect((await as('owner').answer(readUser)).status).toBe(200);
});

test('passwords and tokens are never stored in clear', async () => {
  const { refresh_token } = await anonymous.call(signIn, { input: { username: people.staff.email, password } });
  const kept = JSON.stringify([await sql('select * from sessions'), await sql('select * from users')]);
  expect(kept).not.toContain(password);
  expect(kept).not.toContain(refresh_token);
  expect(
    (await sql<{ password_hash: string }>('select password_hash from users where id = $1', [people.staff.id]))[0]
      ?.password_hash,
  ).toMatch(/^\$argon2id\$/);
});
