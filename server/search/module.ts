import { module } from '#server/kernel/module.ts';
import { searchHandlers } from './search.ts';

export const search = module({
  calls: ({ entities, extensions }) => searchHandlers(entities, extensions),
});
