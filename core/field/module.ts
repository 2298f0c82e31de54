import { module } from '../kernel/module.ts';
import * as fieldCalls from './calls.ts';

export const field = module({ calls: [fieldCalls] });
