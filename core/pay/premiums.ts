// Night, Sunday and public holiday: additive increases on the conventional minimum of the hour, never compounded (decision
// 99; law.md section 1). An agency may set its own amount or factor of a slot (AC-018).
import type { TimeSlot, timeSlots } from '../agencies/settings/pay.ts';
import { subtract, sum, times, toNumber } from '../kernel/money.ts';
import { type SlotMinutes, slotNames } from '../planning/slots.ts';
import type { PayPlace } from './facts.ts';
import { lineOf, type Part } from './lines.ts';
import { ownArticle, type PayRateKind, type Rates } from './rates.ts';
import { fixedRubrics, type PayLine, slotLabel } from './rubrics.ts';

type Component = 'night' | 'sunday' | 'holiday' | 'saturday';
const components: readonly Component[] = ['night', 'sunday', 'holiday', 'saturday'];

/** The increases that meet in a slot. */
export const componentsOf = (slot: TimeSlot): readonly Component[] => meeting.get(slot) ?? [];

const meeting = new Map(slotNames.map((slot, index) => [slot, componentsAt(index)]));

function componentsAt(index: number): Component[] {
  const present: Record<Component, boolean> = {
    night: index % 2 === 1,
    sunday: index >= 4 && index < 8,
    holiday: index % 4 >= 2,
    saturday: index >= 8,
  };
  return components.filter((one) => present[one]);
}

/** 1 + the sum of the increases: 2.20 for a night of a Sunday that is a public holiday. */
export function additiveFactor(slot: TimeSlot, rates: Rates, day: string): number {
  const increases = componentsOf(slot).map((one) => subtract(rates(`${one}Factor`, day)?.value ?? 1, 1));
  return toNumber(sum([1, ...increases]));
}

/** Minutes paid in each slot on one day. */
export interface SlottedWork {
  day: string;
  label: string;
  service: string | null;
  slots: SlotMinutes;
  /** What the increases apply to: the conventional minimum, or the pay of the contract. */
  hour: number | null;
  /** What the base pays for the hour: an amount of the agency tops it up. */
  paid: number | null;
}

interface Rate {
  rate: number;
  percent: number;
  article: string;
}

/** The agency's amount replaces the whole hour, without lowering what the contract pays; a factor increases it. */
function increaseOf(of: TimeSlot, { day, hour: reference, paid }: SlottedWork, rates: Rates): Rate | null {
  const hour = reference ?? 0;
  const amount = rates(`${of}Amount` as PayRateKind, day);
  if (amount) {
    const more = toNumber(subtract(amount.value, paid ?? hour));
    return { rate: Math.max(0, more), percent: 100, article: amount.article };
  }
  const factor = rates(`${of}Factor` as PayRateKind, day);
  if (!factor) return null;
  return { rate: hour, percent: toNumber(times(subtract(factor.value, 1), 100)), article: factor.article };
}

const isOwn = (slot: TimeSlot, day: string, rates: Rates): boolean =>
  !(components as readonly string[]).includes(slot) &&
  (rates(`${slot}Amount` as PayRateKind, day)?.own === true ||
    rates(`${slot}Factor` as PayRateKind, day)?.own === true);

export function premiumLines(work: readonly SlottedWork[], { rates, currency }: PayPlace): PayLine[] {
  const parts = new Map<Component | TimeSlot, { article: string; parts: Part[] }>();
  const put = (of: Component | TimeSlot, minutes: number, one: SlottedWork): void => {
    const { day, label, service } = one;
    const found = increaseOf(of, one, rates);
    if (!found || found.percent === 0 || found.rate === 0) return;
    const { rate, percent, article } = found;
    const list = parts.get(of) ?? { article, parts: [] };
    // The same increase of a day and service, from several slots, is one input.
    const same = list.parts.find((part) => part.day === day && part.service === service && part.rate === rate);
    if (same) same.quantity += minutes;
    else list.parts.push({ label, day, service, quantity: minutes, unit: 'minutes', rate, percent });
    parts.set(of, list);
  };
  for (const one of work)
    for (const slot of slotNames) {
      const minutes = one.slots[slot];
      if (minutes <= 0) continue;
      if (isOwn(slot, one.day, rates)) put(slot, minutes, one);
      else for (const component of componentsOf(slot)) put(component, minutes, one);
    }
  return [...parts].flatMap(([of, { article, parts: list }]) => {
    const isComponent = (components as readonly string[]).includes(of);
    const line = lineOf(
      {
        rubric: isComponent ? (of as Component) : `slot:${of}`,
        label: isComponent ? fixedRubrics[of as Component] : slotLabel(of as keyof typeof timeSlots),
        unit: 'minutes',
        article: isComponent ? article : ownArticle,
      },
      list,
      currency,
    );
    return line ? [line] : [];
  });
}

/** The first of May is paid, whatever he chose (Code du travail). */
const isPaidHoliday = (day: string | null): boolean => day?.slice(5) === '05-01';

/** Art. 9.05: the hours of holidays stay on their line, without an amount, and are earned as rest of the same length. */
export function holidaysAsRest(lines: readonly PayLine[], currency: string): { lines: PayLine[]; minutes: number } {
  const holiday = lines.find(({ rubric }) => rubric === 'holiday');
  if (!holiday) return { lines: [...lines], minutes: 0 };
  const given = holiday.inputs.filter(({ day }) => !isPaidHoliday(day));
  const parts = holiday.inputs.map((input): Part => {
    const { quantity, rate } = input;
    return { ...input, quantity: quantity ?? 0, rate: isPaidHoliday(input.day) ? (rate ?? 0) : 0 };
  });
  const { label } = holiday;
  const article = `${holiday.article} : repos de même durée, au choix du salarié`;
  const line = lineOf({ rubric: 'holiday', label, unit: 'minutes', article }, parts, currency);
  return {
    lines: lines.flatMap((one) => (one === holiday ? (line ?? []) : one)),
    minutes: given.reduce((all, { quantity }) => all + (quantity ?? 0), 0),
  };
}
