import { module } from '#server/kernel/module.ts';
import { receiveClock, receiveSkipped } from './applying.ts';
import { packHandlers } from './pack.ts';
import { fieldPeople } from './people.ts';
import { revokingHandlers } from './revoking.ts';
import { settlingHandlers } from './settling.ts';
import { sourcingHandlers } from './sourcing.ts';

export const field = module({
  calls: ({ receivers }) => [
    ...sourcingHandlers(receivers),
    ...revokingHandlers(receivers),
    ...settlingHandlers(receivers),
    ...packHandlers,
  ],
  receivers: [receiveSkipped, receiveClock],
  people: fieldPeople,
});
