import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeOf } from './days.ts';
import { type ExcludedActivity, excludedActivities, type Piece, paidDay } from './paid.ts';
import { workingDays } from './working-days.ts';

const midnight = 29_904_420;
/** « 08:00-10:00 », minutes of one day. */
const piece = (text: string, more: Partial<Piece> = {}): Piece => {
  const minute = (time: string): number => midnight + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const [from = '', to = ''] = text.split('-');
  return { start: minute(from), end: minute(to), ...more };
};
const shown = (texts: string[], day = '2026-11-09', options = {}): string => {
  const { paid, from, to, meal } = paidDay(
    texts.map((text) => piece(text)),
    day,
    options,
  );
  return `${paid / 60} h (${timeOf(from - midnight)}-${timeOf(to - midnight)})${meal ? ' + panier' : ''}`;
};

describe('the five examples of the branch', () => {
  test.each<[string[], string]>([
    [['06:00-08:00'], '6 h (06:00-12:00)'],
    [['08:00-10:00', '13:00-17:00'], '9 h (08:00-17:00) + panier'],
    [['08:00-09:00', '10:30-11:30'], '6 h (08:00-14:00)'],
    [['08:00-12:00', '13:00-17:00'], '8 h (08:00-17:00) + panier'],
    [['09:00-10:00', '12:30-14:00'], '6 h (09:00-15:00)'],
  ])('%j is paid %s', (texts, expected) => {
    expect(shown(texts)).toBe(expected);
  });
});

describe('a day', () => {
  test.each<[string, string[], string]>([
    [
      'with a gap of exactly two hours is paid for the time worked',
      ['08:00-12:00', '14:00-18:00'],
      '8 h (08:00-18:00) + panier',
    ],
    [
      'with a gap of one minute more is paid completely',
      ['08:00-12:00', '14:01-18:01'],
      `${10 + 1 / 60} h (08:00-18:01) + panier`,
    ],
    ['of one long service is paid for the time worked', ['08:00-20:00'], '12 h (08:00-20:00) + panier'],
    ['of six hours has one meal', ['08:00-14:00'], '6 h (08:00-14:00) + panier'],
    ['paid six hours for less work has no meal', ['08:00-13:59'], '6 h (08:00-14:00)'],
    [
      'of three services with one long gap is paid completely',
      ['06:00-08:00', '08:30-10:00', '13:00-15:00'],
      '9 h (06:00-15:00)',
    ],
  ])('%s', (_, texts, expected) => {
    expect(shown(texts)).toBe(expected);
  });

  test.each([
    ['2022-02-28', '2 h (06:00-08:00)'],
    ['2022-03-01', '4 h (06:00-10:00)'],
    ['2026-06-30', '4 h (06:00-10:00)'],
    ['2026-07-01', '6 h (06:00-12:00)'],
  ])('of two hours on %s is paid %s', (day, expected) => {
    expect(shown(['06:00-08:00'], day)).toBe(expected);
  });

  test('under annexe VIII is paid for the time worked', () => {
    expect(shown(['06:00-08:00'], '2026-11-09', { exempt: true })).toBe('2 h (06:00-08:00)');
  });

  test('breaks are paid if the whole amplitude is, otherwise not', () => {
    const pause = { unpaid: 30 };
    expect(paidDay([piece('08:00-16:00', pause)], '2026-11-09')).toMatchObject({ paid: 450, effective: 450 });
    const split = [piece('08:00-12:00', pause), piece('15:00-17:00')];
    expect(paidDay(split, '2026-11-09')).toMatchObject({ paid: 540, effective: 330, by: 'amplitude', meal: false });
  });

  test('without work is not paid', () => {
    expect(paidDay([], '2026-11-09')).toMatchObject({ paid: 0, effective: 0 });
  });
});

describe('a day before 1 July 2026', () => {
  test.each<[string, string[], string]>([
    ['with a gap of two hours is one period', ['08:00-09:00', '11:00-12:00'], '4 h (08:00-12:00)'],
    [
      'with a longer gap is two periods, each of at least four hours',
      ['08:00-10:00', '13:00-18:00'],
      '9 h (08:00-18:00) + panier',
    ],
    ['of two short periods is paid eight hours', ['08:00-09:00', '13:00-14:00'], '8 h (08:00-17:00)'],
    ['of two long periods is paid for the time worked', ['06:00-10:00', '14:00-18:00'], '8 h (06:00-18:00) + panier'],
  ])('%s', (_, texts, expected) => {
    expect(shown(texts, '2026-06-30')).toBe(expected);
  });

  test('excludes only what the text of 2021 names: not training', () => {
    const paid = (excluded: ExcludedActivity, day: string) => paidDay([piece('09:00-10:00', { excluded })], day).paid;
    expect([paid('meeting', '2026-06-30'), paid('training', '2026-06-30')]).toEqual([60, 240]);
    expect([paid('meeting', '2026-07-01'), paid('training', '2026-07-01')]).toEqual([60, 60]);
  });
});

describe('an excluded activity is paid for its duration', () => {
  test.each(Object.keys(excludedActivities) as ExcludedActivity[])('%s', (excluded) => {
    expect(paidDay([piece('09:00-10:00', { excluded })], '2026-11-09')).toMatchObject({ paid: 60, by: 'effective' });
    const long = [piece('06:00-14:00'), piece('15:00-16:00', { excluded })];
    expect(paidDay(long, '2026-11-09')).toMatchObject({ paid: 540, effective: 540, by: 'effective' });
    const both = [piece('08:00-10:00'), piece('14:00-15:00', { excluded })];
    // Only the work is raised to six hours; the gap to the excluded activity is not paid.
    expect(paidDay(both, '2026-11-09')).toMatchObject({ paid: 420, effective: 180, by: 'minimum' });
  });
});

test('a day is never paid less than the time worked, nor less than six hours', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 15, max: 300 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(pairs, (list) => {
      const pieces: Piece[] = [];
      for (const [start, length] of list.toSorted(([one], [other]) => one - other)) {
        const from = Math.max(start, (pieces.at(-1)?.end ?? midnight) - midnight);
        pieces.push({ start: midnight + from, end: midnight + from + length });
      }
      const { paid, effective, from, to } = paidDay(pieces, '2026-11-09');
      expect(paid).toBeGreaterThanOrEqual(Math.max(effective, 360));
      expect(paid).toBeLessThanOrEqual(Math.max(to - from, 360));
    }),
  );
});

test('services within thirteen hours are one working day', () => {
  const days = workingDays([piece('06:00-08:00'), piece('17:00-19:00'), piece('19:00-19:30')]);
  expect(days.map((day) => day.length)).toEqual([2, 1]);
  expect(workingDays([])).toEqual([]);
});
