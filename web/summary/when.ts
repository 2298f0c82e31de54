// « lun. 16, 19:00–07:00 »: the day and the hours of a service.
import { wallClock } from '#core/kernel/clock.ts';
import { dayNumber } from '#core/planning/days.ts';

const short = new Intl.DateTimeFormat('fr-FR', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const withMonth = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const withYear = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Days whose year is obvious. */
const near = 15;

export function shortDay(day: string, today: string): string {
  const format =
    day.slice(0, 7) === today.slice(0, 7)
      ? short
      : day.slice(0, 4) === today.slice(0, 4) || Math.abs(dayNumber(day) - dayNumber(today)) <= near
        ? withMonth
        : withYear;
  return format.format(new Date(`${day}T12:00:00Z`));
}

/** « aujourd’hui », « demain », or the short day. */
function nearDay(day: string, today: string): string {
  const days = dayNumber(day) - dayNumber(today);
  return days === 0 ? 'aujourd’hui' : days === 1 ? 'demain' : shortDay(day, today);
}

const written =
  (dayOf: typeof shortDay) =>
  (startAt: string, endAt: string | null, zone: string, now = new Date()): string => {
    const { day, time } = wallClock(startAt, zone);
    const hours = endAt === null ? `dès ${time}` : `${time}–${wallClock(endAt, zone).time}`;
    return `${dayOf(day, wallClock(now, zone).day)}, ${hours}`;
  };

export const whenOf = written(shortDay);
/** « demain, 07:00–19:00 » */
export const soonOf = written(nearDay);
