// When the planning is mailed automatically, and for which days (L-018 to L-020).
import type { mailedPeriods, mailingModes, sendFrequencies } from '../agencies/settings/documents.ts';
import { lastDayOfMonth, type WallClock } from '../kernel/clock.ts';
import { dayNumber, dayOfNumber, longestPeriod, mondayOf, weekdayOf } from './days.ts';

export interface MailingSettings {
  mailingMode: keyof typeof mailingModes;
  sendFrequencyType: keyof typeof sendFrequencies;
  /** Monday=1 … Sunday=0. */
  dayOfWeek: number | null;
  recurringDays: number;
  daysOfMonth: readonly number[];
  periodType: keyof typeof mailedPeriods;
  customPeriod: number | null;
  /** 06:00 */
  sendHour: string;
}

/** Default of « Un nombre de jours ». */
const usualPeriod = 28;

const customDays = ({ customPeriod }: MailingSettings): number => Math.min(customPeriod ?? usualPeriod, longestPeriod);

const lastOf = (day: string): string => lastDayOfMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)));

/**
 * The day whose mail is due now, in local time, or null. It is due from its hour until that hour of the next day, unless the
 * settings changed meanwhile. `last` is the day of the last mail: at most one a day.
 */
export function mailingDue(
  settings: MailingSettings,
  now: WallClock,
  last: string | null,
  changed: WallClock,
): string | null {
  const { mailingMode, sendHour } = settings;
  const isToday = now.time >= sendHour;
  const day = isToday ? now.day : dayOfNumber(dayNumber(now.day) - 1);
  const isSince = changed.day > day || (changed.day === day && changed.time >= sendHour);
  if (mailingMode !== 'AUTOMATIC' || (!isToday && isSince) || (last !== null && last >= day)) return null;
  return isMailingDay(settings, day, last) ? day : null;
}

function isMailingDay(settings: MailingSettings, day: string, last: string | null): boolean {
  const since = last === null ? null : dayNumber(day) - dayNumber(last);
  const date = Number(day.slice(8));
  switch (settings.sendFrequencyType) {
    case 'NEVER':
      return false;
    case 'EVERY_X_DAYS':
      return since === null || since >= settings.recurringDays;
    case 'DAY_OF_WEEK':
      return weekdayOf(dayNumber(day)) === settings.dayOfWeek;
    case 'DAYS_OF_MONTH':
      // A day that the month does not have means its last day.
      return settings.daysOfMonth.some((one) => one === date || (day === lastOf(day) && one > date));
    case 'MONTH':
      return date === 1;
    case 'CUSTOM':
      return since === null || since >= customDays(settings);
  }
}

/** The current week or month if more than half of it remains, else the next one. */
export function mailedPeriod(settings: MailingSettings, day: string): { start: string; end: string } {
  const number = dayNumber(day);
  // L-019: a number of days is sent, and again after as many.
  switch (settings.sendFrequencyType === 'CUSTOM' ? 'CUSTOM' : settings.periodType) {
    case 'WEEK': {
      const monday = mondayOf(number) + (number - mondayOf(number) > 3 ? 7 : 0);
      return { start: dayOfNumber(monday), end: dayOfNumber(monday + 6) };
    }
    case 'MONTH': {
      const end = lastOf(day);
      const first =
        Number(day.slice(8)) > Number(end.slice(8)) / 2 ? dayOfNumber(dayNumber(end) + 1) : `${day.slice(0, 8)}01`;
      return { start: first, end: lastOf(first) };
    }
    case 'CUSTOM':
      return { start: day, end: dayOfNumber(number + customDays(settings) - 1) };
  }
}
