// The clock's own upkeep. What is past its time is removed by the retention rules (server/privacy/retention.ts).
import { scheduleAll } from './clock.ts';
import { byClock, type Job, job } from './registry.ts';

/** Agencies come, and move to another time zone. */
export const followAgencies: Job = job(
  'followAgencies',
  byClock,
  { label: 'Horaires des tâches par agence', cron: { at: '7 * * * *', of: 'platform' } },
  (_, { database, jobs }) => scheduleAll(jobs.boss, database, jobs.all),
);
