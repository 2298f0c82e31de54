// How figures of pay are shown.
import { inHours } from '#core/kernel/duration.ts';
import { formatDecimal, formatMoney } from '#core/kernel/money.ts';
import type { PayUnit } from '#core/pay/rubrics.ts';

/** « 9h00 », « 12 », « 8 % »; empty where there is none. */
export const quantityText = (quantity: number | null, unit: PayUnit): string => {
  if (quantity === null || unit === 'none') return '';
  if (unit === 'minutes') return inHours(quantity);
  return unit === 'percent' ? `${formatDecimal(quantity)} %` : formatDecimal(quantity);
};

export const rateText = (rate: number | null, currency: string): string =>
  rate === null ? '' : formatMoney(rate, currency, 4);
