import { module } from '#server/kernel/module.ts';
import { importHandlers } from './imports.ts';
import { importJobs } from './running.ts';

export const imports = module({
  calls: ({ extensions }) => importHandlers(extensions),
  jobs: ({ extensions }) => importJobs(extensions),
});
