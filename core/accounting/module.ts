import { module } from '../kernel/module.ts';
import * as accountingCalls from './calls.ts';
import * as debitCalls from './debit.ts';
import { DirectDebit } from './debit.ts';

export const accounting = module({ entities: [DirectDebit], calls: [accountingCalls, debitCalls] });
