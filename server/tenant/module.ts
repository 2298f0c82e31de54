import { module } from '#server/kernel/module.ts';
import { tenantHandlers } from './pages.ts';

export const tenant = module({
  calls: tenantHandlers,
});
