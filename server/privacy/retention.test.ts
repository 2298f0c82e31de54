// What the retention job removes, and what it keeps.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { listRetentionRules, type RetentionRule, saveRetentionRule } from '#core/privacy/retention.ts';
import type { Database, Db } from '#server/db/database.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { world } from '#server/testing/world.ts';
import { applyRetention, obeyedRules, oldAuditLines } from './retention.ts';

const here = await world();
const { agency, otherAgency, people, sql, app } = here;

const run = async (): Promise<void> => {
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(app), attempt);
};
const left = async (table: string, column: string, like: string): Promise<string[]> =>
  (await sql<{ at: string }>(`select ${column} as at from ${table} where ${column} like $1 order by 1`, [like])).map(
    ({ at }) => at,
  );

test('sessions are removed a month after their end, links and invitations a week after', async () => {
  const user = people.staff.id;
  const session = (hash: string, expires: string, end: string | null): Promise<unknown> =>
    sql(
      `insert into sessions (id, user_id, refresh_hash, expires_at, ended_at) values (gen_random_uuid(), $1, $2, now() + $3::interval, now() + $4::interval)`,
      [user, hash, expires, end],
    );
  await session('p-ended-long-ago', '5 days', '-31 days');
  await session('p-expired-long-ago', '-31 days', null);
  await session('p-ended', '5 days', '-29 days');
  await session('p-open', '5 days', null);
  const link = (hash: string, purpose: string, expires: string, used: string | null): Promise<unknown> =>
    sql(
      `insert into user_tokens (hash, purpose, user_id, expires_at, used_at) values ($1, $2, $3, now() + $4::interval, now() + $5::interval)`,
      [hash, purpose, user, expires, used],
    );
  await link('p-old', 'password', '-8 days', null);
  await link('p-used', 'password', '1 day', '-8 days');
  await link('p-new', 'password', '1 day', null);
  await link('p-first', 'firstAdmin', '-9 days', null);
  const invitation = (hash: string, expires: string, accepted: string | null): Promise<unknown> =>
    sql(
      `insert into invitations (agency_id, id, profile_id, kind, email, hash, expires_at, accepted_at)
        values ($1, gen_random_uuid(), gen_random_uuid(), 'AGENCY', 'a@b.fr', $2, now() + $3::interval, now() + $4::interval)`,
      [agency.id, hash, expires, accepted],
    );
  await invitation('p-old', '-8 days', null);
  await invitation('p-accepted', '-8 days', '-9 days');
  await invitation('p-new', '1 day', null);
  await run();
  await run();
  expect(await left('sessions', 'refresh_hash', 'p-%')).toEqual(['p-ended', 'p-open']);
  expect(await left('user_tokens', 'hash', 'p-%')).toEqual(['p-first', 'p-new']);
  expect(await left('invitations', 'hash', 'p-%')).toEqual(['p-accepted', 'p-new']);
});

test('notifications are removed after ninety days, read or not', async () => {
  for (const [event, age] of [
    ['vieille', '91 days'],
    ['récente', '89 days'],
  ])
    await sql(
      `insert into notifications (agency_id, id, user_id, kind, event, title, content, link, created_at)
        values ($1, gen_random_uuid(), $2, 'essai', $3, 't', 'c', '/home', now() - $4::interval)`,
      [agency.id, people.staff.id, event, age],
    );
  await run();
  expect(await sql(`select event from notifications where kind = 'essai'`)).toEqual([{ event: 'récente' }]);
});

test('idempotency keys are removed after a week', async () => {
  for (const [key, age] of [
    ['p-old', '8 days'],
    ['p-new', '6 days'],
  ])
    await sql(
      `insert into idempotency_keys (user_id, key, request_hash, created_at) values ($1, $2, 'h', now() - $3::interval)`,
      [people.staff.id, key, age],
    );
  await run();
  expect(await left('idempotency_keys', 'key', 'p-%')).toEqual(['p-new']);
});

test('events of mails are removed after twelve months, with their mails, for every agency (L-014)', async () => {
  const mail = async (of: string, subject: string, age: string, sealed = false): Promise<void> => {
    const id = randomUUID();
    await sql(
      `insert into emails (agency_id, id, recipients, pending, subject, reason, created_at, sealed)
        values ($1, $2, array['a@b.fr'], '{}', $3, 'test', now() - $4::interval, $5)`,
      [of, id, subject, age, sealed ? Buffer.from('x') : null],
    );
    await sql(
      `insert into email_events (agency_id, id, email_id, event, date, email_subject, email) values ($1, gen_random_uuid(), $2, 'sent', now() - $4::interval, $3, 'a@b.fr')`,
      [of, id, subject, age],
    );
  };
  await mail(agency.id, 'p-old', '13 months');
  await mail(agency.id, 'p-new', '11 months', true);
  await mail(agency.id, 'p-waiting', '1 day', true);
  await mail(otherAgency.id, 'p-theirs', '13 months');
  await run();
  expect(await left('emails', 'subject', 'p-%')).toEqual(['p-new', 'p-waiting']);
  expect(await left('email_events', 'email_subject', 'p-%')).toEqual(['p-new', 'p-waiting']);
  const sealed = await sql<{ subject: string }>('select subject from emails where sealed is not null');
  expect(sealed).toEqual([{ subject: 'p-waiting' }]);
});

test('mails of accounts are removed after twelve months, their sealed content after a week', async () => {
  for (const [subject, age] of [
    ['p-old', '13 months'],
    ['p-week', '8 days'],
    ['p-new', '1 day'],
  ])
    await sql(
      `insert into platform_emails (id, recipients, pending, subject, reason, created_at, sealed)
        values (gen_random_uuid(), array['a@b.fr'], '{}', $1, 'test', now() - $2::interval, 'x')`,
      [subject, age],
    );
  await run();
  expect(await left('platform_emails', 'subject', 'p-%')).toEqual(['p-new', 'p-week']);
  expect(await sql(`select 1 from platform_emails where subject = 'p-week' and sealed is null`)).toHaveLength(1);
});

const rules = async (): Promise<RetentionRule[]> => (await here.as('superAdmin').call(listRetentionRules)).rules;

test('every rule has its work, or names the module that it waits for', async () => {
  const listed = await rules();
  expect(listed.filter(({ module }) => module === null).map(({ key }) => key)).toEqual(
    listed.map(({ key }) => key).filter((key) => obeyedRules.includes(key)),
  );
  expect(obeyedRules.filter((key) => !listed.some((rule) => rule.key === key))).toEqual([]);
});

test('super-admins change a period within its bounds, and the next night applies it', async () => {
  const superAdmin = here.as('superAdmin');
  const find = async (key: string) => (await rules()).find((rule) => rule.key === key) as RetentionRule;
  const { version } = await find('repetitions');
  const save = (period: number, of = version) =>
    superAdmin.answer(saveRetentionRule, { params: { key: 'repetitions' }, input: { period, version: of } });
  expect(await save(2)).toMatchObject({ status: 400, body: { message: 'De 3 jours à 30 jours' } });
  expect(await save(31)).toMatchObject({ status: 400 });
  expect(await save(4)).toMatchObject({ status: 200, body: { rule: { period: 4 } } });
  expect((await save(5)).status).toBe(409);
  expect((await here.as('admin').answer(listRetentionRules)).status).toBe(403);
  await sql(
    `insert into idempotency_keys (user_id, key, request_hash, created_at) values ($1, 'q-five', 'h', now() - interval '5 days')`,
    [people.staff.id],
  );
  await run();
  expect(await left('idempotency_keys', 'key', 'q-%')).toEqual([]);
  expect((await find('repetitions')).lastRun?.count).toBeGreaterThan(0);
  expect(await sql(`select changes from platform_audit where entity = 'retentionRule'`)).toEqual([
    { changes: { repetitions: { before: '7 jours', after: '4 jours' } } },
  ]);
});

test('people are erased five years after leaving, candidates after two, nobody earlier', async () => {
  const somebody = async (type: string, status: number, years: number, more = ''): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into agents (agency_id, id, firstname, lastname, email, type, status, updated_at) values ($1, $2, 'Anne', 'Sylvestre', 'anne@sylvestre.fr', $3, $4, now() - make_interval(years => $5, days => 2))`,
      [agency.id, id, type, status, years],
    );
    if (more)
      await sql(
        `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, hours_limit, period) values ($1, gen_random_uuid(), $2, 'CDD', '2015-01-01', $3, 35, 'WEEK')`,
        [agency.id, id, more],
      );
    return id;
  };
  const gone = await somebody('EMPLOYEE', 400, 5);
  const recent = await somebody('EMPLOYEE', 400, 4);
  const present = await somebody('EMPLOYEE', 100, 6);
  const later = await somebody('EMPLOYEE', 300, 6, new Date().toISOString().slice(0, 10));
  const candidate = await somebody('NOMINEE', 100, 2);
  await run();
  await run();
  const names = await sql<{ id: string; lastname: string; email: string | null }>(
    'select id, lastname, email from agents where id = any ($1)',
    [[gone, recent, present, later, candidate]],
  );
  const erased = names.filter(({ lastname, email }) => lastname.startsWith('effacé') && email === null);
  expect(erased.map(({ id }) => id).sort()).toEqual([gone, candidate].sort());
  expect(names.filter(({ lastname }) => lastname === 'Sylvestre')).toHaveLength(3);
  expect(await sql('select kept from erased_people where id = $1', [gone])).toEqual([{ kept: null }]);
});

test('a failed erasure does not stop the others; it is logged, and the job fails', async () => {
  const candidates = await Promise.all(
    [1, 2, 3].map(async () => {
      const id = randomUUID();
      await sql(
        `insert into agents (agency_id, id, firstname, lastname, type, updated_at) values ($1, $2, 'Anne', 'Sylvestre', 'NOMINEE', now() - interval '25 months')`,
        [agency.id, id],
      );
      return id;
    }),
  );
  const [stuck] = candidates;
  const services = servicesOf(app);
  /** The row of this person is never available. */
  const database: Database = Object.assign(Object.create(services.database), {
    platformTransaction: <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      services.database.platformTransaction((db) =>
        work({
          ...db,
          query: (statement) =>
            statement.text.includes('for update') && statement.values?.includes(stuck)
              ? Promise.reject(new Error('stuck'))
              : db.query(statement),
        }),
      ),
  });
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await expect(applyRetention.work({}, { ...services, database }, attempt)).rejects.toThrow('stuck');
  const names = await sql<{ id: string }>(`select id from agents where id = any ($1) and lastname = 'Sylvestre'`, [
    candidates,
  ]);
  expect(names).toEqual([{ id: stuck }]);
  expect(here.logged.filter((line) => line.includes(stuck as string))).toHaveLength(1);
  expect(
    await sql(`select count from retention_runs where rule = 'candidates' order by at desc, id desc limit 1`),
  ).toEqual([{ count: 2 }]);
});

test('retained data of an erased person is deleted on its day, not earlier', async () => {
  const erased = async (until: string): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into agents (agency_id, id, firstname, lastname, status) values ($1, $2, 'Collaborateur', 'effacé', 400)`,
      [agency.id, id],
    );
    await sql(
      `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, hours_limit, period) values ($1, gen_random_uuid(), $2, 'CDD', '2015-01-01', '2020-01-01', 35, 'WEEK')`,
      [agency.id, id],
    );
    await sql(
      `insert into erased_people (agency_id, id, kind, number, kept, kept_until) values ($1, $2, 'agent', 99, 'sealed', now()::date + $3::interval)`,
      [agency.id, id, until],
    );
    return id;
  };
  const [due, waiting] = [await erased('-1 day'), await erased('1 day')];
  await run();
  expect(await sql('select id from erased_people where kept is not null and id = any ($1)', [[due, waiting]])).toEqual([
    { id: waiting },
  ]);
  expect(await sql('select agent_id from agent_contracts where agent_id = any ($1)', [[due, waiting]])).toEqual([
    { agent_id: waiting },
  ]);
});

test('old audit lines are found by an index, not by a scan of all lines', async () => {
  const days = "now() - n * interval '1 hour'";
  await sql(
    `insert into audit (agency_id, id, at, entity, entity_id, action) select $1, gen_random_uuid(), ${days}, 'site', gen_random_uuid(), 'edit' from generate_series(1, 20000) n`,
    [agency.id],
  );
  await sql(
    `insert into platform_audit (id, at, entity, action) select gen_random_uuid(), ${days}, 'user', 'edit' from generate_series(1, 20000) n`,
  );
  // Statistics, as autovacuum would gather them; only the owner of the tables may.
  const owner = new pg.Client({ connectionString: here.environment.databaseUrl as string });
  await owner.connect();
  await owner.query('analyze audit, platform_audit');
  await owner.end();
  const before = new Date(Date.now() - 19_900 * 3_600_000);
  for (const text of oldAuditLines) {
    const plan = await sql<{ 'QUERY PLAN': string }>(`explain ${text}`, [before]);
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index (Only )?Scan (using|on) \w+_by_age/);
    expect(lines).not.toContain('Seq Scan');
  }
});
