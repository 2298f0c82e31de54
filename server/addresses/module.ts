import { module } from '#server/kernel/module.ts';
import { addressHandlers } from './addresses.ts';

export const addresses = module({
  calls: addressHandlers,
});
