import { module } from '#server/kernel/module.ts';
import { packHandlers } from './pack.ts';
import { fieldPeople } from './people.ts';
import { settlingHandlers } from './settling.ts';
import { sourcingHandlers } from './sourcing.ts';

export const field = module({
  calls: [...sourcingHandlers, ...settlingHandlers, ...packHandlers],
  people: fieldPeople,
});
