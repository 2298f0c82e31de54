import { describe, expect, test } from 'vitest';
import { type MailingSettings, mailedPeriod, mailingDue } from './mailing.ts';

const settings = (more: Partial<MailingSettings>): MailingSettings => ({
  mailingMode: 'AUTOMATIC',
  sendFrequencyType: 'NEVER',
  dayOfWeek: 1,
  recurringDays: 7,
  daysOfMonth: [],
  periodType: 'MONTH',
  customPeriod: null,
  sendHour: '06:00',
  ...more,
});
// 2026-11-16 is a Monday.
const at = (day: string, time = '06:00') => ({ day, time });

describe('a mail is due', () => {
  test.each<[string, Partial<MailingSettings>, ReturnType<typeof at>, string | null, boolean]>([
    ['never', {}, at('2026-11-16'), null, false],
    ['by hand', { mailingMode: 'MANUAL', sendFrequencyType: 'MONTH' }, at('2026-12-01'), null, false],
    ['on its weekday', { sendFrequencyType: 'DAY_OF_WEEK' }, at('2026-11-16'), '2026-11-09', true],
    ['not before its hour', { sendFrequencyType: 'DAY_OF_WEEK' }, at('2026-11-16', '05:59'), null, false],
    ['later that day, if it was missed', { sendFrequencyType: 'DAY_OF_WEEK' }, at('2026-11-16', '23:50'), null, true],
    ['not twice a day', { sendFrequencyType: 'DAY_OF_WEEK' }, at('2026-11-16', '08:00'), '2026-11-16', false],
    ['not on another weekday', { sendFrequencyType: 'DAY_OF_WEEK' }, at('2026-11-17'), null, false],
    ['on Sunday, which is 0', { sendFrequencyType: 'DAY_OF_WEEK', dayOfWeek: 0 }, at('2026-11-15'), null, true],
    ['the first time of every x days', { sendFrequencyType: 'EVERY_X_DAYS' }, at('2026-11-16'), null, true],
    ['after x days', { sendFrequencyType: 'EVERY_X_DAYS' }, at('2026-11-16'), '2026-11-09', true],
    ['not before x days', { sendFrequencyType: 'EVERY_X_DAYS' }, at('2026-11-15'), '2026-11-09', false],
    [
      'on a day of the month',
      { sendFrequencyType: 'DAYS_OF_MONTH', daysOfMonth: [5, 20] },
      at('2026-11-20'),
      null,
      true,
    ],
    [
      'not on other days of the month',
      { sendFrequencyType: 'DAYS_OF_MONTH', daysOfMonth: [5, 20] },
      at('2026-11-21'),
      null,
      false,
    ],
    [
      'the 31st, on the 30th of November',
      { sendFrequencyType: 'DAYS_OF_MONTH', daysOfMonth: [31] },
      at('2026-11-30'),
      null,
      true,
    ],
    [
      'the 31st, not on the 30th of December',
      { sendFrequencyType: 'DAYS_OF_MONTH', daysOfMonth: [31] },
      at('2026-12-30'),
      null,
      false,
    ],
    ['on the first of the month', { sendFrequencyType: 'MONTH' }, at('2026-12-01'), '2026-11-01', true],
    ['on no other day of the month', { sendFrequencyType: 'MONTH' }, at('2026-12-02'), '2026-11-01', false],
    [
      'after the custom number of days',
      { sendFrequencyType: 'CUSTOM', customPeriod: 10 },
      at('2026-11-16'),
      '2026-11-06',
      true,
    ],
    [
      'not before the custom number of days',
      { sendFrequencyType: 'CUSTOM', customPeriod: 10 },
      at('2026-11-15'),
      '2026-11-06',
      false,
    ],
    // The mailed days are two months at most.
    [
      'after the days that were mailed, however many are set',
      { sendFrequencyType: 'CUSTOM', customPeriod: 90 },
      at('2026-11-16'),
      '2026-09-15',
      true,
    ],
  ])('%s', (_, more, now, last, due) => {
    expect(mailingDue(settings(more), now, last, at('2026-01-01'))).toBe(due ? now.day : null);
  });

  test.each<[string, string, ReturnType<typeof at>, string | null, ReturnType<typeof at>, string | null]>([
    ['after midnight, of the day before', '23:55', at('2026-11-17', '00:00'), null, at('2026-11-01'), '2026-11-16'],
    ['the day after, until its hour', '06:00', at('2026-11-17', '05:50'), '2026-11-09', at('2026-11-01'), '2026-11-16'],
    ['no more from that hour on', '06:00', at('2026-11-17'), '2026-11-09', at('2026-11-01'), null],
    ['not again after midnight', '23:51', at('2026-11-17', '00:10'), '2026-11-16', at('2026-11-01'), null],
    ['not of a day before its settings', '20:00', at('2026-11-17', '10:00'), null, at('2026-11-16', '20:01'), null],
  ])('%s', (_, sendHour, now, last, changed, due) => {
    const weekly = settings({ sendFrequencyType: 'DAY_OF_WEEK', sendHour });
    expect(mailingDue(weekly, now, last, changed)).toBe(due);
  });

  test('every day, also when it leaves after midnight', () => {
    const daily = settings({ sendFrequencyType: 'EVERY_X_DAYS', recurringDays: 1, sendHour: '23:58' });
    expect(mailingDue(daily, at('2026-11-17', '00:00'), '2026-11-15', at('2026-11-01'))).toBe('2026-11-16');
    expect(mailingDue(daily, at('2026-11-18', '00:00'), '2026-11-16', at('2026-11-01'))).toBe('2026-11-17');
  });
});

describe('the mailed days', () => {
  test.each<[string, Partial<MailingSettings>, string, string, string]>([
    ['this week on Monday', { periodType: 'WEEK' }, '2026-11-16', '2026-11-16', '2026-11-22'],
    ['this week until Thursday', { periodType: 'WEEK' }, '2026-11-19', '2026-11-16', '2026-11-22'],
    ['the next week from Friday on', { periodType: 'WEEK' }, '2026-11-20', '2026-11-23', '2026-11-29'],
    ['this month in its first half', {}, '2026-11-15', '2026-11-01', '2026-11-30'],
    ['the next month in its second half', {}, '2026-12-16', '2027-01-01', '2027-01-31'],
    ['February, too', {}, '2027-01-31', '2027-02-01', '2027-02-28'],
    [
      'a custom number of days from today',
      { periodType: 'CUSTOM', customPeriod: 3 },
      '2026-11-16',
      '2026-11-16',
      '2026-11-18',
    ],
    ['four weeks by default', { periodType: 'CUSTOM' }, '2026-11-16', '2026-11-16', '2026-12-13'],
    ['two months at most', { periodType: 'CUSTOM', customPeriod: 366 }, '2026-11-16', '2026-11-16', '2027-01-16'],
  ])('%s', (_, more, day, start, end) => {
    expect(mailedPeriod(settings(more), day)).toEqual({ start, end });
  });
});
