// The hours and the rest of weeks (V-006, V-007; art. 7.09; accord of 18 May 1993, art. 2).
import type { Week } from '../calendar.ts';
import type { Limits } from '../limits.ts';
import type { Minute, Shift } from '../model.ts';
import {
  inWindow,
  isOnCycle,
  keyOf,
  levelOf,
  othersIn,
  passing,
  report,
  type Scene,
  type WeekKey,
  weekTotal,
} from './scene.ts';

/** V-006: from Monday 00:00 to Sunday 24:00. */
export function checkWeekHours(scene: Scene): void {
  if (levelOf(scene, 'maxWeeklyHours') === 0) return;
  const { calendar, windowWeeks, limits } = scene;
  for (let week = windowWeeks.first; week <= windowWeeks.last; week += 1) {
    const limit = (limits[week * 7] as Limits).week;
    const found = weekTotal(scene, keyOf(scene, week));
    if (found <= limit) continue;
    const { from, to, monday } = calendar.weeks[week] as Week;
    const outside = scene.facts.counters.weekMinutes[monday] ?? 0;
    const service = passing(scene, from, to, outside, limit);
    const others = othersIn(scene, from, to, service);
    report(scene, 'maxWeeklyHours', { rule: 'week', service, others, from, to, found, limit });
  }
  checkTwelveWeeks(scene);
}

/** Art. 7.09: the heaviest twelve consecutive weeks that include a week of the window. */
function checkTwelveWeeks(scene: Scene): void {
  const { weekKeys, windowWeeks, calendar, facts } = scene;
  const { twelveWeeks, twelveWeeksOfNight } = scene.limits[scene.window.first] as Limits;
  const limit = facts.isNightWorker ? twelveWeeksOfNight : twelveWeeks;
  if (limit === Number.POSITIVE_INFINITY) return;
  let sum = 0;
  let most = 0;
  let mostAt = 0;
  for (let key = 0; key < weekKeys.length; key += 1) {
    sum += weekTotal(scene, key);
    if (key >= 12) sum -= weekTotal(scene, key - 12);
    if (sum <= most) continue;
    most = sum;
    mostAt = key;
  }
  if (most <= limit * 12) return;
  const first = calendar.weeks[windowWeeks.first] as Week;
  const last = calendar.weeks[windowWeeks.last] as Week;
  report(scene, 'maxWeeklyHours', {
    rule: 'twelveWeeks',
    service: null,
    others: othersIn(scene, calendar.loaded.from, calendar.loaded.to, null),
    from: first.from,
    to: last.to,
    found: Math.ceil(most / 12),
    limit,
    what: (weekKeys[Math.max(0, mostAt - 11)] as WeekKey).monday,
  });
}

/**
 * V-007: the weekly rest is one day joined to a daily rest (L3132-2). The day must lie in the week; the daily rest may
 * cross its edge. So a rest from Saturday evening to Monday morning is a weekly rest.
 */
export function checkWeekRest(scene: Scene): void {
  if (levelOf(scene, 'minWeeklyRest') === 0) return;
  const { shifts, windowWeeks, calendar, limits } = scene;
  let first = 0;
  let busyBefore: Minute = Number.NEGATIVE_INFINITY;
  for (let week = windowWeeks.first; week <= windowWeeks.last; week += 1) {
    const { weeklyRest, dailyRest } = limits[week * 7] as Limits;
    const { from, to } = calendar.weeks[week] as Week;
    for (; first < shifts.length && (shifts[first] as Shift).start < from; first += 1)
      busyBefore = Math.max(busyBefore, (shifts[first] as Shift).end);
    const most = Math.max(weeklyRest.usual, weeklyRest.cycle);
    const day = weeklyRest.usual - dailyRest.usual;
    let busyUntil = busyBefore;
    let longest = 0;
    let last: string | null = first > 0 && busyBefore > from ? (shifts[first - 1] as Shift).id : null;
    for (let index = first; longest < most; index += 1) {
      const shift = shifts[index];
      const until = shift === undefined ? Number.POSITIVE_INFINITY : shift.start;
      const inside = Math.min(until, to) - Math.max(busyUntil, from);
      longest = Math.max(longest, inside >= day ? until - busyUntil : inside);
      if (shift === undefined || shift.start >= to) break;
      busyUntil = Math.max(busyUntil, shift.end);
      last = shift.id;
    }
    if (longest >= most) continue;
    const limit = isOnCycle(scene, week * 7) ? weeklyRest.cycle : weeklyRest.usual;
    if (longest >= limit) continue;
    // A service just outside the week may shorten its rest.
    const others = othersIn(scene, from - (limit - day), to + limit - day, last);
    report(scene, 'minWeeklyRest', { rule: 'weeklyRest', service: last, others, from, to, found: longest, limit });
  }
  checkRestAfterWork(scene);
}

/** Art. 7.09: one day of rest after 48 hours of service. */
function checkRestAfterWork(scene: Scene): void {
  const { shifts, worked, firstDay, limits } = scene;
  const { workBeforeRest, restAfterWork } = limits[scene.window.first] as Limits;
  if (workBeforeRest === Number.POSITIVE_INFINITY) return;
  for (let first = 0; first < shifts.length; ) {
    let to: Minute = (shifts[first] as Shift).end;
    let sum = worked[first] as number;
    let over = sum > workBeforeRest ? first : -1;
    let next = first + 1;
    for (; next < shifts.length; next += 1) {
      const shift = shifts[next] as Shift;
      if (shift.start - to >= restAfterWork) break;
      to = Math.max(to, shift.end);
      sum += worked[next] as number;
      if (over < 0 && sum > workBeforeRest) over = next;
    }
    const from = (shifts[first] as Shift).start;
    if (over >= 0 && inWindow(scene, from, to))
      report(scene, 'minWeeklyRest', {
        rule: 'restAfterService',
        service: (shifts[over] as Shift).id,
        others: othersIn(scene, from, to, (shifts[over] as Shift).id),
        from,
        to,
        found: sum,
        limit: (limits[firstDay[over] as number] as Limits).workBeforeRest,
      });
    first = next;
  }
}
