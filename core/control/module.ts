import { module } from '../kernel/module.ts';
import * as controlCalls from './calls.ts';

export const control = module({ calls: [controlCalls] });
