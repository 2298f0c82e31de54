import { module } from '../kernel/module.ts';
import * as marginCalls from './calls.ts';
import * as planningCalls from './planning-calls.ts';

export const margins = module({ calls: [marginCalls, planningCalls] });
