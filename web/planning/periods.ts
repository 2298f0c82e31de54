// The four views of the planning (M-001): their days, the next and previous period, and the columns.
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { Calendar } from '#core/planning/calendar.ts';
import { dayNumber, dayOfNumber, daysAfter, isoWeek, mondayOf, weekdayOf } from '#core/planning/days.ts';
import { type GridColumn, type GridLayout, type GridMode, layouts } from '#ui/TimeGrid/types.ts';

/** Decision 80: the help names the first one P4S. */
export const views = { 1: '4 semaines', 2: 'Mois', 3: 'Semaine', 4: 'Jour' } as const;
export type View = keyof typeof views;

export const isView = (value: unknown): value is View => typeof value === 'number' && value in views;

/** Both days are included. */
export interface Period {
  start: string;
  end: string;
}

const monthOf = (day: string, by: number): string => {
  const date = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + by, 1));
  return date.toISOString().slice(0, 10);
};

export function periodOf(view: View, day: string): Period {
  const monday = mondayOf(dayNumber(day));
  switch (view) {
    case 1:
      return { start: dayOfNumber(monday), end: dayOfNumber(monday + 27) };
    case 2:
      return { start: monthOf(day, 0), end: dayOfNumber(dayNumber(monthOf(day, 1)) - 1) };
    case 3:
      return { start: dayOfNumber(monday), end: dayOfNumber(monday + 6) };
    case 4:
      return { start: day, end: day };
  }
}

/** The hours of a new service. */
export const usualHours = { start: '08:00', end: '18:00' } as const;

/** This day, or the next one whose usual start is still to come. */
export function comingDay(day: string, zone: string, now: Date): string {
  const { day: today, time } = wallClock(now, zone);
  const first = time < usualHours.start ? today : daysAfter(today, 1);
  return day < first ? first : day;
}

/** A day of the next period (1), or of the one before (-1). */
export function stepped(view: View, day: string, by: 1 | -1): string {
  if (view === 2) return monthOf(day, by);
  const days = { 1: 28, 3: 7, 4: 1 }[view];
  return dayOfNumber(dayNumber(day) + by * days);
}

export const weekdays = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.'];
const long = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const longDay = (day: string): string => long.format(new Date(`${day}T12:00:00Z`));

/** M-019: the holiday of a day, once the calendar is read. */
export function titleOf(view: View, { start, end }: Period, calendar?: Calendar): string {
  const week = (day: string): number => isoWeek(dayNumber(day)).number;
  switch (view) {
    case 1:
      return `Semaines ${week(start)} à ${week(end)} · ${frenchDay(start)} – ${frenchDay(end)}`;
    case 2: {
      const name = month.format(new Date(`${start}T12:00:00Z`));
      return name.charAt(0).toUpperCase() + name.slice(1);
    }
    case 3:
      return `Semaine ${week(start)} · ${frenchDay(start)} – ${frenchDay(end)}`;
    case 4: {
      const name = longDay(start);
      const holiday = calendar?.holidays[calendar.days.indexOf(start)];
      return [name.charAt(0).toUpperCase() + name.slice(1), holiday].filter(Boolean).join(' · ');
    }
  }
}

/** M-005: of the next day. */
const nextHours = 8;

const layoutOf: Record<View, GridLayout> = {
  1: layouts.fourWeeks,
  2: layouts.month,
  3: layouts.week,
  4: layouts.day,
};

export interface Shape {
  mode: GridMode;
  layout: GridLayout;
  columns: GridColumn[];
}

export function shapeOf(view: View, { start, end }: Period, calendar: Calendar, today: string): Shape {
  const layout = { ...layoutOf[view], height: 'max(420px, calc(100dvh - 15.5rem))' };
  const first = calendar.days.indexOf(start);
  if (view === 4) {
    const midnight = calendar.midnights[first] as number;
    // 23 or 25 where the clock changes.
    const hoursOfDay = ((calendar.midnights[first + 1] as number) - midnight) / 60;
    const wallHour = (minute: number): string => String(Math.floor(calendar.wallMinute(minute) / 60)).padStart(2, '0');
    return {
      mode: 'hours',
      layout,
      columns: Array.from({ length: hoursOfDay + nextHours }, (_, hour) => ({
        start: midnight + hour * 60,
        end: midnight + (hour + 1) * 60,
        label: wallHour(midnight + hour * 60),
        title: `${wallHour(midnight + hour * 60)} h${hour >= hoursOfDay ? ', le lendemain' : ''}`,
        ...(hour === hoursOfDay ? { sub: 'J+1' } : {}),
        isOff: hour >= hoursOfDay || calendar.holidays[first] != null,
      })),
    };
  }
  const count = dayNumber(end) - dayNumber(start) + 1;
  return {
    mode: 'cells',
    layout,
    columns: Array.from({ length: count }, (_, index) => {
      const position = first + index;
      const day = calendar.days[position] as string;
      const weekday = weekdayOf(dayNumber(day));
      const holiday = calendar.holidays[position];
      return {
        start: calendar.midnights[position] as number,
        end: calendar.midnights[position + 1] as number,
        label: `${weekdays[weekday]} ${Number(day.slice(8))}`,
        // M-016, M-019
        // A narrow column has no room for the name; its tooltip has it.
        sub:
          (view === 3 ? holiday : holiday && 'férié') ??
          (weekday === 1 && view !== 3 ? `S${isoWeek(dayNumber(day)).number}` : ''),
        title: holiday ? `${longDay(day)}, ${holiday}` : longDay(day),
        isToday: day === today,
        isOff: weekday === 0 || holiday !== null,
      };
    }),
  };
}
