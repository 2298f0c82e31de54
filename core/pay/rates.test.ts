import { expect, test } from 'vitest';
import { branchRates, type PayRateKind, refusedRate } from './rates.ts';

test('a rate has the bounds of its kind; every rate of the branch is within them', () => {
  for (const [kind, value, refused] of [
    ['sundayFactor', 0, true],
    ['sundayFactor', 0.99, true],
    ['sundayFactor', 1, false],
    ['uniformFreeMonth', 13, true],
    ['uniformFreeMonth', 1.5, true],
    ['uniformFreeMonth', 8, false],
    ['seniority4', 201, true],
    ['seniority4', 2, false],
    ['meal', 10_001, true],
    ['meal', 0, false],
  ] as const satisfies [PayRateKind, number, boolean][])
    expect(refusedRate(kind, value) !== null, `${kind} ${value}`).toBe(refused);
  expect(branchRates.filter(({ kind, value }) => refusedRate(kind, value) !== null)).toEqual([]);
});
