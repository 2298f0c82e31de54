import { module } from '../kernel/module.ts';
import * as fieldCalls from './calls.ts';
import { keptEventReceived } from './notifications.ts';
import { fetchPack } from './pack.ts';

export const field = module({ calls: [fieldCalls, fetchPack], notifications: [keptEventReceived] });
