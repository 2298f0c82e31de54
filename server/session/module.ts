import { module } from '#server/kernel/module.ts';
import { sessionHandlers } from './session.ts';

export const session = module({
  calls: sessionHandlers,
});
