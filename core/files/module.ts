import { module } from '../kernel/module.ts';
import * as awaitedCalls from './awaited.ts';
import * as filesCalls from './files.ts';
import * as storageCalls from './storage.ts';

export const files = module({
  calls: [awaitedCalls, filesCalls, storageCalls],
  notifications: [storageCalls.storageNearlyFull],
});
