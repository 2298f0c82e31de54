// Who may work where and when: checks that are not working-time rules and always run (V-010 … V-016).
import { contractOn } from '../contract-hours.ts';
import { minutesOf } from '../days.ts';
import type { Absence, Minute, Shift } from '../model.ts';
import { inWindow, levelOf, report, type Scene } from './scene.ts';

const isSeen = (scene: Scene, { start, end }: Shift): boolean => inWindow(scene, start, end);

const of = ({ id, start, end }: Shift) => ({ service: id, from: start, to: end, found: 0, limit: 0 });

/** V-010, and V-011 for the licence of the specialty. */
export function checkQualification(scene: Scene): void {
  const licence = levelOf(scene, 'licence');
  if (levelOf(scene, 'qualification') === 0 && licence === 0) return;
  const { shifts, facts, calendar, lastDay } = scene;
  for (let index = 0; index < shifts.length; index += 1) {
    const shift = shifts[index] as Shift;
    if (shift.specialty === null || !isSeen(scene, shift)) continue;
    const day = calendar.days[lastDay[index] as number] as string;
    let expired = false;
    let held = false;
    for (const { id, until } of facts.specialties) {
      if (id !== shift.specialty) continue;
      if (until === null || until >= day) held = true;
      else expired = true;
    }
    if (held) continue;
    if (expired)
      report(scene, 'expirations', { rule: 'specialtyExpired', ...of(shift), what: shift.specialty, level: licence });
    else report(scene, 'qualification', { rule: 'specialtyMissing', ...of(shift), what: shift.specialty });
  }
}

/** V-011. Valid until the last minute: nobody works without a valid title « même pour une courte durée » (R631-15). */
export function checkExpirations(scene: Scene): void {
  const { shifts, facts, calendar, lastDay } = scene;
  const last = calendar.days.at(-1) as string;
  for (const { kind, name, expiresAt, undated } of facts.papers) {
    const level = levelOf(scene, kind);
    if (level === 0 || (expiresAt !== null && expiresAt >= last)) continue;
    for (let index = 0; index < shifts.length; index += 1) {
      const shift = shifts[index] as Shift;
      if (!isSeen(scene, shift)) continue;
      if (expiresAt !== null && expiresAt >= (calendar.days[lastDay[index] as number] as string)) continue;
      const rule = expiresAt !== null ? 'paperExpired' : undated ? 'paperUndated' : 'paperMissing';
      report(scene, 'expirations', { rule, ...of(shift), what: name, paper: kind, level });
    }
  }
}

/** V-012: one common minute is enough. */
export function checkRestrictions(scene: Scene): void {
  if (levelOf(scene, 'restrictions') === 0) return;
  const { shifts, facts, calendar, firstDay, lastDay } = scene;
  for (const { weekday, startTime, endTime } of facts.restrictions) {
    const begins = minutesOf(startTime);
    const ends = minutesOf(endTime) + (endTime <= startTime ? 1440 : 0);
    for (let index = 0; index < shifts.length; index += 1) {
      const shift = shifts[index] as Shift;
      if (!isSeen(scene, shift)) continue;
      // A restriction that passes midnight began the day before.
      for (let day = Math.max(0, (firstDay[index] as number) - 1); day <= (lastDay[index] as number); day += 1) {
        if (calendar.weekdays[day] !== weekday) continue;
        const from = calendar.at(day, begins);
        const to = calendar.at(day, ends);
        if (shift.start >= to || shift.end <= from) continue;
        report(scene, 'restrictions', { rule: 'restriction', service: shift.id, from, to, found: 0, limit: 0 });
        break;
      }
    }
  }
}

/** V-013: of a tour, the sites of its stops too. */
export function checkSites(scene: Scene): void {
  const { forbiddenSites } = scene.facts;
  if (levelOf(scene, 'siteProhibition') === 0 || forbiddenSites.length === 0) return;
  for (const shift of scene.shifts) {
    if (!isSeen(scene, shift)) continue;
    for (const what of new Set([shift.site, ...(shift.stops ?? [])]))
      if (what !== null && forbiddenSites.includes(what))
        report(scene, 'siteProhibition', { rule: 'site', ...of(shift), what });
  }
}

/** V-014. The last minute of an absence is included (U-010). */
const isAbsent = ({ start, end }: Absence, from: Minute, to: Minute): boolean => start < to && end >= from;

export function checkAbsences(scene: Scene): void {
  if (levelOf(scene, 'unavailabilities') === 0) return;
  for (const absence of scene.facts.absences)
    for (const shift of scene.shifts)
      if (isAbsent(absence, shift.start, shift.end) && isSeen(scene, shift))
        report(scene, 'unavailabilities', {
          rule: 'absence',
          service: shift.id,
          from: absence.start,
          to: absence.end,
          found: 0,
          limit: 0,
          what: absence.type,
        });
}

/** V-015. */
export function checkOverlaps(scene: Scene): void {
  if (levelOf(scene, 'multipleAssignments') === 0) return;
  const { shifts } = scene;
  for (let index = 0; index < shifts.length; index += 1) {
    const one = shifts[index] as Shift;
    for (let next = index + 1; next < shifts.length; next += 1) {
      const other = shifts[next] as Shift;
      if (other.start >= one.end) break;
      const end = Math.min(one.end, other.end);
      if (!inWindow(scene, other.start, end)) continue;
      report(scene, 'multipleAssignments', {
        rule: 'overlap',
        service: other.id,
        others: [one.id],
        from: other.start,
        to: end,
        found: end - other.start,
        limit: 0,
      });
    }
  }
}

/** A warning whatever the agency's level: somebody else must come. */
export function checkGone(scene: Scene): void {
  const { gone } = scene.facts;
  if (!gone) return;
  for (const shift of scene.shifts)
    if (shift.end > gone.from && isSeen(scene, shift))
      report(scene, 'workContracts', { rule: 'gone', level: 1, ...of(shift), what: gone.why });
}

/** V-016: a contract covers the day on which the service begins. */
export function checkContracts(scene: Scene): void {
  if (levelOf(scene, 'workContracts') === 0) return;
  const { shifts, facts, calendar, firstDay } = scene;
  for (let index = 0; index < shifts.length; index += 1) {
    const shift = shifts[index] as Shift;
    if (!isSeen(scene, shift)) continue;
    if (contractOn(facts.contracts, calendar.days[firstDay[index] as number] as string) !== null) continue;
    report(scene, 'workContracts', { rule: 'contract', ...of(shift) });
  }
}
