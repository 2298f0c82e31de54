import { module } from '../kernel/module.ts';
import * as accountingCalls from './calls.ts';
import * as debitCalls from './debit-calls.ts';
import { accountingEntities } from './entities.ts';

export const accounting = module({ entities: accountingEntities, calls: [accountingCalls, debitCalls] });
