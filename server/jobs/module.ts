import { module } from '#server/kernel/module.ts';
import { jobHandlers } from './admin.ts';
import { followAgencies } from './schedules.ts';

export const jobs = module({
  calls: ({ jobs }) => jobHandlers(jobs),
  jobs: [followAgencies],
});
