import { module } from '#server/kernel/module.ts';
import { receiveSkipped } from './applying.ts';
import { packHandlers } from './pack.ts';
import { fieldPeople } from './people.ts';
import { settlingHandlers } from './settling.ts';
import { sourcingHandlers } from './sourcing.ts';

export const field = module({
  calls: ({ receivers }) => [...sourcingHandlers(receivers), ...settlingHandlers(receivers), ...packHandlers],
  receivers: [receiveSkipped],
  people: fieldPeople,
});
