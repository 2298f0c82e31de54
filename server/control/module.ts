import { module } from '#server/kernel/module.ts';
import { controlHandlers } from './handlers.ts';

export const control = module({ calls: controlHandlers });
