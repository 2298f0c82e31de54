import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#core/kernel/endpoint.ts';
import { signIn } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import type { Database } from '#server/db/database.ts';
import { handle } from '#server/kernel/call.ts';
import { allHandlers } from '#server/product.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { createLog } from './log.ts';
import { redact } from './redact.ts';

const slow = endpoint({
  name: 'slow',
  method: 'GET',
  path: '/slow',
  mounts: { root: 'public' },
  summary: 'Lent',
  output: z.strictObject({ done: z.boolean() }),
});
const broken = endpoint({
  name: 'broken',
  method: 'GET',
  path: '/broken',
  mounts: { root: 'public' },
  summary: 'Cassé',
});
const personalData = 'paul.martin@agence.fr, 1 85 05 78 006 084 36, FR76 3000 6000 0112 3456 7890 189, 06 12 34 56 78';
let slowBegan: () => void = () => {};
const here = await world({
  handlers: [
    ...allHandlers,
    handle(slow, async () => {
      slowBegan();
      await wait(400);
      return { done: true };
    }),
    handle(broken, async () => {
      throw new Error(`duplicate key: ${personalData}`);
    }),
  ],
});
const { app, anonymous, as } = here;
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('a running process answers that it is live, and ready with its version', async () => {
  expect((await get('/api/health')).json()).toEqual({ status: 'ok' });
  expect((await get('/api/ready')).json()).toMatchObject({ status: 'ready', version: expect.stringMatching(/^\d/) });
});

test.each([
  ['its database', (database: Database) => vi.spyOn(database.platform, 'query')],
  ['a new connection to its database', (database: Database) => vi.spyOn(database, 'reach')],
])('without %s a process is live but not ready', async (_what, spyOn) => {
  const other = await here.another();
  const gone = (() => Promise.reject(new Error('gone'))) as never;
  spyOn(other.database).mockImplementation(gone);
  expect((await other.app.inject('/api/health')).statusCode).toBe(200);
  expect(await other.app.inject('/api/ready')).toMatchObject({ statusCode: 503 });
  vi.restoreAllMocks();
});

test('a stop lets running calls finish and accepts no new ones', async () => {
  const other = await here.another();
  const url = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const began = new Promise<void>((resolve) => {
    slowBegan = resolve;
  });
  const answer = fetch(`${url}/api/slow`);
  await began;
  const closed = other.app.close();
  expect(await (await answer).json()).toEqual({ done: true });
  await closed;
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
});

describe('metrics', () => {
  test('are shown with the token', async () => {
    await as('owner').call(signIn, { input: { username: here.people.owner.email, password: 'Chouquette1' } });
    const { statusCode, body } = await get('/api/metrics', { authorization: 'Bearer a token of the tests' });
    expect(statusCode).toBe(200);
    expect(body).toMatch(/vigie_request_seconds_count\{method="POST",route="\/api\/login_check",status="200"\} [1-9]/);
    expect(body).toContain('vigie_database_connections{pool="app",state="waiting"} 0');
    expect(body).toContain('vigie_live_streams 0');
  });

  test.each([undefined, 'Bearer a token of the tesss', 'Bearer ', 'a token of the tests'])(
    'are hidden from %s as if they were not',
    async (authorization) => {
      expect(await get('/api/metrics', authorization ? { authorization } : {})).toMatchObject({ statusCode: 404 });
    },
  );
});

describe('the log', () => {
  const lines = (msg: string) => here.logged.map((text) => JSON.parse(text)).filter((line) => line.msg === msg);

  test('writes the route, status and duration of a call, with the id of its answer', async () => {
    const answer = await get(`/api/agency/${here.agency.id}/site/01900000-0000-7000-8000-000000000000?x=secret`);
    const line = lines('call').find(({ id }) => id === answer.headers['x-request-id']);
    expect(line).toMatchObject({
      msg: 'call',
      method: 'GET',
      route: '/api/agency/:agencyId/site/:id',
      status: 401,
      agency: here.agency.id,
    });
    expect(JSON.stringify(line)).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test('writes the stack of a failure without personal data', async () => {
    const answer = await anonymous.answer(broken);
    expect(answer).toMatchObject({ status: 500, body: { message: 'Une erreur est survenue' } });
    const line = here.logged.map((text) => JSON.parse(text)).findLast(({ error }) => error);
    expect(line.error).toBe('Error: duplicate key: [e-mail masqué], [numéro masqué], [IBAN masqué], [numéro masqué]');
    expect(line.at[0]).toContain('operations.test.ts');
    expect(line.id).toBe(answer.headers['x-request-id']);
  });

  test('writes a failed sign-in with digests of the account and of the network, the same for the same ones', async () => {
    const enter = (username: string) => anonymous.answer(signIn, { input: { username, password: 'Faux1234' } });
    const { email } = here.people.foreignAgent;
    for (const name of [email, email.toUpperCase(), 'personne@vigie.example']) await enter(name);
    const [one, same, other] = lines('refused: sign-in').slice(-3);
    expect(one).toMatchObject({ level: 40, reason: 'wrongPassword', account: expect.stringMatching(/^[\w-]{43}$/) });
    expect([same.account, same.network]).toEqual([one.account, one.network]);
    expect(other.account).not.toBe(one.account);
    expect(other.network).toBe(one.network);
  });

  test('writes a refusal with the account, the route and the missing right', async () => {
    const answer = await here.as('powerless').answer(endpointOf(Site, 'list'), { mount: 'agency', input: {} });
    expect(answer.status).toBe(403);
    expect(lines('refused: call').at(-1)).toMatchObject({
      id: answer.headers['x-request-id'],
      route: '/api/agency/:agencyId/fetch/sites',
      status: 403,
      right: 'listSites',
      user: here.people.powerless.id,
      network: expect.any(String),
    });
  });

  test('obeys its level', () => {
    const lines: string[] = [];
    const log = createLog('error', (line) => lines.push(line));
    log.info('call');
    log.failed('call', 'no');
    expect(lines).toHaveLength(1);
  });
});

test.each([
  ['postgres://vigie:secret@base/vigie refused', '[adresse masquée] refused'],
  ['Key (email)=(a@b.fr) already exists', 'Key (email)=([e-mail masqué]) already exists'],
  ['token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIx', 'token [masqué]'],
  ['numéro 185057800608436', 'numéro [numéro masqué]'],
  ['2 85 05 2A 006 084', '[numéro masqué]'],
  ['site 01900000-0000-7000-8000-00000000000a', 'site 01900000-0000-7000-8000-00000000000a'],
  ['column "name" of relation "sites" does not exist', 'column "name" of relation "sites" does not exist'],
  ['port 5432, 25 rows in 1200 ms', 'port 5432, 25 rows in 1200 ms'],
])('« %s » is redacted to « %s »', (text, expected) => {
  expect(redact(text)).toBe(expected);
});
