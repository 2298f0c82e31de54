import { module } from '../kernel/module.ts';
import * as fieldCalls from './calls.ts';
import * as deskCalls from './desk-calls.ts';
import * as handOverCalls from './hand-over-calls.ts';
import { keptEventReceived } from './notifications.ts';
import { fetchPack } from './pack.ts';

export const field = module({
  calls: [fieldCalls, deskCalls, handOverCalls, fetchPack],
  notifications: [keptEventReceived],
});
