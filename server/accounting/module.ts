import { module } from '#server/kernel/module.ts';
import { accountingHandlers } from './handlers.ts';

export const accounting = module({ entities: [], calls: accountingHandlers });
