// Days and instants in the agency's time zone.
import { instantAt, lastDayOfMonth, wallClock } from '#core/kernel/clock.ts';

/** The last instant of a day, so that a range ending on it includes the whole day. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(Date.parse(instantAt(addDays(day, 1), '00:00', zone)) - 1).toISOString();

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export const today = (zone: string, now = new Date()): string => wallClock(now, zone).day;

export { instantAt, lastDayOfMonth };

/** First and last day of the current month. */
export function thisMonth(zone: string): { start: string; end: string } {
  const now = today(zone);
  const [year, month] = now.split('-').map(Number) as [number, number];
  return { start: `${now.slice(0, 7)}-01`, end: lastDayOfMonth(year, month) };
}
