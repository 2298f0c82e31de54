import { module } from '#server/kernel/module.ts';
import { platformHandlers } from './platform.ts';
import { reportingHandlers } from './reporting.ts';

export const platform = module({
  calls: [...platformHandlers, ...reportingHandlers],
});
