import { expect, test } from 'vitest';
import { daysAfter } from './days.ts';
import { branchLimits, branchLimitsOn, limitsOf } from './limits.ts';
import { branch, own } from './testing/planned.ts';

const row = branchLimits.at(-1);
if (!row) throw new Error('no row');
const next = { ...row, validFrom: '2028-01-01', limits: { ...row.limits, week: 44 * 60 } };
const rows = [{ ...row, validTo: '2027-12-31' }, next];

test.each([
  ['2020-01-01', 48],
  ['2026-07-01', 48],
  ['2027-12-31', 48],
  ['2028-01-01', 44],
])('a service of %s is checked against the row of its time: %d h', (day, hours) => {
  expect(branchLimitsOn(day, rows).week).toBe(hours * 60);
});

test.each([
  ['2021-03-01', Infinity],
  ['2026-06-30', Infinity],
  ['2026-07-01', 780],
  ['2030-01-01', 780],
])('a day of %s has an amplitude of at most %d minutes in the branch', (day, amplitude) => {
  expect(branchLimitsOn(day).amplitude).toBe(amplitude);
});

test('the rows follow each other without a gap', () => {
  for (const [index, { validTo }] of branchLimits.entries())
    expect(validTo).toBe(
      index + 1 < branchLimits.length ? daysAfter(branchLimits[index + 1]?.validFrom ?? '', -1) : null,
    );
});

test('the agency’s own limits are the same on every day, in minutes', () => {
  const [first, second] = limitsOf(own, ['2026-11-09', '2030-01-01']);
  expect(first).toBe(second);
  expect(first).toMatchObject({
    service: 720,
    week: 2_880,
    weeklyRest: { usual: 2_100, cycle: 2_100 },
    amplitude: Infinity,
  });
});

test('the branch’s limits ignore the agency’s', () => {
  const [first] = limitsOf({ ...branch, limits: { ...own.limits, maxWeeklyHours: 60 } }, ['2026-11-09']);
  expect(first).toBe(row.limits);
});
