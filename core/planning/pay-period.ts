// Pay periods: a pay month runs from the agency's first day to the day before it in the next month, and is named after the
// month in which it ends. With 1 as first day it is the calendar month.
import { daysAfter, monthAfter } from './days.ts';

/** `first` is a day that every month has (core/agencies/settings/pay.ts): 1 to 28. */
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
