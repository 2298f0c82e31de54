// The forecast of what is published, and what it changes.
import { subtract, sum, toNumber } from '../kernel/money.ts';
import { rateOf } from './margins.ts';
import type { PublishedMargin } from './planning-calls.ts';

export interface PublicationMargin {
  margin: number;
  /** Percent of the revenue; null: no revenue. */
  rate: number | null;
  /** Against the planning as published; null: nothing of it was. */
  change: number | null;
  unpriced: number;
  uncosted: number;
}

/** Of the chosen services. */
export function publicationMargin(services: readonly PublishedMargin[]): PublicationMargin {
  const marginOf = (version: 'before' | 'after') => {
    const known = services.flatMap((one) => one[version] ?? []);
    const revenue = sum(known.map((one) => one.revenue));
    return { revenue, margin: subtract(revenue, sum(known.map(({ cost }) => cost))) };
  };
  const [before, after] = [marginOf('before'), marginOf('after')];
  return {
    margin: toNumber(after.margin),
    rate: rateOf(after.margin, after.revenue),
    change: services.some((one) => one.before) ? toNumber(subtract(after.margin, before.margin)) : null,
    unpriced: services.reduce((all, one) => all + one.unpriced, 0),
    uncosted: services.reduce((all, one) => all + one.uncosted, 0),
  };
}
