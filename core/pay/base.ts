// The pay of the contract: the month's salary in parts of contracts, the value of one hour, absences, seniority.

import { branchMinimum, fullTimeMonthlyHours, minimumPayFor } from '../agents/branch.ts';
import { contractTypes, monthlyHours } from '../agents/contracts.ts';
import { shortestDay } from '../kernel/duration.ts';
import { divide, formatMoney, round, scaleOf, subtract, sum, times, toNumber } from '../kernel/money.ts';
import { frenchDay } from '../kernel/validators.ts';
import { contractOn } from '../planning/contract-hours.ts';
import { dayNumber, daysAfter } from '../planning/days.ts';
import type { PayAbsence, PayContract, PayPerson, PayPlace } from './facts.ts';
import { lineOf, type Part } from './lines.ts';
import type { FoundRate, PayRateKind } from './rates.ts';
import { fixedRubrics, type PayLine } from './rubrics.ts';

/** Days of the month under one contract. */
export interface Segment {
  contract: PayContract;
  first: string;
  last: string;
  days: number;
}

export function segmentsOf(
  { start, end }: Pick<PayPlace, 'start' | 'end'>,
  contracts: readonly PayContract[],
): Segment[] {
  const segments: Segment[] = [];
  for (let day = start; day <= end; day = daysAfter(day, 1)) {
    const contract = contractOn(contracts, day) as PayContract | null;
    if (!contract) continue;
    const last = segments.at(-1);
    if (last && last.contract === contract && daysAfter(last.last, 1) === day) {
      last.last = day;
      last.days += 1;
    } else segments.push({ contract, first: day, last: day, days: 1 });
  }
  return segments;
}

export const daysOf = ({ start, end }: Pick<PayPlace, 'start' | 'end'>): number =>
  dayNumber(end) - dayNumber(start) + 1;

/** The conventional minimum of an hour (monthly minimum / 151.67), to four decimals as the branch publishes it. */
export function minimumHour({ category, classificationCoeff }: PayContract, day: string): number | null {
  if (!category || classificationCoeff == null) return null;
  const row = branchMinimum(category, classificationCoeff, day);
  return row ? toNumber(divide(row.monthly, fullTimeMonthlyHours, 4)) : null;
}

/** The pay of one hour of the contract (AC-017); the agency's or the branch's where the contract says nothing. */
export function hourOf(
  contract: PayContract,
  day: string,
  { rates, branch }: Pick<PayPlace, 'rates' | 'branch'>,
): number | null {
  const { monthlyPay, hourlyPay } = contract;
  if (monthlyPay != null && monthlyHours(contract) > 0) return toNumber(divide(monthlyPay, monthlyHours(contract), 4));
  return hourlyPay ?? rates('dayAmount', day)?.value ?? (branch ? minimumHour(contract, day) : null);
}

/** A whole month of the contract. */
function monthOf(contract: PayContract, day: string, place: PayPlace): number | null {
  if (contract.monthlyPay != null) return contract.monthlyPay;
  const hour = hourOf(contract, day, place);
  if (hour === null) return null;
  const minimum =
    place.branch && contract.hourlyPay == null && contract.category && contract.classificationCoeff != null
      ? branchMinimum(contract.category, contract.classificationCoeff, day)
      : null;
  // Without a pay of its own, the contract is paid the minimum of the month, to the cent of the table.
  return minimum
    ? minimumPayFor(minimum, monthlyHours(contract))
    : toNumber(round(times(hour, monthlyHours(contract)), 2));
}

export const contractName = ({ type, startDate }: PayContract): string =>
  `${contractTypes[type]} du ${frenchDay(startDate)}`;

/** Each part of the month at its contract's salary, in calendar days. */
export function baseOf(place: PayPlace, segments: readonly Segment[]): PayLine | null {
  const whole = daysOf(place);
  const parts = segments.flatMap(({ contract, last, days }): Part[] => {
    const month = monthOf(contract, last, place);
    if (month === null) return [];
    const isWhole = days === whole;
    return [
      {
        label: isWhole
          ? contractName(contract)
          : `${contractName(contract)} : ${days} ${days === 1 ? 'jour' : 'jours'} sur ${whole}`,
        quantity: 1,
        unit: 'none',
        rate: isWhole ? month : toNumber(divide(times(month, days), whole, 2)),
        percent: null,
      },
    ];
  });
  const head = { rubric: 'base', label: fixedRubrics.base, unit: 'none', article: 'Contrat de travail' } as const;
  const line = lineOf(head, parts, place.currency);
  return line && { ...line, quantity: null, rate: null };
}

export interface AbsenceMinutes {
  absence: PayAbsence;
  /** Each day with its minutes of contract. */
  days: { day: string; minutes: number; hour: number | null; share: DayShare | null }[];
}

/** What the base pays for one whole day. */
interface DayShare {
  amount: number;
  label: string;
}

/** The part of a total that falls on one of its days, from 1; all the days add up to the total. */
const shareOf = (total: number, rank: number, of: number, scale: number): number =>
  toNumber(subtract(divide(times(total, rank), of, scale), divide(times(total, rank - 1), of, scale)));

const isWholeDay = (hours: number): boolean => hours >= shortestDay;

/** The absence that takes each whole day: the first. */
function wholeDays(absences: readonly PayAbsence[]): ReadonlyMap<string, PayAbsence> {
  const found = new Map<string, PayAbsence>();
  for (const absence of absences)
    for (const [day, hours] of Object.entries(absence.days))
      if (isWholeDay(hours) && !found.has(day)) found.set(day, absence);
  return found;
}

/** Whether a whole day of the month is in two absences: it is counted once. */
export function isAbsentTwice(
  { start, end }: Pick<PayPlace, 'start' | 'end'>,
  absences: readonly PayAbsence[],
): boolean {
  const owners = wholeDays(absences);
  return absences.some((absence) =>
    Object.keys(absence.days).some(
      (day) => day >= start && day <= end && owners.has(day) && owners.get(day) !== absence,
    ),
  );
}

/**
 * A whole day counts what the base pays for it: its share of the calendar days of the month, so that somebody away the whole
 * month is paid nothing, in February as in October. A part of a day counts its hours, at most a fifth of the week. A day in
 * two absences is taken once: by the first that takes it whole, else by the parts together.
 */
export function absencesOf(place: PayPlace, { contracts, absences, hourly }: PayPerson): AbsenceMinutes[] {
  const whole = daysOf(place);
  const segments = absences.length === 0 ? [] : segmentsOf(place, contracts);
  const owners = wholeDays(absences);
  const taken = new Map<string, number>();
  const share = ({ contract, first, last }: Segment, day: string): DayShare | null => {
    const month = hourly ? null : monthOf(contract, last, place);
    if (month === null) return null;
    const amount = shareOf(month, dayNumber(day) - dayNumber(first) + 1, whole, scaleOf(place.currency));
    return { amount, label: `1 jour sur ${whole} de ${formatMoney(month, place.currency)}` };
  };
  return absences.map((absence) => ({
    absence,
    days: Object.entries(absence.days).flatMap(([day, hours]) => {
      const segment = segments.find(({ first, last }) => day >= first && day <= last);
      if (!segment) return [];
      const { contract } = segment;
      const isWhole = isWholeDay(hours);
      const owner = owners.get(day);
      if (owner && (owner !== absence || !isWhole)) return [];
      const week = contract.period === 'WEEK' ? contract.hoursLimit * 60 : (contract.hoursLimit * 60 * 12) / 52;
      const before = taken.get(day) ?? 0;
      const minutes = isWhole
        ? shareOf(Math.round(monthlyHours(contract) * 60), dayNumber(day) - dayNumber(place.start) + 1, whole, 0)
        : Math.min(Math.round(hours * 60), Math.round(week / 5) - before);
      taken.set(day, before + minutes);
      const hour = hourOf(contract, day, place);
      return minutes > 0 ? [{ day, minutes, hour, share: isWhole ? share(segment, day) : null }] : [];
    }),
  }));
}

/** Whoever is paid by the hour is not paid for an absence: nothing is taken from him. */
export function absenceLines(found: readonly AbsenceMinutes[], { currency }: PayPlace, hourly: boolean): PayLine[] {
  const byType = new Map<string, AbsenceMinutes[]>();
  for (const one of found) byType.set(one.absence.typeId, [...(byType.get(one.absence.typeId) ?? []), one]);
  return [...byType].flatMap(([typeId, list]) => {
    const { type, effect } = (list[0] as AbsenceMinutes).absence;
    const deducted = effect === 'DEDUCTED' && !hourly;
    const days = list.flatMap((one) => one.days).toSorted((one, other) => (one.day < other.day ? -1 : 1));
    const shared = { rubric: `absence:${typeId}`, label: `Absence : ${type}`, deducted } as const;
    const article = deducted
      ? 'Heures du contrat non travaillées'
      : effect === 'DEDUCTED'
        ? 'Payé à l’heure : rien à retenir'
        : 'Salaire maintenu';
    const isShare = ({ share }: (typeof days)[number]): boolean => deducted && share !== null;
    const wholes = days.filter(isShare).map(({ day, share }): Part => {
      const { amount, label } = share as DayShare;
      return { label: `${type} : ${label}`, day, quantity: 1, unit: 'days', rate: amount, percent: null };
    });
    const hours = days
      .filter((one) => !isShare(one))
      .map(({ day, minutes, hour }): Part => {
        const rate = deducted ? (hour ?? 0) : 0;
        return { label: type, day, quantity: minutes, unit: 'minutes', rate, percent: null };
      });
    const byDay = lineOf({ ...shared, article, unit: 'days' }, wholes, currency);
    const byHour = lineOf({ ...shared, article, unit: 'minutes' }, hours, currency);
    const line = byDay ?? byHour;
    if (!line) return [];
    const amount = toNumber(sum([byDay?.amount ?? 0, byHour?.amount ?? 0]));
    return [
      {
        ...line,
        // The hours of the contract, as the payroll software wants them.
        unit: 'minutes',
        quantity: days.reduce((all, { minutes }) => all + minutes, 0),
        rate: byDay ? null : line.rate,
        amount: amount === 0 ? 0 : amount,
        inputs: [...(byDay?.inputs ?? []), ...(byHour?.inputs ?? [])],
      },
    ];
  });
}

const steps = [15, 12, 10, 7, 4] as const;

/** Art. 9.03: the years completed on the first day of the month; from an anniversary on, the month after. */
export function seniorityYears(seniority: string, first: string): number {
  const years = Number(first.slice(0, 4)) - Number(seniority.slice(0, 4));
  return first.slice(5) >= seniority.slice(5) ? years : years - 1;
}

/** The rate of somebody's years on the first day of a month; the rate of that day, or of another one. */
export function seniorityRate(
  { rates }: Pick<PayPlace, 'rates'>,
  { seniority, contracts }: Pick<PayPerson, 'seniority' | 'contracts'>,
  first: string,
  day = first,
): { years: number; rate: FoundRate } | null {
  const from = seniority ?? contracts.map(({ startDate }) => startDate).toSorted()[0];
  if (!from) return null;
  const years = seniorityYears(from, first);
  const step = steps.find((one) => years >= one);
  const rate = step === undefined ? null : rates(`seniority${step}` as PayRateKind, day);
  return rate && { years, rate };
}

export function seniorityOf(
  place: PayPlace,
  person: PayPerson,
  segments: readonly Segment[],
  paid: number,
): PayLine | null {
  const found = seniorityRate(place, person, place.start);
  if (!found) return null;
  const { years, rate } = found;
  const whole = daysOf(place);
  const parts = segments.flatMap(({ contract, last, days }): Part[] => {
    const minimum = minimumHour(contract, last) ?? (place.branch ? null : hourOf(contract, last, place));
    if (minimum === null) return [];
    const hours = Math.min(monthlyHours(contract), fullTimeMonthlyHours);
    const row = contract.category ? branchMinimum(contract.category, contract.classificationCoeff ?? 0, last) : null;
    const month = row ? minimumPayFor(row, hours) : toNumber(round(times(minimum, hours), 2));
    const base = person.hourly
      ? toNumber(divide(times(minimum, paid), 60, 2))
      : toNumber(divide(times(month, days), whole, 2));
    return [{ label: `${years} ans d’ancienneté`, quantity: 1, unit: 'percent', rate: base, percent: rate.value }];
  });
  // Hours of an « extra » are counted once, whatever his contracts.
  const counted = person.hourly ? parts.slice(0, 1) : parts;
  const head = { rubric: 'seniority', label: fixedRubrics.seniority, unit: 'percent', article: rate.article } as const;
  const line = lineOf(head, counted, place.currency);
  return line && { ...line, quantity: rate.value };
}
