import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';
import * as pushCalls from './push.ts';

export const notifications = module({ calls: [calls, pushCalls] });
