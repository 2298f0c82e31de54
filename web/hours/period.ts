// The period whose hours are shown: a month, a week, or any days.
import { frenchDay } from '#core/kernel/validators.ts';
import { dayNumber, dayOfNumber, isoWeek, mondayOf, monthAfter } from '#core/planning/days.ts';

export const periodKinds = { month: 'Mois', week: 'Semaine', free: 'Libre' } as const;
export type PeriodKind = keyof typeof periodKinds;

/** Both days included. */
export interface HoursPeriod {
  kind: PeriodKind;
  start: string;
  end: string;
}

export function periodAround(kind: Exclude<PeriodKind, 'free'>, day: string): HoursPeriod {
  if (kind === 'week') {
    const monday = mondayOf(dayNumber(day));
    return { kind, start: dayOfNumber(monday), end: dayOfNumber(monday + 6) };
  }
  const month = day.slice(0, 7);
  return { kind, start: `${month}-01`, end: dayOfNumber(dayNumber(`${monthAfter(month, 1)}-01`) - 1) };
}

/** The period after (1) or before (-1) of the same kind; a free one goes on by its length. */
export function nextPeriod({ kind, start, end }: HoursPeriod, by: 1 | -1): HoursPeriod {
  if (kind === 'month') return periodAround(kind, `${monthAfter(start.slice(0, 7), by)}-01`);
  const length = dayNumber(end) - dayNumber(start) + 1;
  return {
    kind,
    start: dayOfNumber(dayNumber(start) + by * length),
    end: dayOfNumber(dayNumber(end) + by * length),
  };
}

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function periodTitle({ kind, start, end }: HoursPeriod): string {
  if (kind === 'month') {
    const name = month.format(new Date(`${start}T12:00:00Z`));
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  const days = `${frenchDay(start)} – ${frenchDay(end)}`;
  return kind === 'week' ? `Semaine ${isoWeek(dayNumber(start)).number} · ${days}` : days;
}
