import { describe, expect, test } from 'vitest';
import { signIn } from '#core/session/session.ts';
import { password, world } from '#server/testing/world.ts';
import { networkSource, waitAfter } from './attempts.ts';

const { anonymous, people, sql } = await world();

const attempt = (email: string, typed: string, ip = '203.0.113.1') =>
  anonymous.answer(signIn, { input: { username: email, password: typed }, ip });
const fresh = () => sql('delete from sign_in_failures');
/** Lets this many seconds pass. */
const pass = (seconds: number) =>
  sql(
    `update sign_in_failures set last_at = last_at - $1 * interval '1 second', since = since - $1 * interval '1 second'`,
    [seconds],
  );

test('the wait grows with the failures, then locks for a quarter of an hour', () => {
  expect([0, 4, 5, 6, 7, 8, 9, 10, 50].map(waitAfter)).toEqual([0, 0, 5, 10, 20, 40, 80, 900, 900]);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('%s counts for the network %s', (ip, network) => {
  expect(networkSource(ip)).toBe(`network:${network}`);
});

describe.each([
  ['an account', people.staff.email],
  ['an address without an account', 'personne@vigie.example'],
])('%s', (_what, email) => {
  test('is slowed after 5 failures and locked after 10', async () => {
    await fresh();
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await attempt(email, 'Faux1234')).toMatchObject({
        status: 401,
        body: { code: 401, message: 'Invalid credentials.' },
      });
    }
    const slowed = await attempt(email, password);
    expect(slowed).toMatchObject({
      status: 429,
      body: { message: 'Trop de tentatives. Réessayez dans 5 secondes.', retryAfter: 5 },
    });
    expect(slowed.headers['retry-after']).toBe('5');
    for (const wait of [5, 10, 20, 40, 80]) {
      await pass(wait - 1.5);
      expect((await attempt(email, 'Faux1234')).status).toBe(429);
      await pass(1.5);
      expect((await attempt(email, 'Faux1234')).status).toBe(401);
    }
    expect(await attempt(email, password)).toMatchObject({
      status: 429,
      body: { message: 'Trop de tentatives. Réessayez dans 15 minutes.' },
    });
    await pass(890);
    expect((await attempt(email, password)).status).toBe(429);
    await pass(10);
    expect((await attempt(email, password)).status).toBe(email === people.staff.email ? 200 : 401);
  });
});

test('concurrent guesses count one by one', async () => {
  await fresh();
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(people.agent.email, 'Faux1234')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
});

test('a success resets the failures of its account', async () => {
  await fresh();
  for (let round = 0; round < 3; round += 1) {
    for (let failure = 0; failure < 4; failure += 1) await attempt(people.staff.email, 'Faux1234');
    expect((await attempt(people.staff.email, password)).status).toBe(200);
  }
});

test('a network with 50 failures in 10 minutes must wait, for all accounts; other networks need not', async () => {
  await fresh();
  for (let failure = 0; failure < 50; failure += 1) {
    expect((await attempt(`inconnu${failure}@vigie.example`, 'Faux1234', '198.51.100.9')).status).toBe(401);
  }
  const refused = await attempt(people.staff.email, password, '198.51.100.9');
  expect(refused.status).toBe(429);
  expect(refused.body.retryAfter).toBeGreaterThan(500);
  expect((await attempt(people.staff.email, password, '198.51.100.10')).status).toBe(200);
  await pass(600);
  expect((await attempt(people.staff.email, password, '198.51.100.9')).status).toBe(200);
});

test('many people of one office can sign in at the same time', async () => {
  await fresh();
  const everybody = Object.values(people);
  // Four concurrent attempts each: a fifth would be slowed, like concurrent guesses.
  const rush = [everybody, everybody, everybody, everybody].flat();
  const answers = await Promise.all(rush.map(({ email }) => attempt(email, password)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('an attempt is not slowed by a later attempt that was counted first', async () => {
  await fresh();
  await attempt(people.staff.email, 'Faux1234');
  await pass(-2);
  expect((await attempt(people.staff.email, password)).status).toBe(200);
});

test('the typed name is not stored', async () => {
  await fresh();
  await attempt('MonMotDePasse1', 'Faux1234');
  expect(JSON.stringify(await sql('select * from sign_in_failures')).toLowerCase()).not.toContain('monmotdepasse');
});
