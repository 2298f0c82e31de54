// Text of a period of time.
import { wallClock } from '#core/kernel/clock.ts';
import { longDay } from './periods.ts';

/** « lundi 3 mars 2025, 08:00 – 18:00 » */
export function hoursOfMoments(startAt: string, endAt: string, zone: string): string {
  const [from, to] = [wallClock(startAt, zone), wallClock(endAt, zone)];
  return `${longDay(from.day)}, ${from.time} – ${to.time}`;
}
