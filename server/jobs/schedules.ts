// What nobody needs any more is removed at night, when nobody waits for it.
import { forgetOldKeys } from '#server/kernel/idempotency.ts';
import { scheduleAll } from './clock.ts';
import { byClock, type Job, job } from './registry.ts';

/** Ended or expired sessions stay a month, links and invitations that can serve no more a week: to answer questions. */
const forgetExpired = job(
  'forgetExpired',
  byClock,
  { label: 'Purge des sessions, liens et invitations expirés', cron: { at: '15 3 * * *', of: 'platform' } },
  async (_, { database }) => {
    await database.platformTransaction(async (db) => {
      await db.query({
        text: `delete from sessions where coalesce(ended_at, expires_at) < now() - interval '30 days' or expires_at < now() - interval '30 days'`,
      });
      await db.query({
        text: `delete from user_tokens where purpose <> 'firstAdmin' and (expires_at < now() - interval '7 days' or used_at < now() - interval '7 days')`,
      });
      await db.query({
        text: `delete from invitations where accepted_at is null and expires_at < now() - interval '7 days'`,
      });
      await db.query({ text: `delete from sign_in_failures where last_at < now() - interval '30 days'` });
    });
  },
);

const forgetKeys = job(
  'forgetKeys',
  byClock,
  { label: 'Purge des clés de répétition', cron: { at: '45 3 * * *', of: 'platform' } },
  (_, { database }) => database.platformTransaction(forgetOldKeys),
);

/** L-014: twelve months. The mail goes with its last event; bodies that open accounts live no longer than their links. */
const forgetEmails = job(
  'forgetEmails',
  byClock,
  { label: 'Purge du suivi des e-mails', cron: { at: '30 3 * * *', of: 'agencies' } },
  async (_, { database }, { agency }) => {
    await database.platformTransaction(async (db) => {
      const values = [agency];
      await db.query({
        text: `delete from email_events where agency_id = $1 and date < now() - interval '12 months'`,
        values,
      });
      await db.query({
        text: `delete from emails e where agency_id = $1 and created_at < now() - interval '12 months'
          and not exists (select from email_events v where v.agency_id = e.agency_id and v.email_id = e.id)`,
        values,
      });
      await db.query({
        text: `update emails set sealed = null where agency_id = $1 and sealed is not null and created_at < now() - interval '7 days'`,
        values,
      });
    });
  },
);

const forgetPlatformEmails = job(
  'forgetPlatformEmails',
  byClock,
  { label: 'Purge des e-mails de comptes', cron: { at: '0 4 * * *', of: 'platform' } },
  async (_, { database }) => {
    await database.platformTransaction(async (db) => {
      await db.query({ text: `delete from platform_emails where created_at < now() - interval '12 months'` });
      await db.query({
        text: `update platform_emails set sealed = null where sealed is not null and created_at < now() - interval '7 days'`,
      });
    });
  },
);

/** Agencies come, and move to another time zone. */
const followAgencies: Job = job(
  'followAgencies',
  byClock,
  { label: 'Horaires des tâches par agence', cron: { at: '7 * * * *', of: 'platform' } },
  (_, { database, jobs }) => scheduleAll(jobs.boss, database, jobs.all),
);

export const purgeJobs: readonly Job[] = [
  forgetExpired,
  forgetKeys,
  forgetEmails,
  forgetPlatformEmails,
  followAgencies,
];
