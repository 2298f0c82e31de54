import { module } from '#server/kernel/module.ts';
import { awaitedHandlers } from './awaited.ts';
import { filesHandlers } from './files.ts';
import { filePeople } from './people.ts';
import { storageHandlers, tellNearlyFull } from './storage.ts';
import { fileJobs } from './sweep.ts';

export const files = module({
  calls: ({ archives }) => [...filesHandlers(archives), ...awaitedHandlers, ...storageHandlers],
  jobs: [...fileJobs, tellNearlyFull],
  people: filePeople,
});
