// Days and instants of the agency's wall clock.
import { type WallClock, wallClock } from '#core/kernel/clock.ts';

const asUtc = ({ day, time }: WallClock): number => Date.parse(`${day}T${time}:00.000Z`);

/** Minutes precise. In the hour that the clocks skip, the instant of the jump's other side. */
export function instantAt(day: string, time: string, zone: string): string {
  const wanted = asUtc({ day, time });
  const offsetAt = (instant: number): number =>
    asUtc(wallClock(new Date(instant), zone)) - Math.floor(instant / 60_000) * 60_000;
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess)).toISOString();
}

/** The last instant of a day, so that a range ending on it holds the whole day. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(Date.parse(instantAt(addDays(day, 1), '00:00', zone)) - 1).toISOString();

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export const today = (zone: string, now = new Date()): string => wallClock(now, zone).day;

/** Month 1 to 12. */
export const lastDayOfMonth = (year: number, month: number): string => {
  const date = new Date(Date.UTC(year, month, 0));
  return date.toISOString().slice(0, 10);
};
