// From services done to the lines of an invoice (money.md, « From services to an invoice »): minutes by slot with their
// price, added up by line, and the amount of each service within its line to the cent.
import { type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';
import type { ItemUnit } from '../billing/parts.ts';
import { lineTotalOf } from '../billing/totals.ts';
import { isPiece, type PriceKey, type PriceLevel, piecePrices, priceOf } from '../customers/prices.ts';
import {
  add,
  allocate,
  type Decimal,
  divide,
  type Exact,
  exact,
  quantityDecimals,
  scaleOf,
  sum,
  toText,
} from '../kernel/money.ts';
import { type ActivityType, activityTypes, reportKeys } from '../planning/activity.ts';
import { type SlotMinutes, slotNames } from '../planning/slots.ts';

/** What one service brings under one price; `minutes` null: one piece. */
export interface Part {
  key: PriceKey;
  minutes: number | null;
  /** Null: nobody gave a price. */
  price: Decimal | null;
}

export interface BilledService {
  id: string;
  site: { id: string; name: string };
  specialty: { id: string; name: string } | null;
  activity: ActivityType;
  parts: readonly Part[];
}

/** A stop of a tour and an activity with a report of its own are billed by the piece, everything else by the hour. */
export const pieceOf = (activity: ActivityType, isStop: boolean): PriceKey | null =>
  isStop ? 'circuit' : (reportKeys[activity] ?? null);

export function partsOf(
  piece: PriceKey | null,
  done: SlotMinutes | null,
  levels: readonly PriceLevel[],
  specialty: string | null,
): Part[] {
  if (done === null) return [];
  const priced = (key: PriceKey, minutes: number | null): Part => ({
    ...{ key, minutes },
    price: priceOf(levels, key, specialty)?.price ?? null,
  });
  if (piece !== null) return slotNames.some((slot) => done[slot] > 0) ? [priced(piece, null)] : [];
  return slotNames.flatMap((slot) => (done[slot] > 0 ? [priced(slot, done[slot])] : []));
}

export interface ServiceLine {
  /** The same in every preparation of the period. */
  key: string;
  title: string;
  unit: ItemUnit;
  quantity: Decimal;
  price: Decimal;
  vat: Exact;
  /** Without tax. */
  amount: Decimal;
  services: readonly { id: string; key: PriceKey; minutes: number | null; amount: Decimal }[];
}

const slotWords = (key: PriceKey): string =>
  isPiece(key) ? '' : timeSlots[key as TimeSlot].label.toLowerCase().replace(', ', ' ');

const titleOf = ({ specialty, activity, site }: BilledService, key: PriceKey, namesSite: boolean): string => {
  const what = isPiece(key) ? piecePrices[key] : (specialty?.name ?? activityTypes[activity]);
  const words = [what, slotWords(key)].filter((word) => word !== '').join(', ');
  return namesSite ? `${site.name} : ${words}` : words;
};

/** Pieces are counted, hours are minutes ÷ 60 with three decimals (decision 89). */
const quantityOf = (parts: readonly { minutes: number | null }[]): Decimal =>
  parts.every(({ minutes }) => minutes === null)
    ? exact(parts.length)
    : divide(
        parts.reduce((all, { minutes }) => all + (minutes ?? 0), 0),
        60,
        quantityDecimals,
      );

/** By site, then by what was done, in the order of the slots. Parts without a price make no line. */
export function serviceLines(
  services: readonly BilledService[],
  { vat, currency, namesSites }: { vat: Exact; currency: string; namesSites: boolean },
): ServiceLine[] {
  const order = [...slotNames, ...Object.keys(piecePrices)] as PriceKey[];
  const found = new Map<string, { of: BilledService; part: Part; parts: (Part & { id: string })[] }>();
  for (const of of services)
    for (const part of of.parts) {
      if (part.price === null) continue;
      const { site, specialty, activity } = of;
      const key = [site.id, specialty?.id ?? activity, part.key, toText(part.price)].join(' ');
      const line = found.get(key) ?? { of, part, parts: [] };
      line.parts.push({ ...part, id: of.id });
      found.set(key, line);
    }
  return [...found]
    .map(([key, { of, part, parts }]) => ({ key, of, part, parts, title: titleOf(of, part.key, namesSites) }))
    .toSorted(
      (one, other) =>
        one.of.site.name.localeCompare(other.of.site.name, 'fr') ||
        order.indexOf(one.part.key) - order.indexOf(other.part.key) ||
        (one.key < other.key ? -1 : 1),
    )
    .map(({ key, part, parts, title }): ServiceLine => {
      const price = part.price as Decimal;
      const quantity = quantityOf(parts);
      const scale = scaleOf(currency);
      const amount = lineTotalOf({ price, quantity, vat }, scale);
      const shares = allocate(
        amount,
        parts.map(({ minutes }) => minutes ?? 1),
        scale,
      );
      return {
        ...{ key, title, quantity, price, vat, amount },
        unit: part.minutes === null ? (part.key === 'circuit' ? 'PASS' : 'UNIT') : 'HOUR',
        services: parts.map(({ id, key: of, minutes }, index) => ({
          ...{ id, key: of, minutes },
          amount: shares[index] as Decimal,
        })),
      };
    });
}

/** The amount of each service over all lines. */
export function amountsByService(lines: readonly ServiceLine[]): Map<string, Decimal> {
  const found = new Map<string, Decimal>();
  for (const { services } of lines)
    for (const { id, amount } of services) found.set(id, add(found.get(id) ?? exact(0), amount));
  return found;
}

export const totalOf = (lines: readonly { amount: Decimal }[]): Decimal => sum(lines.map(({ amount }) => amount));
