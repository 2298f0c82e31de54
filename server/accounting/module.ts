import { DirectDebit } from '#core/accounting/debit.ts';
import { extend, module } from '#server/kernel/module.ts';
import { debitExtension, debitHandlers } from './debits.ts';
import { accountingHandlers } from './handlers.ts';

export const accounting = module({
  entities: [extend(DirectDebit, debitExtension)],
  calls: [...accountingHandlers, ...debitHandlers],
});
