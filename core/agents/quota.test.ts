import { expect, test } from 'vitest';
import { isAccountLimitReached, isAgentLimitReached, type Pricing, quotaMessages, refusedSheet } from './quota.ts';

const open: Pricing = {
  countAgents: { agents: 10, accounts: 5 },
  agentsLimit: null,
  accountsLimit: null,
  vFreeAccounts: 0,
  remainingSheets: null,
  prepaidSignatures: null,
  prepaidPayslips: null,
  sheetPrice: 1.5,
};

test.each<[string, Partial<Pricing>, boolean]>([
  ['no limit', {}, false],
  ['one sheet left', { agentsLimit: 11 }, false],
  ['exactly the limit', { agentsLimit: 10 }, true],
  ['more than the limit', { agentsLimit: 9 }, true],
  ['a limit of nothing', { agentsLimit: 0 }, true],
])('%s: whether the limit of sheets is reached', (_, more, reached) => {
  expect(isAgentLimitReached({ ...open, ...more })).toBe(reached);
});

test.each<[string, Partial<Pricing>, boolean]>([
  ['no limit', {}, false],
  ['exactly the limit', { accountsLimit: 5 }, true],
  ['a free account beyond the limit', { accountsLimit: 5, vFreeAccounts: 1 }, false],
  ['the free accounts used too', { accountsLimit: 4, vFreeAccounts: 1 }, true],
])('%s: whether the limit of accounts is reached', (_, more, reached) => {
  expect(isAccountLimitReached({ ...open, ...more })).toBe(reached);
});

test.each<[string, Partial<Pricing>, string | null]>([
  ['sheets are not counted', {}, null],
  ['sheets are left', { remainingSheets: 1 }, null],
  ['no sheet is left', { remainingSheets: 0 }, quotaMessages.sheets],
  ['the limit comes first', { agentsLimit: 10, remainingSheets: 0 }, quotaMessages.agents],
])('%s: whether a sheet can be added', (_, more, message) => {
  expect(refusedSheet({ ...open, ...more })).toBe(message);
});
