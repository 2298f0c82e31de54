import { module } from '#server/kernel/module.ts';
import { marginHandlers } from './handlers.ts';

export const margins = module({ calls: marginHandlers });
