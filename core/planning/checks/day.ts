// The length of services and days, and the rest between them (V-002, V-003, V-004; decision 40; art. 7.08 and 7.12).
import { type Limits, workingDay } from '../limits.ts';
import type { Minute, Shift } from '../model.ts';
import { inWindow, isOnCycle, levelOf, report, type Scene } from './scene.ts';

export function checkServices(scene: Scene): void {
  const duration = levelOf(scene, 'serviceMaxDuration') > 0;
  const pause = levelOf(scene, 'break');
  if (!duration && pause === 0) return;
  const { shifts, worked, firstDay, limits } = scene;
  for (let index = 0; index < shifts.length; index += 1) {
    const shift = shifts[index] as Shift;
    if (!inWindow(scene, shift.start, shift.end)) continue;
    const minutes = worked[index] as number;
    const { service, workBeforeBreak, break: wanted } = limits[firstDay[index] as number] as Limits;
    const { id, start: from, end: to, unpaid } = shift;
    if (duration && minutes > service)
      report(scene, 'serviceMaxDuration', { rule: 'duration', service: id, from, to, found: minutes, limit: service });
    // L3121-16. A warning by default: a break may also be paid and taken on the spot.
    if (minutes > workBeforeBreak && unpaid < wanted)
      report(scene, 'serviceMaxDuration', {
        rule: 'break',
        service: id,
        from,
        to,
        found: unpaid,
        limit: wanted,
        level: pause,
      });
  }
  if (duration) checkAmplitude(scene);
}

/** Services that begin on one day, not separated by a daily rest: from the first start to the last end (art. 7.12). */
function checkAmplitude(scene: Scene): void {
  const { shifts, firstDay, limits } = scene;
  for (let first = 0; first < shifts.length; ) {
    const day = firstDay[first] as number;
    const { amplitude, space } = limits[day] as Limits;
    const from = (shifts[first] as Shift).start;
    let to = (shifts[first] as Shift).end;
    let next = first + 1;
    for (; next < shifts.length && firstDay[next] === day; next += 1) {
      const shift = shifts[next] as Shift;
      if (shift.start - to >= space.usual) break;
      to = Math.max(to, shift.end);
    }
    if (to - from > amplitude && inWindow(scene, from, to))
      report(scene, 'serviceMaxDuration', {
        rule: 'amplitude',
        service: (shifts[next - 1] as Shift).id,
        others: idsOf(shifts, first, next - 1),
        from,
        to,
        found: to - from,
        limit: amplitude,
      });
    first = next;
  }
}

const idsOf = (shifts: readonly Shift[], first: number, end: number): string[] =>
  shifts.slice(first, end).map(({ id }) => id);

/** For each working day: its work, the space to the previous one, the rest in the 24 h from its start. */
export function checkDays(scene: Scene, onlyRest = false): void {
  const duration = !onlyRest && levelOf(scene, 'serviceMaxDuration') > 0;
  const space = levelOf(scene, 'spaceBetweenServices') > 0;
  const rest = levelOf(scene, 'dailyRest') > 0;
  if (!duration && !space && !rest) return;
  const { shifts, worked, firstDay, limits } = scene;
  let before = -1;
  let endBefore: Minute = 0;
  for (let first = 0; first < shifts.length; ) {
    const { start, end } = shifts[first] as Shift;
    let to = end;
    let minutes = worked[first] as number;
    let next = first + 1;
    for (; next < shifts.length; next += 1) {
      const shift = shifts[next] as Shift;
      if (shift.end > start + workingDay) break;
      to = Math.max(to, shift.end);
      minutes += worked[next] as number;
    }
    const limit = limits[firstDay[first] as number] as Limits;
    if (duration && next - first > 1 && minutes > limit.dailyWork && inWindow(scene, start, to))
      report(scene, 'serviceMaxDuration', {
        rule: 'dailyWork',
        service: (shifts[next - 1] as Shift).id,
        others: idsOf(shifts, first, next - 1),
        from: start,
        to,
        found: minutes,
        limit: limit.dailyWork,
      });
    if (space && before >= 0) checkSpace(scene, before, endBefore, first, limit);
    if (rest) checkRest(scene, first, next, limit);
    before = next - 1;
    endBefore = Math.max(endBefore, to);
    first = next;
  }
}

/** V-003. Overlapping services are reported by the check of multiple assignments. */
function checkSpace(scene: Scene, before: number, end: Minute, first: number, { space }: Limits): void {
  const next = scene.shifts[first] as Shift;
  const found = next.start - end;
  if (found < 0 || (found >= space.usual && found >= space.cycle)) return;
  const limit = isOnCycle(scene, scene.firstDay[first] as number) ? space.cycle : space.usual;
  const previous = scene.shifts[before] as Shift;
  if (found >= limit || !inWindow(scene, previous.start, next.end)) return;
  report(scene, 'spaceBetweenServices', {
    rule: 'space',
    service: next.id,
    others: [previous.id],
    from: end,
    to: next.start,
    found,
    limit,
  });
}

/** V-004: the longest rest in the 24 hours from the start of a working day. */
function checkRest(scene: Scene, first: number, next: number, { dailyRest }: Limits): void {
  const { shifts } = scene;
  const from = (shifts[first] as Shift).start;
  const to = from + 1440;
  let longest = 0;
  let busyUntil = from;
  let index = first;
  for (; index < shifts.length; index += 1) {
    const shift = shifts[index] as Shift;
    if (shift.start >= to) break;
    longest = Math.max(longest, shift.start - busyUntil);
    busyUntil = Math.max(busyUntil, shift.end);
  }
  longest = Math.max(longest, to - busyUntil);
  if (longest >= dailyRest.usual && longest >= dailyRest.cycle) return;
  const limit = isOnCycle(scene, scene.firstDay[first] as number) ? dailyRest.cycle : dailyRest.usual;
  if (longest >= limit || !inWindow(scene, from, to)) return;
  // The next service shortens the rest, if it starts within the 24 hours.
  const service = (shifts[index > next ? next : next - 1] as Shift).id;
  report(scene, 'dailyRest', {
    rule: 'dailyRest',
    service,
    others: idsOf(shifts, first, index).filter((id) => id !== service),
    from,
    to,
    found: longest,
    limit,
  });
}
