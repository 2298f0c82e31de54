import { expect, test } from 'vitest';
import { kindLabels, nextPeriod, periodAround, periodTitle } from './period.ts';

test('a month and a week contain their day', () => {
  expect(periodAround('month', '2028-02-29', 1)).toMatchObject({ start: '2028-02-01', end: '2028-02-29' });
  expect(periodAround('week', '2027-01-03', 1)).toMatchObject({ start: '2026-12-28', end: '2027-01-03' });
});

test('a pay month goes from the agency’s first day to the day before the next', () => {
  const november = periodAround('month', '2026-11-15', 21);
  expect(november).toMatchObject({ start: '2026-10-21', end: '2026-11-20' });
  expect(nextPeriod(november, 1, 21)).toMatchObject({ start: '2026-11-21', end: '2026-12-20' });
  expect(nextPeriod(november, -1, 21)).toMatchObject({ start: '2026-09-21', end: '2026-10-20' });
  expect(periodTitle(november, 21)).toBe('Paie de novembre 2026 · 21/10/2026 – 20/11/2026');
  expect([kindLabels(21).month, kindLabels(1).month]).toEqual(['Mois de paie', 'Mois']);
});

test.each([
  ['2027-01-15', 'de janvier'],
  ['2027-04-15', 'd’avril'],
  ['2027-08-15', 'd’août'],
  ['2027-10-15', 'd’octobre'],
])('the pay month around %s is the one %s', (day, month) => {
  expect(periodTitle(periodAround('month', day, 21), 21)).toMatch(new RegExp(`^Paie ${month} 2027 · `));
});

test('next and previous periods have no gap and no overlap', () => {
  expect(nextPeriod(periodAround('month', '2026-12-15', 1), 1, 1)).toMatchObject({
    start: '2027-01-01',
    end: '2027-01-31',
  });
  expect(nextPeriod(periodAround('month', '2027-03-31', 1), -1, 1)).toMatchObject({
    start: '2027-02-01',
    end: '2027-02-28',
  });
  expect(nextPeriod(periodAround('week', '2027-01-03', 1), 1, 1)).toMatchObject({
    start: '2027-01-04',
    end: '2027-01-10',
  });
  expect(nextPeriod({ kind: 'free', start: '2027-01-21', end: '2027-02-20' }, -1, 1)).toMatchObject({
    start: '2026-12-21',
    end: '2027-01-20',
  });
});

test('a period has a readable title', () => {
  expect(periodTitle(periodAround('month', '2026-11-15', 1), 1)).toBe('Novembre 2026');
  expect(periodTitle(periodAround('week', '2026-11-15', 1), 1)).toBe('Semaine 46 · 09/11/2026 – 15/11/2026');
  expect(periodTitle({ kind: 'free', start: '2026-11-01', end: '2026-11-03' }, 1)).toBe('01/11/2026 – 03/11/2026');
});
