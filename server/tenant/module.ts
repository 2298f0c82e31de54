import { module } from '#server/kernel/module.ts';
import { tenantHandlers } from './pages.ts';
import { tileHandlers } from './tiles.ts';

export const tenant = module({
  calls: [...tenantHandlers, ...tileHandlers],
});
