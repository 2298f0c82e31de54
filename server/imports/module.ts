import { module } from '#server/kernel/module.ts';
import { importHandlers } from './imports.ts';
import { importPeople } from './people.ts';
import { importJobs } from './running.ts';

export const imports = module({
  calls: ({ extensions }) => importHandlers(extensions),
  jobs: ({ extensions }) => importJobs(extensions),
  people: importPeople,
});
