import { DirectDebit } from './debit.ts';

export const accountingEntities = [DirectDebit];
