import { module } from '#server/kernel/module.ts';
import { privacyPeople } from './people.ts';
import { privacyHandlers, privacyJobs } from './privacy.ts';

export const privacy = module({
  calls: privacyHandlers,
  jobs: privacyJobs,
  people: privacyPeople,
});
