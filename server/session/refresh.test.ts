import { beforeEach, expect, test } from 'vitest';
import { registerDevice } from '#core/session/devices.ts';
import { readUser } from '#core/session/session.ts';
import { refreshToken, type Tokens } from '#core/session/tokens.ts';
import { world } from '#server/testing/world.ts';

const { anonymous, people, sessionOf, sql } = await world();

let session: Awaited<ReturnType<typeof sessionOf>>;
beforeEach(async () => {
  session = await sessionOf('agent');
});

const renew = (token: string) => anonymous.answer(refreshToken, { input: { refresh_token: token } });
const renewed = async (token: string): Promise<Tokens> =>
  (await anonymous.call(refreshToken, { input: { refresh_token: token } })) as Tokens;
const pass = (seconds: number) =>
  sql(
    `update sessions set rotated_at = rotated_at - $2 * interval '1 second', expires_at = expires_at - $2 * interval '1 second' where id = $1`,
    [session.id, seconds],
  );
const refusal = { status: 401, body: { message: 'Invalid JWT Token' } };
const ended = async () =>
  (await sql<{ ended: boolean }>('select ended_at is not null as ended from sessions where id = $1', [session.id]))[0]
    ?.ended;

test('the current token can be renewed again and again', async () => {
  const seen = new Set([session.refresh_token]);
  let current = session.refresh_token;
  for (let round = 0; round < 4; round += 1) {
    const tokens = await renewed(current);
    expect((await anonymous.with(tokens.token).call(readUser)).user.id).toBe(people.agent.id);
    current = tokens.refresh_token;
    seen.add(current);
  }
  expect(seen.size).toBe(5);
});

test('after a lost reply, the previous token returns the same successor for 60 seconds', async () => {
  const lost = await renewed(session.refresh_token);
  expect(await renewed(session.refresh_token)).toEqual(lost);
  await pass(59);
  const late = await renewed(session.refresh_token);
  expect(late.refresh_token).toBe(lost.refresh_token);
  expect((await renew(late.refresh_token)).status).toBe(200);
  expect(await ended()).toBe(false);
});

test('the previous token after 60 seconds ends the session', async () => {
  const next = await renewed(session.refresh_token);
  await pass(61);
  expect(await renew(session.refresh_token)).toMatchObject(refusal);
  expect(await ended()).toBe(true);
  expect(await renew(next.refresh_token)).toMatchObject(refusal);
  await expect
    .poll(async () => (await anonymous.with(next.token).answer(readUser)).body.message)
    .toBe('Invalid JWT Token');
  const lines = await sql(
    `select entity_id from platform_audit where action = 'refreshTokenReused' and entity_id = $1`,
    [people.agent.id],
  );
  expect(lines).toHaveLength(1);
});

test('once the successor is used, the previous token ends the session at once', async () => {
  const second = await renewed(session.refresh_token);
  const third = await renewed(second.refresh_token);
  expect(await renew(session.refresh_token)).toMatchObject(refusal);
  expect(await ended()).toBe(true);
  expect(await renew(third.refresh_token)).toMatchObject(refusal);
});

test('a hundred concurrent renewals with one token get the same answer', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => renewed(session.refresh_token)));
  expect(new Set(answers.map((tokens) => JSON.stringify(tokens))).size).toBe(1);
  expect(
    (await sql<{ generation: number }>('select generation from sessions where id = $1', [session.id]))[0]?.generation,
  ).toBe(2);
  expect(await ended()).toBe(false);
});

test('a refresh token is valid for 30 days after its last renewal', async () => {
  await pass(29 * 86_400);
  const next = await renewed(session.refresh_token);
  await pass(29 * 86_400);
  const last = await renewed(next.refresh_token);
  await pass(30 * 86_400 + 1);
  expect(await renew(last.refresh_token)).toMatchObject(refusal);
});

test('a forged token is refused and ends no session', async () => {
  const [head] = session.refresh_token.split('.') as [string];
  for (const bad of ['x', `${head}.AAAA`, `${session.refresh_token}A`]) expect(await renew(bad)).toMatchObject(refusal);
  expect(await ended()).toBe(false);
  expect(await anonymous.answer(refreshToken, { input: {} })).toMatchObject({
    status: 400,
    body: { message: 'Missing parameters.' },
  });
});

test('an account without licence cannot renew', async () => {
  await sql('update agents set status = 200 where id = $1', [people.agent.profile?.id]);
  expect(await renew(session.refresh_token)).toMatchObject(refusal);
  await sql('update agents set status = 100 where id = $1', [people.agent.profile?.id]);
  expect((await renew(session.refresh_token)).status).toBe(200);
});

test.each([
  ['a day on no device', null, '23 hours', '25 hours'],
  ['three months on a device', 'bureau', '89 days', '91 days'],
])('however often it is renewed, a session ends after %s', async (_, device, before, after) => {
  if (device) await anonymous.with(session.token).call(registerDevice, { input: { token: device } });
  const age = (interval: string) =>
    sql(`update sessions set created_at = now() - $2::interval where id = $1`, [session.id, interval]);
  await age(before);
  const { refresh_token } = await renewed(session.refresh_token);
  await age(after);
  expect(await renew(refresh_token)).toMatchObject(refusal);
});

test('a session past its age opens nothing, even with a token that has not expired', async () => {
  await sql(`update sessions set created_at = now() - interval '25 hours' where id = $1`, [session.id]);
  expect((await anonymous.with(session.token).answer(readUser)).status).toBe(401);
});
