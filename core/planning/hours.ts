// Hours of an agent over a period: by time slot, against the contract, overtime by week, month and cycle, compensatory rest
// for night work, meals (1 §9; 2 §2; AC-005 … AC-007, Q-007, Q-009; law.md section 1).
import type { Calendar } from './calendar.ts';
import { contractMinutes, contractOn, monthParts } from './contract-hours.ts';
import { dayNumber, mondayOf } from './days.ts';
import { hour } from './limits.ts';
import type { ContractFacts, Counters, Minute } from './model.ts';
import {
  endsInWindow,
  type OvertimeMinutes,
  type OvertimeSpan,
  type OvertimeStep,
  overtimeSpans,
} from './overtime-spans.ts';
import { type ExcludedActivity, mealFrom, type PaidDay, paidDay } from './paid.ts';
import type { breakTypes } from './service.ts';
import { type Night, type SlotMinutes, type Slots, slotMinutes, slotNames, slotsOf } from './slots.ts';
import { workingDays } from './working-days.ts';

export type GapType = keyof typeof breakTypes;

export interface Gap {
  type: GapType;
  start: Minute;
  end: Minute;
}

export interface HoursShift {
  id: string;
  start: Minute;
  end: Minute;
  /** Breaks and time gaps, not worked. */
  gaps: readonly Gap[];
  /** Outside art. 7.12: paid for its duration. */
  excluded?: ExcludedActivity | null;
  /** The planned hours, if others count (core/planning/lived.ts). */
  plan?: Omit<HoursShift, 'plan'>;
}

export interface HoursSettings {
  night: Night;
  /** The agency's steps; an agent's own steps replace them (AC-007). */
  overtime: readonly OvertimeStep[];
  /** First day of the pay month; absent: 1. */
  payPeriodStart?: number;
  /** Art. 7.12 of the branch agreement sets minimum and amplitude pay. */
  branch?: boolean;
}

export interface HoursFacts {
  contracts: readonly ContractFacts[];
  overtimeIncrease: readonly OvertimeStep[];
  counters: Pick<Counters, 'weekMinutes'>;
}

export interface AgentHours {
  /** Effective minutes. */
  slots: SlotMinutes;
  /** Without breaks. */
  planned: number;
  /** Without breaks and time gaps; the lived hours where the agency accepted them. */
  effective: number;
  /** The effective minutes until now; the rest is to come. */
  done: number;
  /** Effective hours, and what art. 7.12 adds to short or divided days that begin in the period. */
  paid: number;
  /** The days on which more is paid than worked. */
  paidDays: (PaidDay & { day: string })[];
  breaks: number;
  /** Planned and not worked; negative: worked longer than planned. */
  gaps: number;
  /** Minutes required by the contracts. */
  contract: number;
  night: number;
  /** Compensatory rest: 1 % of the night hours (avenant of 25 September 2001, art. 1). */
  nightRest: number;
  meals: number;
  /** Weeks whose Sunday is in the period, so that each week belongs to one period. */
  weeks: { monday: string; number: number; minutes: number; overtime: OvertimeMinutes[] }[];
  /** Of the weeks, months and cycles: each contract counts over its own period only. */
  overtime: OvertimeMinutes[];
  /** What they are counted over. */
  spans: OvertimeSpan[];
  /** Months of the period. `over`: above a monthly contract, only for months completely in the period. */
  months: { month: string; minutes: number; contract: number; over: number; overtime: OvertimeMinutes[] }[];
  /** Cycles that end in the period. `over`: above their average (art. 7.06). */
  cycles: {
    monday: string;
    weeks: number;
    minutes: number;
    contract: number;
    over: number;
    overtime: OvertimeMinutes[];
  }[];
}

export interface Hours {
  /** `now`: absent, everything is past. */
  of(facts: HoursFacts, shifts: readonly HoursShift[], now?: Minute): AgentHours;
  /** Effective minutes of one service in the period, by slot; also used for the hours of a site. */
  slotsIn(shift: HoursShift): SlotMinutes;
}

interface Interval {
  start: Minute;
  end: Minute;
}

/** Gaps clipped to the bounds; overlapping gaps are merged, so that they are subtracted once. */
function gapsIn(gaps: readonly Gap[], from: Minute, to: Minute): Interval[] {
  const clipped = gaps
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start - other.start);
  const apart: Interval[] = [];
  for (const gap of clipped) {
    const last = apart.at(-1);
    if (last && gap.start <= last.end) last.end = Math.max(last.end, gap.end);
    else apart.push(gap);
  }
  return apart;
}

const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { start, end }) => sum + end - start, 0);

/** Effective minutes of a service between two moments. */
function effectiveIn({ start, end, gaps }: HoursShift, from: Minute, to: Minute): number {
  const [first, last] = [Math.max(start, from), Math.min(end, to)];
  return first < last ? last - first - lengthOf(gapsIn(gaps, first, last)) : 0;
}

/** Effective minutes of a whole service. */
export const effectiveMinutes = (shift: HoursShift): number => effectiveIn(shift, shift.start, shift.end);

/** 3 h of night twice a week, or 270 h in twelve months (law.md section 1). `nights`: night minutes of each day. */
export function isNightWorker(nights: readonly { day: string; minutes: number }[]): boolean {
  const weeks = new Map<number, number>();
  let sum = 0;
  for (const { day, minutes } of nights) {
    sum += minutes;
    if (minutes < 3 * hour) continue;
    const monday = mondayOf(dayNumber(day));
    weeks.set(monday, (weeks.get(monday) ?? 0) + 1);
  }
  return sum >= 270 * hour || [...weeks.values()].some((count) => count >= 2);
}

export function hoursOf(calendar: Calendar, settings: HoursSettings): Hours {
  const slots = slotsOf(calendar, settings.night);
  const { from, to } = calendar.window;
  return {
    slotsIn(shift) {
      const counted = new Float64Array(slotNames.length);
      addSlots(slots, counted, shift, from, to);
      return slotMinutes(counted);
    },
    of(facts, shifts, now = to) {
      const counted = new Float64Array(slotNames.length);
      let [planned, effective, done] = [0, 0, 0];
      for (const shift of shifts) {
        addSlots(slots, counted, shift, from, to);
        effective += effectiveIn(shift, from, to);
        done += effectiveIn(shift, from, Math.min(to, now));
        planned += plannedIn(shift, from, to);
      }
      const whole = shifts.reduce(
        (sum, { start, end, plan = { start, end } }) =>
          sum + Math.max(0, Math.min(plan.end, to) - Math.max(plan.start, from)),
        0,
      );
      const night = counted.reduce((sum, minutes, index) => (index % 2 === 1 ? sum + minutes : sum), 0);
      const spans = overtimeSpans({
        ...{ calendar, payPeriodStart: settings.payPeriodStart, contracts: facts.contracts },
        weekMinutes: facts.counters.weekMinutes,
        // The agent's own steps replace those of the agency.
        steps: facts.overtimeIncrease.length > 0 ? facts.overtimeIncrease : settings.overtime,
        total: (start, end) => totalOf(shifts, start, end),
      });
      const paidDays = paidDaysOf(calendar, settings, shifts);
      return {
        slots: slotMinutes(counted),
        planned,
        effective,
        done,
        paid: paidDays.reduce((sum, day) => sum + day.paid - day.effective, effective),
        paidDays,
        breaks: whole - planned,
        gaps: planned - effective,
        contract: monthParts(calendar, settings.payPeriodStart).reduce(
          (sum, part) => sum + contractMinutes(calendar, facts.contracts, part),
          0,
        ),
        night,
        nightRest: Math.round(night / 100),
        meals: mealsOf(calendar, shifts),
        weeks: weeksOf(calendar, facts, shifts, spans),
        overtime: spans.flatMap((one) => one.overtime),
        spans,
        months: monthsOf(calendar, settings, facts, shifts, spans),
        cycles: cyclesOf(spans),
      };
    },
  };
}

/** Planned minutes between two moments: only breaks are deducted. */
export function plannedIn(shift: HoursShift, from: Minute, to: Minute): number {
  const plan = shift.plan ?? shift;
  return effectiveIn({ ...plan, gaps: plan.gaps.filter(({ type }) => type === 0) }, from, to);
}

/** Art. 7.12: the working days that begin in the period and are paid for more than was worked. */
function paidDaysOf(
  calendar: Calendar,
  { branch = false }: HoursSettings,
  shifts: readonly HoursShift[],
): AgentHours['paidDays'] {
  if (!branch) return [];
  const worked = shifts
    .filter(({ start, end }) => end > start)
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  return workingDays(worked).flatMap((shiftsOfDay) => {
    const start = shiftsOfDay[0]?.start ?? 0;
    if (start < calendar.window.from || start >= calendar.window.to) return [];
    const day = calendar.days[calendar.dayOf(start)] as string;
    const paid = paidDay(
      shiftsOfDay.map((shift) => ({
        start: shift.start,
        end: shift.end,
        unpaid: shift.end - shift.start - effectiveMinutes(shift),
        excluded: shift.excluded ?? null,
      })),
      day,
    );
    return paid.paid > paid.effective ? [{ ...paid, day }] : [];
  });
}

function addSlots(slots: Slots, to: Float64Array, shift: HoursShift, from: Minute, until: Minute): void {
  const [first, last] = [Math.max(shift.start, from), Math.min(shift.end, until)];
  if (first >= last) return;
  let at = first;
  for (const gap of gapsIn(shift.gaps, first, last)) {
    slots.add(to, at, gap.start);
    at = gap.end;
  }
  slots.add(to, at, last);
}

/** One per working day that begins in the period and has six effective hours, continuous or not. */
function mealsOf(calendar: Calendar, shifts: readonly HoursShift[]): number {
  return workingDays(shifts).filter((day) => {
    const start = day[0]?.start ?? 0;
    if (start < calendar.window.from || start >= calendar.window.to) return false;
    const effective = day.reduce((sum, shift) => sum + effectiveMinutes(shift), 0);
    return effective >= mealFrom(calendar.days[calendar.dayOf(start)] as string);
  }).length;
}

const totalOf = (shifts: readonly HoursShift[], from: Minute, to: Minute): number =>
  shifts.reduce((sum, shift) => sum + effectiveIn(shift, from, to), 0);

/** Effective minutes of each week, by its Monday, under the contract of its end: a cycle that begins in it has no others. */
export const weekMinutesOf = (
  { days, midnights, weeks }: Calendar,
  contracts: readonly ContractFacts[],
  shifts: readonly HoursShift[],
): Record<string, number> =>
  Object.fromEntries(
    weeks.map(({ monday }, week) => {
      const inForce = days.slice(week * 7, week * 7 + 7).map((day) => contractOn(contracts, day));
      const counted = inForce.map((contract, at) =>
        contract === null || contract === inForce.at(-1)
          ? totalOf(shifts, midnights[week * 7 + at] as Minute, midnights[week * 7 + at + 1] as Minute)
          : 0,
      );
      return [monday, counted.reduce((sum, minutes) => sum + minutes, 0)];
    }),
  );

function weeksOf(
  calendar: Calendar,
  { counters }: HoursFacts,
  shifts: readonly HoursShift[],
  spans: readonly OvertimeSpan[],
): AgentHours['weeks'] {
  return calendar.weeks
    .filter((week) => endsInWindow(calendar, week))
    .map(({ monday, number, from, to }) => ({
      ...{ monday, number, minutes: totalOf(shifts, from, to) + (counters.weekMinutes[monday] ?? 0) },
      overtime: spans.find(({ of, key }) => of === 'WEEK' && key === monday)?.overtime ?? [],
    }));
}

function monthsOf(
  calendar: Calendar,
  settings: HoursSettings,
  facts: HoursFacts,
  shifts: readonly HoursShift[],
  spans: readonly OvertimeSpan[],
): AgentHours['months'] {
  const { midnights } = calendar;
  return monthParts(calendar, settings.payPeriodStart).map((part) => {
    const { month, first, end } = part;
    const span = spans.find(({ of, key }) => of === 'MONTH' && key === month);
    return {
      month,
      minutes: totalOf(shifts, midnights[first] as Minute, midnights[end] as Minute),
      contract: contractMinutes(calendar, facts.contracts, part),
      over: span ? Math.max(0, span.minutes - span.agreed) : 0,
      overtime: span?.overtime ?? [],
    };
  });
}

const cyclesOf = (spans: readonly OvertimeSpan[]): AgentHours['cycles'] =>
  spans
    .filter(({ of }) => of === 'CYCLE')
    .map(({ key: monday, count: weeks, minutes, agreed: contract, overtime }) => ({
      ...{ monday, weeks, minutes, contract, over: Math.max(0, minutes - contract), overtime },
    }));
