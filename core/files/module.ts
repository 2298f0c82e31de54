import { module } from '../kernel/module.ts';
import * as filesCalls from './files.ts';
import * as storageCalls from './storage.ts';

export const files = module({ calls: [filesCalls, storageCalls], notifications: [storageCalls.storageNearlyFull] });
