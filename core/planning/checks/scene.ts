// The input of all rules for one agent: facts, services and sums as integers. The arrays are reused for each agent.
import type { CheckLevel, LevelledRule, PlanningCheck } from '../../agencies/settings/planning.ts';
import type { Calendar } from '../calendar.ts';
import { contractOn } from '../contract-hours.ts';
import { dayNumber, daysAfter, isoWeek, monthAfter } from '../days.ts';
import { type Limits, limitsOf } from '../limits.ts';
import {
  type AgentFacts,
  type Finding,
  type FindingRule,
  type Minute,
  noCounters,
  type PaperKind,
  type PlanningSettings,
  type Shift,
} from '../model.ts';

/** Weeks before and after the window that averages need: twelve weeks, cycles of at most eight. */
const weeksBeside = 11;

export interface WeekKey {
  monday: string;
  /** ISO year. */
  year: string;
  /** Position in the calendar, or -1. */
  at: number;
}

export interface Scene {
  readonly settings: PlanningSettings;
  readonly calendar: Calendar;
  /** One row for each day of the calendar. */
  readonly limits: readonly Limits[];
  /** Indexes of days: the first of the window, and the one after its last. */
  readonly window: { first: number; end: number };
  readonly loaded: { first: number; end: number };
  /** Indexes of weeks, the last included. */
  readonly windowWeeks: { first: number; last: number };
  readonly loadedWeeks: { first: number; last: number };
  /** The weeks around the window. The window's first week has the index `weeksBeside`. */
  readonly weekKeys: readonly WeekKey[];
  /** 2026-11: the months of the calendar's days, and the two before. */
  readonly monthNames: readonly string[];
  /** Whether all days of the month are loaded. */
  readonly monthIsLoaded: readonly boolean[];
  /** Index in `monthNames`, for each day. */
  readonly monthOf: Uint8Array;

  facts: AgentFacts;
  shifts: readonly Shift[];
  /** Days of the first and the last minute of each service. */
  firstDay: Int32Array;
  lastDay: Int32Array;
  /** Effective minutes of each service. */
  worked: Int32Array;
  /** 1 if the agent works on the day. */
  readonly busy: Uint8Array;
  /** Effective minutes of the loaded services, by week and by month. */
  readonly weekMinutes: Float64Array;
  readonly monthMinutes: Float64Array;
  /** Effective minutes of the weeks around the window, by index in `weekKeys`: loaded services plus counters. */
  readonly weekTotals: Float64Array;
  found: Finding[];
}

const nobody: AgentFacts = {
  id: '',
  name: '',
  contracts: [],
  specialties: [],
  papers: [],
  restrictions: [],
  forbiddenSites: [],
  absences: [],
  counters: noCounters,
};

export function sceneOf(settings: PlanningSettings, calendar: Calendar): Scene {
  const { days, weeks } = calendar;
  const position = (minute: Minute): number => calendar.dayOf(minute);
  const window = { first: position(calendar.window.from), end: position(calendar.window.to - 1) + 1 };
  const loaded = { first: position(calendar.loaded.from), end: position(calendar.loaded.to - 1) + 1 };
  const weeksOf = ({ first, end }: typeof window) => ({
    first: calendar.weekOf(first),
    last: calendar.weekOf(end - 1),
  });
  const windowWeeks = weeksOf(window);
  const firstMonth = monthAfter((days[0] as string).slice(0, 7), -2);
  const monthNames: string[] = [];
  for (let month = firstMonth; month <= (days.at(-1) as string).slice(0, 7); month = monthAfter(month, 1))
    monthNames.push(month);
  const weekKeys: WeekKey[] = [];
  for (let week = windowWeeks.first - weeksBeside; week <= windowWeeks.last + weeksBeside; week += 1) {
    const monday = daysAfter(days[0] as string, week * 7);
    const known = week >= 0 && week < weeks.length;
    weekKeys.push({ monday, year: String(isoWeek(dayNumber(monday)).year), at: known ? week : -1 });
  }
  return {
    settings,
    calendar,
    limits: limitsOf(settings, days),
    window,
    loaded,
    windowWeeks,
    loadedWeeks: weeksOf(loaded),
    weekKeys,
    monthNames,
    monthIsLoaded: monthNames.map(
      (month) =>
        (days[loaded.first] as string) <= `${month}-01` &&
        daysAfter(days[loaded.end - 1] as string, 1) >= `${monthAfter(month, 1)}-01`,
    ),
    monthOf: Uint8Array.from(days, (day) => monthNames.indexOf(day.slice(0, 7))),
    facts: nobody,
    shifts: [],
    firstDay: new Int32Array(128),
    lastDay: new Int32Array(128),
    worked: new Int32Array(128),
    busy: new Uint8Array(days.length),
    weekMinutes: new Float64Array(weeks.length),
    monthMinutes: new Float64Array(monthNames.length),
    weekTotals: new Float64Array(weekKeys.length),
    found: [],
  };
}

/** Splits the minutes of a shift at a bound and adds them to two counters. Breaks have no time: both sides share them. */
function share(to: Float64Array, one: number, other: number, shift: Shift, bound: Minute, worked: number): void {
  const before = Math.round(((bound - shift.start) * worked) / (shift.end - shift.start));
  to[one] = (to[one] as number) + before;
  to[other] = (to[other] as number) + worked - before;
}

export function setScene(scene: Scene, facts: AgentFacts, shifts: readonly Shift[]): void {
  const { calendar, busy, weekMinutes, monthMinutes, monthOf } = scene;
  scene.facts = facts;
  scene.shifts = shifts;
  busy.fill(0);
  weekMinutes.fill(0);
  monthMinutes.fill(0);
  if (shifts.length > scene.worked.length) {
    scene.firstDay = new Int32Array(shifts.length * 2);
    scene.lastDay = new Int32Array(shifts.length * 2);
    scene.worked = new Int32Array(shifts.length * 2);
  }
  const { firstDay, lastDay, worked } = scene;
  for (let index = 0; index < shifts.length; index += 1) {
    const shift = shifts[index] as Shift;
    const first = calendar.dayOf(shift.start);
    const last = Math.max(first, calendar.dayOf(shift.end - 1));
    const minutes = Math.max(0, shift.end - shift.start - shift.unpaid);
    firstDay[index] = first;
    lastDay[index] = last;
    worked[index] = minutes;
    for (let day = first; day <= last; day += 1) busy[day] = 1;
    const week = calendar.weekOf(first);
    const nextWeek = calendar.weekOf(last);
    if (week === nextWeek) weekMinutes[week] = (weekMinutes[week] as number) + minutes;
    else share(weekMinutes, week, nextWeek, shift, calendar.midnights[nextWeek * 7] as Minute, minutes);
    const month = monthOf[first] as number;
    const nextMonth = monthOf[last] as number;
    if (month === nextMonth) monthMinutes[month] = (monthMinutes[month] as number) + minutes;
    else {
      let bound = last;
      while (monthOf[bound - 1] === nextMonth) bound -= 1;
      share(monthMinutes, month, nextMonth, shift, calendar.midnights[bound] as Minute, minutes);
    }
  }
  const counted = facts.counters.weekMinutes;
  for (let key = 0; key < scene.weekKeys.length; key += 1) {
    const { monday, at } = scene.weekKeys[key] as WeekKey;
    scene.weekTotals[key] = (at < 0 ? 0 : (weekMinutes[at] as number)) + (counted[monday] ?? 0);
  }
}

export const levelOf = (scene: Scene, rule: LevelledRule): CheckLevel => scene.settings.levels[rule];

/** Whether the interval overlaps the window. */
export const inWindow = (scene: Scene, from: Minute, to: Minute): boolean =>
  from < scene.calendar.window.to && to > scene.calendar.window.from;

export interface Reported {
  rule: FindingRule;
  service: string | null;
  from: Minute;
  to: Minute;
  found: number;
  limit: number;
  others?: readonly string[];
  what?: string;
  paper?: PaperKind;
  /** Instead of the check's level. */
  level?: CheckLevel;
}

const none: readonly string[] = [];

export function report(scene: Scene, code: PlanningCheck, fault: Reported): void {
  const level = fault.level ?? scene.settings.levels[code];
  if (level === 0) return;
  const { rule, service, from, to, found, limit, others = none, what, paper } = fault;
  const finding: Finding = { code, rule, agent: scene.facts.id, service, others, level, from, to, found, limit };
  if (what !== undefined) finding.what = what;
  if (paper !== undefined) finding.paper = paper;
  scene.found.push(finding);
}

export const isOnCycle = (scene: Scene, day: number): boolean =>
  (contractOn(scene.facts.contracts, scene.calendar.days[day] as string)?.cycleWeeks ?? 0) > 0;

/** The service with which the minutes of an interval exceed the limit; minutes outside the services count first. */
export function passing(scene: Scene, from: Minute, to: Minute, outside: number, limit: number): string | null {
  let sum = outside;
  let last: string | null = null;
  for (let index = 0; index < scene.shifts.length; index += 1) {
    const shift = scene.shifts[index] as Shift;
    if (shift.end <= from || shift.start >= to) continue;
    const part = Math.min(to, shift.end) - Math.max(from, shift.start);
    sum += Math.round((part * (scene.worked[index] as number)) / (shift.end - shift.start));
    last = shift.id;
    if (sum > limit) return last;
  }
  return last;
}

/** The services of an interval except the marked one: each contributes to the fault. */
export function othersIn({ shifts }: Scene, from: Minute, to: Minute, marked: string | null): string[] {
  const ids: string[] = [];
  for (const { id, start, end } of shifts) if (start < to && end > from && id !== marked) ids.push(id);
  return ids;
}

/** Effective minutes of a week around the window, by its index in `weekKeys`. */
export const weekTotal = (scene: Scene, key: number): number => scene.weekTotals[key] as number;

/** Index in `weekKeys` of a week of the calendar. */
export const keyOf = (scene: Scene, week: number): number => week - scene.windowWeeks.first + weeksBeside;
