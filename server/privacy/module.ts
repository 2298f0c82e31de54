import { module } from '#server/kernel/module.ts';
import { privacyHandlers, privacyJobs } from './privacy.ts';

export const privacy = module({
  calls: privacyHandlers,
  jobs: privacyJobs,
});
