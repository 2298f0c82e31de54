// The weeks, months and cycles over which overtime is counted (art. 7.06): each contract over its own period, for the days on
// which it is in force. A month or cycle that is cut has its share of the hours; a week keeps those of the law.
import type { Calendar, Week } from './calendar.ts';
import { contractMinutes, contractOn, cycleMinutes, cycleStart, monthParts } from './contract-hours.ts';
import { dayNumber, dayOfNumber } from './days.ts';
import { hour } from './limits.ts';
import type { ContractFacts, Minute } from './model.ts';

/** From this many hours a week, paid this many percent more. */
export interface OvertimeStep {
  from: number;
  percent: number;
}

export interface OvertimeMinutes extends OvertimeStep {
  minutes: number;
}

export interface OvertimeSpan {
  of: 'WEEK' | 'MONTH' | 'CYCLE';
  /** Its Monday, or its month. */
  key: string;
  /** The number of the week, or the weeks of the cycle. */
  count: number;
  /** Days, both included. */
  first: string;
  last: string;
  /** The last one in force; null: none, and the hours count by the week. */
  contract: ContractFacts | null;
  minutes: number;
  /** Minutes of the contract. */
  agreed: number;
  overtime: OvertimeMinutes[];
}

/** What one person's spans are counted from. */
export interface Counted {
  calendar: Calendar;
  payPeriodStart: number | undefined;
  contracts: readonly ContractFacts[];
  /** Outside the loaded days, by Monday. */
  weekMinutes: Readonly<Record<string, number>>;
  steps: readonly OvertimeStep[];
  /** Effective minutes between two moments. */
  total(from: Minute, to: Minute): number;
}

/** The minutes above each step, up to the next one. */
export function overtimeOf(minutes: number, steps: readonly OvertimeStep[]): OvertimeMinutes[] {
  const sorted = steps.toSorted((one, other) => one.from - other.from);
  return sorted.flatMap((step, index) => {
    const next = sorted[index + 1];
    const until = next ? Math.min(minutes, Math.round(next.from * hour)) : minutes;
    const above = until - Math.round(step.from * hour);
    return above > 0 ? [{ ...step, minutes: above }] : [];
  });
}

/** Weeks of an average month. */
const monthWeeks = 52 / 12;

const kindOf = ({ cycleWeeks, period }: ContractFacts): OvertimeSpan['of'] => (cycleWeeks ? 'CYCLE' : period);

const overWeeks = (minutes: number, { steps }: Counted, weeks: number): OvertimeMinutes[] =>
  overtimeOf(
    minutes,
    steps.map(({ from, percent }) => ({ from: from * weeks, percent })),
  );

/** The minutes of some days of the calendar, by their index. */
const minutesOn = (
  { calendar: { midnights }, total }: Pick<Counted, 'calendar' | 'total'>,
  days: readonly number[],
): number => days.reduce((sum, day) => sum + total(midnights[day] as Minute, midnights[day + 1] as Minute), 0);

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

export function overtimeSpans(counted: Counted): OvertimeSpan[] {
  const inForce = counted.calendar.days.map((day) => contractOn(counted.contracts, day));
  return [...weekSpans(counted, inForce), ...monthSpans(counted, inForce), ...cycleSpans(counted)];
}

type InForce = readonly (ContractFacts | null)[];

export const endsInWindow = ({ window }: Calendar, { to }: Week): boolean => to > window.from && to <= window.to;

/** Weeks whose Sunday is in the window. Days of a month or a cycle are compared there. */
function weekSpans(counted: Counted, inForce: InForce): OvertimeSpan[] {
  const { calendar, weekMinutes, total } = counted;
  const { days, weeks } = calendar;
  return weeks.flatMap((week, index): OvertimeSpan[] => {
    if (!endsInWindow(calendar, week)) return [];
    const { monday, number, from, to } = week;
    const all = range(index * 7, index * 7 + 7);
    const isOther = (day: number): boolean => {
      const contract = inForce[day];
      return contract != null && kindOf(contract) !== 'WEEK';
    };
    const kept = all.filter((day) => !isOther(day));
    const own = kept.flatMap((day) => inForce[day] ?? []);
    if (own.length === 0 && kept.length < 7) return [];
    const loaded = kept.length === 7 ? total(from, to) : minutesOn(counted, kept);
    const minutes = loaded + (weekMinutes[monday] ?? 0);
    return [
      {
        ...{ of: 'WEEK', key: monday, count: number, first: monday, last: days[index * 7 + 6] as string },
        ...{ contract: own.at(-1) ?? null, minutes, overtime: overWeeks(minutes, counted, 1) },
        agreed: own.length > 0 ? Math.round(own.reduce((sum, one) => sum + one.hoursLimit * hour, 0) / own.length) : 0,
      },
    ];
  });
}

/** Months that are completely in the window. */
function monthSpans(counted: Counted, inForce: InForce): OvertimeSpan[] {
  const { calendar, contracts, payPeriodStart, total } = counted;
  const { days, midnights } = calendar;
  return monthParts(calendar, payPeriodStart).flatMap((part): OvertimeSpan[] => {
    const { month, first, end, length, isWhole } = part;
    const own = range(first, end).flatMap((day) => {
      const contract = inForce[day];
      return contract && kindOf(contract) === 'MONTH' ? [{ day, contract }] : [];
    });
    const [opening, closing] = [own[0], own.at(-1)];
    if (!isWhole || !opening || !closing) return [];
    const isFull = own.length === length;
    const minutes = isFull
      ? total(midnights[first] as Minute, midnights[end] as Minute)
      : minutesOn(
          counted,
          own.map(({ day }) => day),
        );
    return [
      {
        ...{ of: 'MONTH', key: month, count: 1, contract: closing.contract, minutes },
        ...{ first: days[opening.day] as string, last: days[closing.day] as string },
        agreed: isFull
          ? contractMinutes(calendar, contracts, part)
          : Math.round(own.reduce((sum, { contract }) => sum + contract.hoursLimit * hour, 0) / length),
        overtime: overWeeks(minutes, counted, (monthWeeks * own.length) / length),
      },
    ];
  });
}

/** Cycles that end in the window, or whose contract does. */
function cycleSpans(counted: Counted): OvertimeSpan[] {
  const { calendar, contracts } = counted;
  const { days, window, dayOf } = calendar;
  const origin = dayNumber(days[0] as string);
  const [opening, closing] = [origin + dayOf(window.from), origin + dayOf(window.to - 1)];
  return contracts
    .flatMap((contract) => {
      const weeks = contract.cycleWeeks ?? 0;
      if (weeks === 0) return [];
      const start = cycleStart(contract, opening);
      const count = (cycleStart(contract, closing) - start) / (7 * weeks) + 1;
      return range(0, count).flatMap((cycle) => cycleSpan(counted, contract, start + 7 * weeks * cycle) ?? []);
    })
    .filter(({ last }) => dayNumber(last) >= opening && dayNumber(last) <= closing)
    .toSorted((one, other) => (one.last < other.last ? -1 : 1));
}

function cycleSpan(counted: Counted, contract: ContractFacts, day: number): OvertimeSpan | null {
  const cycle = cycleOf(counted, contract, day);
  if (!cycle) return null;
  const { monday: key, first, last, minutes, agreed, weeks } = cycle;
  const overtime = overWeeks(minutes, counted, weeks);
  return { of: 'CYCLE', key, count: contract.cycleWeeks as number, first, last, contract, minutes, agreed, overtime };
}

export interface Cycle extends Pick<OvertimeSpan, 'first' | 'last' | 'minutes' | 'agreed'> {
  monday: string;
  /** What its days in force come to. */
  weeks: number;
  /** Of its minutes, those outside the loaded days. */
  outside: number;
  /** Of the days that count, as far as the calendar knows them. */
  from: Minute;
  to: Minute;
}

/** The cycle of a day, for the days on which its contract is in force; null: none. */
export function cycleOf(
  counted: Pick<Counted, 'calendar' | 'contracts' | 'weekMinutes' | 'total'>,
  contract: ContractFacts,
  day: number,
): Cycle | null {
  const { calendar, contracts, weekMinutes, total } = counted;
  const weeks = contract.cycleWeeks as number;
  const monday = cycleStart(contract, day);
  const all = range(monday, monday + 7 * weeks).map((one) => ({
    day: one,
    of: contractOn(contracts, dayOfNumber(one)),
  }));
  const own = all.filter(({ of }) => of === contract).map((one) => one.day);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return null;
  const counts = all.filter((one) => one.day <= last && (one.of === contract || one.of === null)).map((one) => one.day);
  const origin = dayNumber(calendar.days[0] as string);
  const midnight = (one: number): Minute =>
    calendar.midnights[Math.min(Math.max(0, one - origin), calendar.days.length)] as Minute;
  let [inside, outside] = [0, 0];
  for (let at = 0; at < weeks; at += 1) {
    const from = monday + 7 * at;
    const kept = counts.filter((one) => one >= from && one < from + 7);
    const known = calendar.weeks[(from - origin) / 7];
    if (known)
      inside +=
        kept.length === 7
          ? total(known.from, known.to)
          : minutesOn(
              counted,
              kept.map((one) => one - origin),
            );
    if (kept.length > 0) outside += weekMinutes[dayOfNumber(from)] ?? 0;
  }
  const share = own.length / all.length;
  return {
    ...{ monday: dayOfNumber(monday), first: dayOfNumber(first), last: dayOfNumber(last), weeks: weeks * share },
    ...{ minutes: inside + outside, outside, agreed: Math.round(cycleMinutes(contract, weeks) * share) },
    ...{ from: midnight(counts[0] as number), to: midnight(last + 1) },
  };
}
