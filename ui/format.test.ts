import { describe, expect, test } from 'vitest';
import { wallClock } from '#core/kernel/clock.ts';
import { endOfDay, instantAt } from './clock.ts';
import {
  formatDay,
  formatMoment,
  formatMoney,
  formatNumber,
  formatRelative,
  parseDay,
  parseDegrees,
  parseMoment,
  parseNumber,
  parseTime,
  truncate,
} from './format.ts';

const paris = 'Europe/Paris';
const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('output', () => {
  test("a day is written DD/MM/YYYY, a moment with its time in the agency's time zone", () => {
    expect(formatDay('2026-11-05')).toBe('05/11/2026');
    expect(formatMoment('2026-11-15T08:30:00.000Z', paris)).toBe('15/11/2026 09:30');
    expect(formatMoment('2026-07-15T22:30:00.000Z', paris)).toBe('16/07/2026 00:30');
    expect(formatMoment('2026-11-15T08:30:00.000Z', 'Indian/Reunion')).toBe('15/11/2026 12:30');
  });

  test('numbers have French separators, amounts their currency', () => {
    expect(spaced(formatNumber(1234.5))).toBe('1 234,5');
    expect(spaced(formatMoney(1234.5, 'EUR'))).toBe('1 234,50 €');
    expect(spaced(formatMoney(1234, 'XPF'))).toBe('1 234 FCFP');
  });

  test('a moment is shown relative to now', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    expect(formatRelative('2026-11-15T11:59:40Z', now)).toBe("à l'instant");
    expect(formatRelative('2026-11-15T09:00:00Z', now)).toBe('il y a 3 heures');
    expect(formatRelative('2026-11-16T12:00:00Z', now)).toBe('demain');
  });

  test('a long text is cut at 144 characters', () => {
    expect(truncate('a'.repeat(144))).toBe('a'.repeat(144));
    expect(truncate('a'.repeat(145))).toBe(`${'a'.repeat(144)}…`);
  });
});

describe('input', () => {
  test.each([
    ['15/11/2026', { value: '2026-11-15' }],
    ['5/1/2026', { value: '2026-01-05' }],
    ['15112026', { value: '2026-11-15' }],
    ['2026-11-15', { value: '2026-11-15' }],
    ['31/02/2025', { fault: "La date n'existe pas" }],
    ['11/15/2026', { fault: "La date n'existe pas" }],
    ['15/11/26', { fault: 'Format français invalide' }],
    ['demain', { fault: 'Format français invalide' }],
  ])('day %s', (typed, expected) => expect(parseDay(typed)).toEqual(expected));

  test.each([
    ['8:30', { value: '08:30' }],
    ['08h30', { value: '08:30' }],
    ['2359', { value: '23:59' }],
    ['24:00', { fault: 'Format français invalide' }],
  ])('time %s', (typed, expected) => expect(parseTime(typed)).toEqual(expected));

  test("a moment is read in the agency's time zone, in summer and in winter", () => {
    expect(parseMoment('15/11/2026 09:30', paris)).toEqual({ value: '2026-11-15T08:30:00.000Z' });
    expect(parseMoment('15/07/2026 09:30', paris)).toEqual({ value: '2026-07-15T07:30:00.000Z' });
    expect(parseMoment('15/07/2026', paris)).toEqual({ fault: 'Format français invalide' });
    expect(parseMoment('31/02/2026 09:30', paris)).toEqual({ fault: "La date n'existe pas" });
  });

  test('a number accepts a comma or a point', () => {
    expect(parseNumber('1 234,5')).toBe(1234.5);
    expect(parseNumber('-3.25')).toBe(-3.25);
    expect(parseNumber('9 999 999 999 999,99')).toBe(9999999999999.99);
    expect(parseNumber('1e3')).toBeNull();
    expect(parseNumber('0,10000000000000001')).toBeNull();
    expect(parseNumber('12 €')).toBeNull();
    expect(parseNumber('')).toBeNull();
  });

  test('degrees are accepted with all digits of a map, and rounded to seven', () => {
    expect(parseDegrees('-37,49834173685907')).toBe(-37.4983417);
    expect(parseDegrees('101.829980222636751')).toBe(101.8299802);
    expect(parseDegrees('7,25')).toBe(7.25);
    expect(parseDegrees('12345678')).toBe(12345678);
    expect(parseDegrees('7,1234567890 N')).toBeNull();
  });
});

test('local time and instant agree around a clock change', () => {
  expect(instantAt('2026-10-25', '01:59', paris)).toBe('2026-10-24T23:59:00.000Z');
  expect(instantAt('2026-10-25', '03:00', paris)).toBe('2026-10-25T02:00:00.000Z');
  expect(wallClock('2026-03-29T01:00:00Z', paris)).toEqual({ day: '2026-03-29', time: '03:00' });
  expect(endOfDay('2026-10-25', paris)).toBe('2026-10-25T22:59:59.999Z');
});
