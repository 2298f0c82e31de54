import { module } from '../kernel/module.ts';
import * as marginCalls from './calls.ts';

export const margins = module({ calls: [marginCalls] });
