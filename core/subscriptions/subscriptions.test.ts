import { describe, expect, test } from 'vitest';
import type { Pricing } from '../agents/quota.ts';
import { refusal } from '../kernel/machine.ts';
import { nearQuotas } from './alerting.ts';
import { articleOrderStatuses, dateOfStatus, toMark } from './article-order.ts';
import { extended } from './extending.ts';
import {
  dailyPriceOf,
  familyOf,
  monthlyPrice,
  offerStatus,
  offerTypes,
  signaturePrice,
  subscriptionDays,
  yearlyPriceOf,
} from './offer.ts';
import { subscriptionStatus } from './subscription.ts';

test('a year costs eleven months, to the cent', () => {
  expect([49.99, 9.99, 0.05, 0].map(yearlyPriceOf)).toEqual([549.89, 109.89, 0.55, 0]);
});

test('a day costs a twentieth of the month, rounded up to the cent', () => {
  expect([monthlyPrice, 10, 9.9, 0.01].map(dailyPriceOf)).toEqual([0.5, 0.5, 0.5, 0.01]);
  expect(signaturePrice).toBe(0.99);
  expect(subscriptionDays).toEqual([null, 1, 2, 3, 4, 5, 10]);
});

test('an offer belongs to one family by its type', () => {
  const families = Object.keys(offerTypes).map((type) => `${type} ${familyOf(Number(type))}`);
  expect(families.join(', ')).toBe(
    '1 subs, 2 subs, 3 subs, 4 subs, 100 pack, 200 pack, 210 pack, 220 pack, 300 article',
  );
});

test.each(Object.keys(offerStatus.moves))('« %s » is refused for the offers of the product', (move) => {
  const status = move === 'activate' ? 200 : 100;
  for (const type of [1, 2, 3, 4]) expect(refusal(offerStatus, move, { status, type })).not.toBeNull();
  for (const type of [100, 200, 210, 220, 300]) expect(refusal(offerStatus, move, { status, type })).toBeNull();
});

test('a bulk action skips the orders that are already there', () => {
  const rows = Object.keys(articleOrderStatuses).map((status) => ({ status: Number(status) }));
  expect(toMark(rows, 300).map(({ status }) => status)).toEqual([100, 200, 400, 500]);
  expect(dateOfStatus[100]).toBeUndefined();
});

test('a free trial is given once', () => {
  expect(refusal(subscriptionStatus, 'startTrial', { status: 0, isFreeTrialDone: false })).toBeNull();
  expect(refusal(subscriptionStatus, 'startTrial', { status: 0, isFreeTrialDone: true })).toContain('déjà');
  expect(refusal(subscriptionStatus, 'startTrial', { status: 100, isFreeTrialDone: false })).not.toBeNull();
});

test('a quota is near at nine tenths of its limit, or with five pieces left', () => {
  const open: Pricing = {
    ...{ countAgents: { agents: 9, accounts: 4 }, agentsLimit: null, accountsLimit: null, vFreeAccounts: 1 },
    ...{ remainingSheets: null, prepaidSignatures: null, prepaidPayslips: null, sheetPrice: 1.5 },
  };
  const near = (more: Partial<Pricing>, isFreeTrial = false): string[] =>
    nearQuotas({ ...open, ...more }, isFreeTrial).map(({ quota, level }) => `${quota} ${level}`);
  expect(near({})).toEqual([]);
  expect(near({ agentsLimit: 11, accountsLimit: 5, prepaidSignatures: 6 })).toEqual([]);
  expect(near({ agentsLimit: 10, accountsLimit: 3, prepaidSignatures: 5 })).toEqual([
    ...['agentsLimit 1', 'accountsLimit 2', 'prepaidSignatures 1'],
  ]);
  expect(near({ prepaidPayslips: 0 })).toEqual(['prepaidPayslips 2']);
  // A small limit warns with one left; the gift of a trial is not « few ».
  expect(near({ accountsLimit: 4 })).toEqual(['accountsLimit 1']);
  expect(near({ prepaidSignatures: 5 }, true)).toEqual([]);
  expect(near({ prepaidSignatures: 2 }, true)).toEqual(['prepaidSignatures 1']);
});

test('a quota is « atteint » at its limit, « presque atteint » before', () => {
  const full = {
    ...{ countAgents: { agents: 7, accounts: 6 }, agentsLimit: 7, accountsLimit: 7, vFreeAccounts: 0 },
    ...{ remainingSheets: null, prepaidSignatures: null, prepaidPayslips: null, sheetPrice: 1.5 },
  };
  expect(nearQuotas(full, false).map(({ title, text }) => [title, text])).toEqual([
    ['Quota atteint : fiches collaborateurs', 'Fiches collaborateurs : 7 sur 7.'],
    ['Quota presque atteint : comptes', 'Comptes : 6 sur 7, il en reste 1.'],
  ]);
});

describe('a subscription is prolonged', () => {
  const today = '2026-11-18';
  const paid = { plan: { id: 'p', name: 'Pro' }, trialEndsOn: null };
  const trial = { plan: null, trialEndsOn: '2026-11-20' };
  test.each([
    ['from its end', { ...paid, endsOn: '2026-11-30' }, 5, { endsOn: '2026-12-05' }],
    ['from today if it is over', { ...paid, endsOn: '2026-10-01' }, 1, { endsOn: '2026-11-18' }],
    ['without an end', { ...paid, endsOn: '2026-11-30' }, null, { endsOn: null }],
    [
      'as a trial, which runs again',
      { ...trial, endsOn: '2026-11-10' },
      10,
      { endsOn: '2026-11-27', trialEndsOn: '2026-11-27', isFreeTrialDone: false },
    ],
    [
      'as a trial without an end, which is one no more',
      { ...trial, endsOn: '2026-11-20' },
      null,
      { endsOn: null, trialEndsOn: null, isFreeTrialDone: true },
    ],
  ])('%s', (_how, row, days, saved) => {
    expect(extended(row as never, days, today)).toEqual(saved);
  });
});
