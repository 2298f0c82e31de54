// Pay periods: a month of pay goes from the agency's first day to the eve of the same day of the next month, and bears the
// name of the month in which it ends. From the first day of the month it is the calendar's.
import { daysAfter, monthAfter } from './days.ts';

/** Its first day is one that every month has (core/agencies/settings/pay.ts): 1 to 28. */
export const payMonthOf = (day: string, first: number): string => {
  const month = day.slice(0, 7);
  return first > 1 && Number(day.slice(8, 10)) >= first ? monthAfter(month, 1) : month;
};

const startOf = (month: string, first: number): string =>
  `${first > 1 ? monthAfter(month, -1) : month}-${String(first).padStart(2, '0')}`;

/** Both days included. */
export const payPeriodOf = (month: string, first: number): { start: string; end: string } => ({
  start: startOf(month, first),
  end: daysAfter(startOf(monthAfter(month, 1), first), -1),
});

export const payPeriodAround = (day: string, first: number): { start: string; end: string } =>
  payPeriodOf(payMonthOf(day, first), first);
