// Maintains the schedules. The retention rules remove old rows (server/privacy/retention.ts).
import { scheduleAll } from './clock.ts';
import { byClock, type Job, job } from './registry.ts';

/** Agencies are added, and change their time zone. */
export const followAgencies: Job = job(
  'followAgencies',
  byClock,
  { label: 'Horaires des tâches par agence', cron: { at: '7 * * * *', of: 'platform' } },
  (_, { database, jobs }) => scheduleAll(jobs.boss, database, jobs.all),
);
