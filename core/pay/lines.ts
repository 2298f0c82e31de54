// Makes the lines of a month: parts with the same rate are multiplied and rounded once, as on a payslip.
import { divide, percentOf, quantityDecimals, readStored, roundTo, sum, times, toNumber } from '../kernel/money.ts';
import type { PayInput, PayLine, PayUnit, Rubric } from './rubrics.ts';

/** Minutes, a count or days, times a rate, times a percentage. */
export interface Part extends Omit<PayInput, 'service' | 'day'> {
  day?: string | null;
  service?: string | null;
  quantity: number;
  rate: number;
}

interface Head {
  rubric: Rubric;
  label: string;
  unit: PayUnit;
  article: string;
  /** Takes from the pay. */
  deducted?: boolean;
}

/** Quantity × rate × percentage, rounded to the currency. Minutes are multiplied before they are divided. */
export function amountOf(
  quantity: number,
  unit: PayUnit,
  rate: number,
  percent: number | null,
  currency: string,
): number {
  const whole = percent === null ? times(rate, quantity) : percentOf(times(rate, quantity), percent);
  return toNumber(roundTo(unit === 'minutes' ? divide(whole, 60, 12) : whole, currency));
}

/** Null if there is nothing to pay. */
export function lineOf(head: Head, parts: readonly Part[], currency: string): PayLine | null {
  const some = parts.filter(({ quantity }) => quantity !== 0);
  if (some.length === 0) return null;
  const groups = new Map<string, Part[]>();
  for (const part of some) {
    const key = `${part.rate} ${part.percent}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  const amounts = [...groups.values()].map((group) => {
    const [{ rate, percent }] = group as [Part];
    const quantity = toNumber(sum(group.map((one) => one.quantity)));
    return amountOf(quantity, head.unit, rate, percent, currency);
  });
  const amount = toNumber(sum(amounts));
  const [first] = some as [Part];
  const single = groups.size === 1;
  return {
    rubric: head.rubric,
    label: head.label,
    quantity: toNumber(sum(some.map(({ quantity }) => quantity))),
    unit: head.unit,
    rate: single ? first.rate : null,
    percent: single ? first.percent : null,
    amount: head.deducted ? toNumber(times(amount, -1)) : amount,
    article: head.article,
    regularises: null,
    inputs: some.map(({ label, day = null, quantity, unit, rate, percent, service = null }) => ({
      ...{ label, day, quantity, unit, rate, percent, service },
    })),
  };
}

/** Months closed before quantities were added exactly hold binary sums. */
export const countOf = ({ quantity }: { quantity: number | null }): number | null =>
  quantity === null ? null : readStored(quantity, quantityDecimals);

export const hoursIn = (minutes: number): number => toNumber(divide(minutes, 60, 2));

export const totalOf = (lines: readonly PayLine[]): number => toNumber(sum(lines.map(({ amount }) => amount)));
