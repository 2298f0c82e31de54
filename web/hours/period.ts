// The period shown: a month (or pay month, if it does not begin on the 1st), a week, or any days.
import { frenchDay } from '#core/kernel/validators.ts';
import { dayNumber, dayOfNumber, isoWeek, mondayOf, monthAfter, ofMonth } from '#core/planning/days.ts';
import { payMonthOf, payPeriodAround, payPeriodOf } from '#core/planning/pay-period.ts';

export type PeriodKind = 'month' | 'week' | 'free';

/** A pay period that begins on the 1st is simply called a month. */
export const kindLabels = (payPeriodStart: number): Record<PeriodKind, string> => ({
  month: payPeriodStart === 1 ? 'Mois' : 'Mois de paie',
  week: 'Semaine',
  free: 'Libre',
});

/** Both days included. */
export interface HoursPeriod {
  kind: PeriodKind;
  start: string;
  end: string;
}

export function periodAround(kind: Exclude<PeriodKind, 'free'>, day: string, payPeriodStart: number): HoursPeriod {
  if (kind === 'month') return { kind, ...payPeriodAround(day, payPeriodStart) };
  const monday = mondayOf(dayNumber(day));
  return { kind, start: dayOfNumber(monday), end: dayOfNumber(monday + 6) };
}

/** The next (1) or previous (-1) period of the same kind; a free one shifts by its length. */
export function nextPeriod({ kind, start, end }: HoursPeriod, by: 1 | -1, payPeriodStart: number): HoursPeriod {
  if (kind === 'month')
    return { kind, ...payPeriodOf(monthAfter(payMonthOf(start, payPeriodStart), by), payPeriodStart) };
  const length = dayNumber(end) - dayNumber(start) + 1;
  return {
    kind,
    start: dayOfNumber(dayNumber(start) + by * length),
    end: dayOfNumber(dayNumber(end) + by * length),
  };
}

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function periodTitle({ kind, start, end }: HoursPeriod, payPeriodStart: number): string {
  const days = `${frenchDay(start)} – ${frenchDay(end)}`;
  if (kind === 'week') return `Semaine ${isoWeek(dayNumber(start)).number} · ${days}`;
  if (kind === 'free') return days;
  const name = month.format(new Date(`${payMonthOf(start, payPeriodStart)}-15T12:00:00Z`));
  if (payPeriodStart !== 1) return `Paie ${ofMonth(payMonthOf(start, payPeriodStart))} · ${days}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
