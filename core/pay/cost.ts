// What each service costs in labour: the paid hours of each person on it, with premiums, overtime, seniority and meal, and the
// employer's charges on top. The salary of hours that nobody planned belongs to no service.
import { add, allocate, divide, percentOf, round, scaleOf, sum, times, toNumber } from '../kernel/money.ts';
import { contractOn } from '../planning/contract-hours.ts';
import type { AgentHours } from '../planning/hours.ts';
import { effectiveMinutes } from '../planning/hours.ts';
import { isExcluded, mealFrom } from '../planning/paid.ts';
import { type SlotMinutes, slotNames } from '../planning/slots.ts';
import { type DayWorked, daysWorked } from './allowances.ts';
import { hourOf, minimumHour, seniorityRate } from './base.ts';
import type { PayContract, PayPerson, PayPlace, PayShift } from './facts.ts';
import { amountOf, totalOf } from './lines.ts';
import { premiumLines } from './premiums.ts';

export interface ServiceCost {
  service: string;
  day: string;
  /** Minutes paid: those worked, and what art. 7.12 adds to them. */
  paid: number;
  /** Null: the pay of this person is unknown. */
  pay: number | null;
  /** With the employer's charges; a subcontractor's price has none. */
  loaded: number | null;
}

type Costed = PayPerson & { external: boolean };

/** A shift in the window. */
interface Placed {
  shift: PayShift;
  day: string;
  slots: SlotMinutes;
  /** Minutes. */
  worked: number;
}

/** Shifts without a minute in the window are left out. */
const placedIn = ({ calendar, hours }: PayPlace, shifts: readonly PayShift[]): Placed[] =>
  shifts.flatMap((shift) => {
    const slots = hours.slotsIn(shift);
    const worked = slotNames.reduce((all, slot) => all + slots[slot], 0);
    if (worked <= 0) return [];
    const day = calendar.days[calendar.dayOf(Math.max(shift.start, calendar.window.from))] as string;
    return [{ shift, day, slots, worked }];
  });

export function costsOf(place: PayPlace, person: Costed): ServiceCost[] {
  const placed = placedIn(place, person.shifts);
  const on = (day: string): PayContract | null => contractOn(person.contracts, day) as PayContract | null;
  if (person.external)
    return placed.map(({ shift, day, worked: paid }) => {
      const price = (on(day) ?? person.contracts.at(-1))?.hourlyPay ?? null;
      const pay = price === null ? null : amountOf(paid, 'minutes', price, null, place.currency);
      return { service: shift.id, day, paid, pay, loaded: pay };
    });
  const facts = { contracts: person.contracts, overtimeIncrease: person.overtimeIncrease };
  const hours = place.hours.of({ ...facts, counters: { weekMinutes: person.weekMinutes } }, person.shifts);
  // Of all shifts: a day may begin with one that is all break.
  const days = daysWorked(place, person.shifts);
  const more = addedMinutes(hours, days);
  const overtime = overtimeOf(place, hours, placed);
  const meals = mealsOf(place, days);
  return placed.map(({ shift, day, slots, worked }) => {
    const paid = worked + (more.get(shift.id) ?? 0);
    const contract = on(day);
    const hour = contract && hourOf(contract, day, place);
    if (contract === null || hour === null) return { service: shift.id, day, paid, pay: null, loaded: null };
    const base = (place.branch ? minimumHour(contract, day) : null) ?? hour;
    const seniority = seniorityRate(place, person, `${day.slice(0, 7)}-01`, day)?.rate.value ?? 0;
    const pay = toNumber(
      sum([
        amountOf(paid, 'minutes', hour, null, place.currency),
        seniority === 0 ? 0 : amountOf(paid, 'minutes', base, seniority, place.currency),
        totalOf(premiumLines([{ day, label: '', service: shift.id, slots, hour: base, paid: hour }], place)),
        overtime.get(shift.id) ?? 0,
        meals.get(shift.id) ?? 0,
      ]),
    );
    const charges = place.rates('employerRate', day)?.value ?? 0;
    const loaded = toNumber(round(add(pay, percentOf(pay, charges)), scaleOf(place.currency)));
    return { service: shift.id, day, paid, pay, loaded };
  });
}

/** What art. 7.12 adds to a day, shared by its services. */
function addedMinutes(hours: AgentHours, days: readonly DayWorked[]): Map<string, number> {
  const found = new Map<string, number>();
  // A day may begin with excluded work, to which nothing is added: its paid hours begin with the rest.
  const byStart = new Map(
    days.flatMap(({ day, shifts }) => {
      const own = shifts.filter(({ excluded }) => !isExcluded(excluded, day));
      return own[0] ? [[own[0].start, own] as const] : [];
    }),
  );
  for (const { from, paid, effective: worked } of hours.paidDays) {
    const own = byStart.get(from) ?? [];
    const effective = own.map(effectiveMinutes);
    // A day without any effective minute is shared equally.
    const weights = effective.some((minutes) => minutes > 0) ? effective : own.map(() => 1);
    allocate(paid - worked, weights, 0).forEach((part, index) => {
      found.set((own[index] as PayShift).id, toNumber(part));
    });
  }
  return found;
}

/** The increase of the overtime of a week, month or cycle, shared by its services. */
function overtimeOf(place: PayPlace, hours: AgentHours, placed: readonly Placed[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { first, last, contract, overtime } of hours.spans) {
    const own = overtime.length === 0 ? [] : placed.filter(({ day }) => day >= first && day <= last);
    const hour = contract && own.length > 0 ? hourOf(contract as PayContract, last, place) : null;
    if (!hour) continue;
    const due = sum(overtime.map(({ minutes, percent }) => divide(percentOf(times(hour, minutes), percent), 60, 10)));
    const weights = own.map(({ worked }) => worked);
    allocate(round(due, scaleOf(place.currency)), weights, scaleOf(place.currency)).forEach((part, index) => {
      const { id } = (own[index] as Placed).shift;
      found.set(id, toNumber(add(found.get(id) ?? 0, part)));
    });
  }
  return found;
}

/** On the first service of the day that has work. */
function mealsOf(place: PayPlace, days: readonly DayWorked[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { day, shifts: own } of place.allowances ? days : []) {
    const meal = place.rates('meal', day);
    const first = own.find((shift) => effectiveMinutes(shift) > 0);
    const effective = own.reduce((all, shift) => all + effectiveMinutes(shift), 0);
    if (meal && first && effective >= mealFrom(day)) found.set(first.id, meal.value);
  }
  return found;
}
