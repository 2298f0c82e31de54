// The fifteen planning checks (V-001 … V-022), run by the save and by the screen. All input is passed in; work outside the
// loaded days is passed as counters.
import type { PlanningCheck } from '../agencies/settings/planning.ts';
import type { Calendar } from './calendar.ts';
import { checkDays, checkServices } from './checks/day.ts';
import { checkOvertime } from './checks/overtime.ts';
import {
  checkAbsences,
  checkContracts,
  checkExpirations,
  checkGone,
  checkOverlaps,
  checkQualification,
  checkRestrictions,
  checkSites,
} from './checks/person.ts';
import { type Scene, sceneOf, setScene } from './checks/scene.ts';
import { checkJoinedSundays, checkSundays } from './checks/sundays.ts';
import { checkWeekHours, checkWeekRest } from './checks/week.ts';
import type { AgentFacts, Finding, PlanningSettings, Row, Shift } from './model.ts';

/** Working-time rules: skipped if the tenant turns off the regulatory calculation (V-021). */
export const regulatoryChecks: ReadonlySet<PlanningCheck> = new Set<PlanningCheck>([
  'serviceMaxDuration',
  'spaceBetweenServices',
  'dailyRest',
  'overtime',
  'maxWeeklyHours',
  'minWeeklyRest',
  'restConsecutive',
  'restSunday',
]);

export interface Rules {
  /** Services sorted by start: all those that touch the calendar's loaded days. */
  checkAgent(facts: AgentFacts, shifts: readonly Shift[]): Finding[];
  checkAll(rows: readonly Row[]): Finding[];
  /** Findings that adding this service creates or makes worse. `shifts` must not contain it. */
  wouldBreak(facts: AgentFacts, shifts: readonly Shift[], shift: Shift): Finding[];
}

export function rulesOf(settings: PlanningSettings, calendar: Calendar): Rules {
  const scene = sceneOf(settings, calendar);

  const checkInto = (found: Finding[], facts: AgentFacts, shifts: readonly Shift[]): void => {
    if (shifts.length === 0) return;
    scene.found = found;
    setScene(scene, facts, shifts);
    checkPerson(scene);
    if (settings.regulatory) checkWorkingTime(scene);
    scene.found = [];
  };

  const checkAgent = (facts: AgentFacts, shifts: readonly Shift[]): Finding[] => {
    const found: Finding[] = [];
    checkInto(found, facts, shifts);
    return found;
  };

  return {
    checkAgent,
    checkAll(rows) {
      const found: Finding[] = [];
      for (const { facts, shifts } of rows) checkInto(found, facts, shifts);
      return found;
    },
    wouldBreak(facts, shifts, shift) {
      const after = checkAgent(facts, withShift(shifts, shift));
      if (after.length === 0) return after;
      const before = checkAgent(facts, shifts);
      return after.filter((finding) => !before.some((known) => isSame(known, finding)));
    },
  };
}

function checkPerson(scene: Scene): void {
  checkGone(scene);
  checkOverlaps(scene);
  checkAbsences(scene);
  checkQualification(scene);
  checkExpirations(scene);
  checkRestrictions(scene);
  checkSites(scene);
  if (scene.facts.external !== true && scene.facts.temporary !== true) checkContracts(scene);
}

function checkWorkingTime(scene: Scene): void {
  const { external, selfEmployed } = scene.facts;
  if (selfEmployed === true) return;
  // His hours elsewhere are unknown: a rest that this planning alone makes too short is certain, the others are not.
  if (external === true) {
    checkDays(scene, true);
    checkWeekRest(scene);
    return;
  }
  checkServices(scene);
  checkDays(scene);
  checkWeekHours(scene);
  checkWeekRest(scene);
  checkJoinedSundays(scene);
  checkSundays(scene);
  checkOvertime(scene);
}

/** Inserts the shift, keeping the order by start. */
export function withShift(shifts: readonly Shift[], shift: Shift): Shift[] {
  const place = shifts.findIndex(({ start }) => start > shift.start);
  return place < 0 ? [...shifts, shift] : [...shifts.slice(0, place), shift, ...shifts.slice(place)];
}

/** The same fault, not worse. */
const isSame = (one: Finding, other: Finding): boolean =>
  one.rule === other.rule &&
  one.code === other.code &&
  one.service === other.service &&
  one.from === other.from &&
  one.to === other.to &&
  one.found === other.found &&
  one.level === other.level &&
  one.what === other.what;
