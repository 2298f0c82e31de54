// Hours of work contracts: the contract in force on a day, and its minutes in a period, a month or a cycle.
import { covers, monthlyHours } from '../agents/contracts.ts';
import type { Calendar } from './calendar.ts';
import { dayNumber, dayOfNumber, lastDayOf, mondayOf } from './days.ts';
import { hour } from './limits.ts';
import type { ContractFacts } from './model.ts';
import { payMonthOf, payPeriodOf } from './pay-period.ts';

/** The contract in force on that day, the latest of several. Same result as `contractAt`, without allocating a list. */
export function contractOn(contracts: readonly ContractFacts[], day: string): ContractFacts | null {
  let found: ContractFacts | null = null;
  for (const contract of contracts)
    if (covers(contract, day) && (found === null || contract.startDate > found.startDate)) found = contract;
  return found;
}

/** Weekly hours times the number of weeks; monthly hours are converted with 52 weeks per 12 months. */
export const cycleMinutes = ({ period, hoursLimit }: ContractFacts, weeks: number): number =>
  Math.round((period === 'WEEK' ? hoursLimit : (hoursLimit * 12) / 52) * hour * weeks);

/** Weeks of the longest cycle of a contract. */
export const longestCycle = 4;

/** The Monday on which the cycle of a day begins: cycles repeat from the contract's first week. */
export function cycleStart({ startDate, cycleWeeks }: ContractFacts, day: number): number {
  const first = mondayOf(dayNumber(startDate));
  const length = 7 * (cycleWeeks ?? 1);
  return first + length * Math.max(0, Math.floor((day - first) / length));
}

/** Of a calendar month: a month that a contract begins or ends has its share of the hours. */
export function minutesOfMonth(contracts: readonly ContractFacts[], contract: ContractFacts, month: string): number {
  const [first, last] = [dayNumber(`${month}-01`), dayNumber(lastDayOf(month))];
  let hours = 0;
  for (let day = first; day <= last; day += 1) {
    const own = contractOn(contracts, dayOfNumber(day));
    // What was worked under a contract of another period is not known apart: it counts as under this one.
    if (own) hours += own.period === 'MONTH' && !own.cycleWeeks ? own.hoursLimit : contract.hoursLimit;
  }
  return Math.round((hours * hour) / (last - first + 1));
}

export interface MonthPart {
  month: string;
  /** Indexes of days, the end excluded. */
  first: number;
  end: number;
  /** Days of the whole month. */
  length: number;
  /** Whether the part covers the whole month. */
  isWhole: boolean;
}

/** The window split into months: pay months if the window starts with one, else calendar months. */
export function monthParts({ window, days, dayOf }: Calendar, payPeriodStart = 1): MonthPart[] {
  const parts: MonthPart[] = [];
  const last = dayOf(window.to - 1);
  const opening = Number((days[dayOf(window.from)] as string).slice(8, 10));
  const from = opening === payPeriodStart ? payPeriodStart : 1;
  for (let day = dayOf(window.from); day <= last; ) {
    const month = payMonthOf(days[day] as string, from);
    const whole = payPeriodOf(month, from);
    let end = day + 1;
    while (end <= last && (days[end] as string) <= whole.end) end += 1;
    parts.push({
      month,
      first: day,
      end,
      length: dayNumber(whole.end) - dayNumber(whole.start) + 1,
      isWhole: days[day] === whole.start && days[end - 1] === whole.end,
    });
    day = end;
  }
  return parts;
}

/** A whole month has the contract's monthly hours (F-029); other days have their share of the week or the month. */
export function contractMinutes({ days }: Calendar, contracts: readonly ContractFacts[], part: MonthPart): number {
  const { first, end, length, isWhole } = part;
  const one = contractOn(contracts, days[first] as string);
  let isOne = true;
  let minutes = 0;
  for (let day = first; day < end; day += 1) {
    const contract = contractOn(contracts, days[day] as string);
    if (contract !== one) isOne = false;
    if (contract) minutes += (contract.hoursLimit * hour) / (contract.period === 'WEEK' ? 7 : length);
  }
  return Math.round(one !== null && isOne && isWhole ? monthlyHours(one) * hour : minutes);
}
