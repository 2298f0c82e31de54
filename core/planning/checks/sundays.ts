// Rest Sundays (V-008, V-009; decisions 38, 39; art. 7.01).
import { contractOn } from '../contract-hours.ts';
import type { Limits } from '../limits.ts';
import type { Minute } from '../model.ts';
import { levelOf, othersIn, report, type Scene } from './scene.ts';

/** Art. 7.01 applies to full-time staff. */
const isBound = (scene: Scene, day: number, { sundaysOfFullTime }: Limits): boolean =>
  !sundaysOfFullTime || contractOn(scene.facts.contracts, scene.calendar.days[day] as string)?.partTime !== true;

/** V-008: a rest Sunday must be next to a rest Saturday or a rest Monday. */
export function checkJoinedSundays(scene: Scene): void {
  if (levelOf(scene, 'restConsecutive') === 0) return;
  const { busy, calendar, window, limits } = scene;
  const { midnights, weekdays } = calendar;
  for (let day = window.first; day < window.end; day += 1) {
    if (weekdays[day] !== 0 || busy[day] === 1 || busy[day - 1] === 0 || busy[day + 1] === 0) continue;
    if (!isBound(scene, day, limits[day] as Limits)) continue;
    const service = serviceOn(scene, day + 1);
    report(scene, 'restConsecutive', {
      rule: 'joinedSunday',
      service,
      others: othersIn(scene, midnights[day - 1] as Minute, midnights[day + 2] as Minute, service),
      from: midnights[day] as Minute,
      to: midnights[day + 1] as Minute,
      found: 0,
      limit: 1,
    });
  }
}

/** V-009: a minimum of rest Sundays per month, on average over the month and the two before. */
export function checkSundays(scene: Scene): void {
  if (levelOf(scene, 'restSunday') === 0) return;
  const { window, limits, monthOf, calendar } = scene;
  for (let day = window.first; day < window.end; ) {
    const month = monthOf[day] as number;
    let end = day + 1;
    while (end < window.end && monthOf[end] === month) end += 1;
    const limit = limits[day] as Limits;
    const { sum, months, last } = restSundays(scene, month, limit.sundayMonths);
    // Only for agents who work on a Sunday of the window.
    if (months > 0 && sum < limit.sundays * months && last >= 0 && isBound(scene, day, limit)) {
      const service = serviceOn(scene, last);
      report(scene, 'restSunday', {
        rule: 'restSundays',
        service,
        others: onSundays(scene, service),
        from: calendar.midnights[day] as Minute,
        to: calendar.midnights[end] as Minute,
        found: sum,
        limit: limit.sundays * months,
        what: scene.monthNames[month] as string,
      });
    }
    day = end;
  }
}

/** Rest Sundays of a month and of the previous months that are known, and the last worked Sunday in the window. */
function restSundays(scene: Scene, month: number, over: number): { sum: number; months: number; last: number } {
  const { monthNames, monthIsLoaded, monthOf, loaded, window, busy, calendar, facts } = scene;
  let sum = 0;
  let months = 0;
  let last = -1;
  for (let one = Math.max(0, month - over + 1); one <= month; one += 1) {
    const counted = facts.counters.restSundays[monthNames[one] as string];
    if (counted === undefined && !monthIsLoaded[one]) {
      if (one === month) return { sum: 0, months: 0, last };
      continue;
    }
    months += 1;
    sum += counted ?? 0;
  }
  for (let day = loaded.first; day < loaded.end; day += 1) {
    const of = monthOf[day] as number;
    if (calendar.weekdays[day] !== 0 || of > month || of <= month - over) continue;
    if (busy[day] === 0) {
      if (facts.counters.restSundays[monthNames[of] as string] !== undefined || monthIsLoaded[of]) sum += 1;
    } else if (of === month && day >= window.first && day < window.end) last = day;
  }
  return { sum, months, last };
}

function serviceOn({ shifts, firstDay, lastDay }: Scene, day: number): string | null {
  for (let index = 0; index < shifts.length; index += 1)
    if ((firstDay[index] as number) <= day && (lastDay[index] as number) >= day) return shifts[index]?.id ?? null;
  return null;
}

/** Services on Sundays of the loaded days, except the marked one. */
function onSundays({ shifts, firstDay, lastDay, calendar }: Scene, marked: string | null): string[] {
  const isOnSunday = (index: number): boolean =>
    calendar.weekdays.subarray(firstDay[index], (lastDay[index] as number) + 1).includes(0);
  return shifts.filter(({ id }, index) => id !== marked && isOnSunday(index)).map(({ id }) => id);
}
