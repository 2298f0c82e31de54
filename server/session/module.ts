import { module } from '#server/kernel/module.ts';
import { sessionPeople } from './people.ts';
import { sessionHandlers } from './session.ts';

export const session = module({
  calls: sessionHandlers,
  people: sessionPeople,
});
