// What is removed at night, and what stays.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { servicesOf } from '#server/kernel/app.ts';
import { world } from '#server/testing/world.ts';
import { purgeJobs } from './purges.ts';

const here = await world();
const { agency, otherAgency, people, sql, app } = here;

const run = async (name: string, of: string | null = null): Promise<void> => {
  const attempt = { agency: of, count: 1, isLast: false, signal: new AbortController().signal };
  await purgeJobs.find((job) => job.name === name)?.work({}, servicesOf(app), attempt);
};
const left = async (table: string, column: string, like: string): Promise<string[]> =>
  (await sql<{ at: string }>(`select ${column} as at from ${table} where ${column} like $1 order by 1`, [like])).map(
    ({ at }) => at,
  );

test('sessions a month after their end, links and invitations a week after theirs', async () => {
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
  await run('forgetExpired');
  await run('forgetExpired');
  expect(await left('sessions', 'refresh_hash', 'p-%')).toEqual(['p-ended', 'p-open']);
  expect(await left('user_tokens', 'hash', 'p-%')).toEqual(['p-first', 'p-new']);
  expect(await left('invitations', 'hash', 'p-%')).toEqual(['p-accepted', 'p-new']);
});

test('keys of repetition after a week', async () => {
  for (const [key, age] of [
    ['p-old', '8 days'],
    ['p-new', '6 days'],
  ])
    await sql(
      `insert into idempotency_keys (user_id, key, request_hash, created_at) values ($1, $2, 'h', now() - $3::interval)`,
      [people.staff.id, key, age],
    );
  await run('forgetKeys');
  expect(await left('idempotency_keys', 'key', 'p-%')).toEqual(['p-new']);
});

test('events of mails after twelve months, with their mails, agency by agency (L-014)', async () => {
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
  await run('forgetEmails', agency.id);
  expect(await left('emails', 'subject', 'p-%')).toEqual(['p-new', 'p-theirs', 'p-waiting']);
  expect(await left('email_events', 'email_subject', 'p-%')).toEqual(['p-new', 'p-theirs', 'p-waiting']);
  const sealed = await sql<{ subject: string }>('select subject from emails where sealed is not null');
  expect(sealed).toEqual([{ subject: 'p-waiting' }]);
});

test('mails of accounts after twelve months, what is sealed in them after a week', async () => {
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
  await run('forgetPlatformEmails');
  expect(await left('platform_emails', 'subject', 'p-%')).toEqual(['p-new', 'p-week']);
  expect(await sql(`select 1 from platform_emails where subject = 'p-week' and sealed is null`)).toHaveLength(1);
});
