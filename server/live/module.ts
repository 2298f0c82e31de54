import { module } from '#server/kernel/module.ts';
import { liveHandlers } from './live.ts';

export const live = module({
  calls: ({ entities, extensions }) => liveHandlers(entities, extensions),
});
