// A month of pay of one person: hours as lived → hours paid (art. 7.12) → premiums, overtime, seniority, allowances, absences,
// salary elements and counters of rest. Each amount keeps its article and what it is made of.
import { payGap } from '../agents/contracts.ts';
import { inHours, shortestDay } from '../kernel/duration.ts';
import { contractOn } from '../planning/contract-hours.ts';
import type { AgentHours } from '../planning/hours.ts';
import { isExcluded } from '../planning/paid.ts';
import { type SlotMinutes, slotNames } from '../planning/slots.ts';
import { allowancesOf, daysWorked, elementLines } from './allowances.ts';
import {
  type AbsenceMinutes,
  absenceLines,
  absencesOf,
  baseOf,
  hourOf,
  isAbsentTwice,
  minimumHour,
  segmentsOf,
  seniorityOf,
} from './base.ts';
import type { CounterCorrection } from './counters.ts';
import type { PayContract, PayIssue, PayPerson, PayPlace, PayShift } from './facts.ts';
import { lineOf, type Part, totalOf } from './lines.ts';
import { complementaryLine, overtimeLines } from './overtime.ts';
import { holidaysAsRest, premiumLines, type SlottedWork } from './premiums.ts';
import { fixedRubrics, inRubricOrder, type PayLine } from './rubrics.ts';

/** In minutes. */
export interface Counter {
  opening: number;
  earned: number;
  taken: number;
  closing: number;
}

export interface PayCounters {
  nightRest: Counter;
  /** Rest for overtime beyond the yearly quota. */
  quotaRest: Counter;
  /** Rest chosen instead of the allowance of holidays (art. 9.05); absent: none. */
  holidayRest?: Counter | undefined;
  /** Overtime since January, this month included. */
  overtimeYear: number;
  /** What the opening holds for closed months that changed since. */
  corrections?: CounterCorrection[] | undefined;
}

export interface PayMonth {
  lines: PayLine[];
  total: number;
  /** Minutes. */
  effective: number;
  paid: number;
  counters: PayCounters;
  issues: PayIssue[];
}

const subtracted = (all: SlotMinutes, some: SlotMinutes): SlotMinutes =>
  Object.fromEntries(slotNames.map((name) => [name, Math.max(0, all[name] - some[name])])) as SlotMinutes;

const added = (lists: readonly SlotMinutes[]): SlotMinutes =>
  Object.fromEntries(slotNames.map((name) => [name, lists.reduce((sum, one) => sum + one[name], 0)])) as SlotMinutes;

const total = (slots: SlotMinutes): number => slotNames.reduce((sum, name) => sum + slots[name], 0);

/** Slots of the hours that art. 7.12 adds to a day: premiums follow the paid base. */
function addedSlots(place: PayPlace, one: AgentHours['paidDays'][number], shifts: readonly PayShift[]): SlotMinutes {
  const { slots, calendar } = place;
  // Outside the article: paid for its duration, beside the span.
  const [apart, own] = [
    shifts.filter(({ excluded }) => isExcluded(excluded, one.day)),
    shifts.filter(({ excluded }) => !isExcluded(excluded, one.day)),
  ];
  const worked = added(own.map((shift) => workedSlots(place, shift)));
  const beside = total(added(apart.map((shift) => workedSlots(place, shift))));
  // A plain span: everything in it is paid, breaks and gaps included.
  if (one.paid - beside === one.to - one.from) return subtracted(slots.of(one.from, one.to), worked);
  const end = Math.min(one.to, calendar.midnights.at(-1) as number);
  return slots.of(end - (one.paid - one.effective), end);
}

/** Slots of a whole service, breaks deducted, whether or not it crosses the end of the month. */
function workedSlots({ slots }: PayPlace, { start, end, gaps }: PayShift): SlotMinutes {
  let at = start;
  const parts: SlotMinutes[] = [];
  for (const gap of gaps.toSorted((one, other) => one.start - other.start)) {
    const from = Math.min(Math.max(gap.start, at), end);
    if (from > at) parts.push(slots.of(at, from));
    at = Math.max(at, Math.min(gap.end, end));
  }
  if (end > at) parts.push(slots.of(at, end));
  return added(parts);
}

export function payMonth(place: PayPlace, person: PayPerson): PayMonth {
  const { calendar, currency } = place;
  const facts = {
    contracts: person.contracts,
    overtimeIncrease: person.overtimeIncrease,
    counters: { weekMinutes: person.weekMinutes },
  };
  const hours = place.hours.of(facts, person.shifts);
  const segments = segmentsOf(place, person.contracts);
  const on = (day: string): PayContract | null =>
    (contractOn(person.contracts, day) as PayContract | null) ?? segments.at(-1)?.contract ?? null;
  const hour = (day: string): number | null => {
    const contract = on(day);
    return contract && hourOf(contract, day, place);
  };
  /** What premiums are computed on. */
  const reference = (day: string): number | null => {
    const contract = on(day);
    return contract && ((place.branch ? minimumHour(contract, day) : null) ?? hourOf(contract, day, place));
  };
  const days = daysWorked(place, person.shifts);
  const dayOf = (shift: PayShift): string =>
    calendar.days[calendar.dayOf(Math.max(shift.start, calendar.window.from))] as string;
  const absences = absencesOf(place, person);

  const work: SlottedWork[] = person.shifts.flatMap((shift) => {
    const slots = place.hours.slotsIn(shift);
    const day = dayOf(shift);
    return slotNames.some((name) => slots[name] > 0)
      ? [{ day, label: shift.site, service: shift.id, slots, hour: reference(day), paid: hour(day) }]
      : [];
  });
  for (const paid of hours.paidDays) {
    const own = days.find(({ shifts }) => shifts.some(({ start }) => start === paid.from))?.shifts ?? [];
    const slots = addedSlots(place, paid, own);
    work.push({
      day: paid.day,
      label: 'Heures ajoutées par l’art. 7.12',
      service: null,
      slots,
      hour: reference(paid.day),
      paid: hour(paid.day),
    });
  }

  const base = person.hourly ? hourlyBase(place, person, dayOf, hour) : baseOf(place, segments);
  const supplement = supplementOf(place, person, hours, absences, hour);
  const allowances = place.allowances ? allowancesOf(place, person, segments) : { lines: [], unknownTrips: 0 };
  const premiums = premiumLines(work, place);
  const rested =
    person.holidayRest && place.branch ? holidaysAsRest(premiums, currency) : { lines: premiums, minutes: 0 };
  const lines = [
    base,
    supplement,
    complementaryLine(place, person, hours),
    ...overtimeLines(place, person, hours),
    ...rested.lines,
    seniorityOf(place, person, segments, hours.paid),
    ...allowances.lines,
    ...absenceLines(absences, place, person.hourly),
    ...elementLines(person.elements, currency),
  ]
    .filter((line) => line !== null)
    .sort(inRubricOrder);

  return {
    lines,
    total: totalOf(lines),
    effective: hours.effective,
    paid: hours.paid,
    counters: countersOf(place, person, hours, absences, rested.minutes),
    issues: [
      ...issuesOf(
        place,
        segments.map(({ contract }) => contract),
        allowances.unknownTrips,
        base !== null,
      ),
      ...(person.unclocked ? (['unclocked'] as const) : []),
      ...(isAbsentAtWork(person, dayOf, place) ? (['absentAtWork'] as const) : []),
      ...(isAbsentTwice(place, person.absences) ? (['absentTwice'] as const) : []),
    ],
  };
}

/** Hours as worked, at the pay of the contract. */
function hourlyBase(
  place: PayPlace,
  { shifts }: PayPerson,
  dayOf: (shift: PayShift) => string,
  hour: (day: string) => number | null,
): PayLine | null {
  const parts = shifts.map((shift): Part => {
    const day = dayOf(shift);
    const quantity = Object.values(place.hours.slotsIn(shift)).reduce((sum, minutes) => sum + minutes, 0);
    return {
      label: shift.site,
      day,
      service: shift.id,
      quantity,
      unit: 'minutes',
      rate: hour(day) ?? 0,
      percent: null,
    };
  });
  const head = { rubric: 'base', label: fixedRubrics.base, unit: 'minutes', article: 'Contrat de travail' } as const;
  return lineOf(head, parts, place.currency);
}

const reasons = { minimum: 'minimum de la vacation', amplitude: 'amplitude payée', effective: '' } as const;

/** What art. 7.12 adds, as far as the salary of the month does not pay it already: hours beyond those of the contract. */
function supplementOf(
  place: PayPlace,
  person: PayPerson,
  hours: AgentHours,
  absences: readonly AbsenceMinutes[],
  hour: (day: string) => number | null,
): PayLine | null {
  const away = absences.reduce((sum, { days }) => days.reduce((all, { minutes }) => all + minutes, sum), 0);
  const extra = hours.paid - hours.effective;
  let due = person.hourly ? extra : Math.min(extra, Math.max(0, hours.paid + away - hours.contract));
  const parts: Part[] = [];
  for (const { day, paid, effective, by } of hours.paidDays) {
    const quantity = Math.min(due, paid - effective);
    if (quantity <= 0) break;
    due -= quantity;
    const label = `${inHours(effective)} travaillées, ${inHours(paid)} payées : ${reasons[by]}`;
    parts.push({ label, day, quantity, unit: 'minutes', rate: hour(day) ?? 0, percent: null });
  }
  const head = { rubric: 'supplement', label: fixedRubrics.supplement, unit: 'minutes', article: 'Art. 7.12' } as const;
  return lineOf(head, parts, place.currency);
}

function countersOf(
  place: PayPlace,
  { carried }: PayPerson,
  hours: AgentHours,
  absences: readonly AbsenceMinutes[],
  holidays: number,
): PayCounters {
  const rate = place.rates('nightRest', place.end)?.value ?? 0;
  const night = Math.round((hours.night * rate) / 100);
  const overtime = hours.overtime.reduce((sum, { minutes }) => sum + minutes, 0);
  const overtimeYear = carried.overtimeYear + overtime;
  const beyond = Math.min(overtime, Math.max(0, overtimeYear - place.quota));
  const quota = Math.round((beyond * (place.rates('quotaRest', place.end)?.value ?? 0)) / 100);
  const rest = absences
    .filter(({ absence }) => absence.effect === 'REST')
    .reduce((sum, { days }) => days.reduce((all, { minutes }) => all + minutes, sum), 0);
  // Rest is taken from the nights first, then from the holidays, which are due within the month after.
  const fromNights = Math.min(rest, carried.nightRest + night);
  const ofHolidays = carried.holidayRest ?? 0;
  const fromHolidays = Math.min(rest - fromNights, ofHolidays + holidays);
  const counter = (opening: number, earned: number, taken: number): Counter => ({
    ...{ opening, earned, taken },
    closing: opening + earned - taken,
  });
  return {
    nightRest: counter(carried.nightRest, night, fromNights),
    quotaRest: counter(carried.quotaRest, quota, rest - fromNights - fromHolidays),
    overtimeYear,
    ...(ofHolidays + holidays === 0 ? {} : { holidayRest: counter(ofHolidays, holidays, fromHolidays) }),
  };
}

/** A day of absence that has worked time too: one of them is wrong. */
function isAbsentAtWork(
  { absences, shifts }: PayPerson,
  dayOf: (shift: PayShift) => string,
  { start, end, calendar: { window } }: PayPlace,
): boolean {
  const away = new Set(
    absences.flatMap(({ days }) =>
      Object.entries(days).flatMap(([day, hours]) => (hours >= shortestDay && day >= start && day <= end ? [day] : [])),
    ),
  );
  return (
    away.size > 0 &&
    shifts.some(
      (shift) =>
        shift.end > shift.start && shift.start >= window.from && shift.start < window.to && away.has(dayOf(shift)),
    )
  );
}

function issuesOf(
  place: PayPlace,
  contracts: readonly PayContract[],
  unknownTrips: number,
  hasBase: boolean,
): PayIssue[] {
  const found = new Set<PayIssue>();
  if (contracts.length === 0) found.add('noContract');
  else if (!hasBase && contracts.every((contract) => hourOf(contract, place.end, place) === null)) found.add('noPay');
  for (const contract of place.branch ? contracts : []) {
    if (minimumHour(contract, place.end) === null) found.add('noCoefficient');
    if (payGap(contract, place.end)) found.add('belowMinimum');
  }
  if (unknownTrips > 0) found.add('dogDistance');
  return [...found];
}
