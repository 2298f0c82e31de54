import { module } from '../kernel/module.ts';
import * as accountingCalls from './calls.ts';

export const accounting = module({ entities: [], calls: [accountingCalls] });
