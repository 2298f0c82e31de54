// Exact decimals: amounts, unit prices, quantities and rates (decision 89). Only this file adds, multiplies, rounds and
// formats them, without binary floats.

/** units ÷ 10^scale. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** The operands of the operations; a number is read by its decimal text. */
export type Exact = Decimal | number | string;

/** A decimal of 15 significant digits passes through a JSON number and back unchanged; one of 16 may not. */
export const mostDigits = 15;
/** Longer than any decimal the product writes, zeros included. */
const longestText = 60;
const mostDecimals = 30;

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));
const power = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** With as few decimals as the value needs. Null: not a decimal, or more than 15 significant digits. */
export function readDecimal(text: string): Decimal | null {
  const parts = text.length > longestText ? null : pattern.exec(text);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
  const written = whole + fraction;
  if (written === '') return null;
  const digits = written.replace(/^0+/, '').replace(/0+$/, '');
  if (digits === '') return { units: 0n, scale: 0 };
  const zeros = /0*$/.exec(written)?.[0].length ?? 0;
  const scale = fraction.length - zeros - Number(exponent);
  if (digits.length > mostDigits || Math.abs(scale) > mostDecimals) return null;
  const units = BigInt(sign === '-' ? `-${digits}` : digits);
  return scale < 0 ? { units: units * power(-scale), scale: 0 } : { units, scale };
}

/** Whether the operations accept the value. */
export const isExact = (value: unknown): value is number =>
  typeof value === 'number' && readDecimal(String(value)) !== null;

/** Up to this size a number of units is a whole number of at most 15 digits. */
const mostUnits = 10 ** mostDigits - 1;

/**
 * The usual numbers without their text. Dividing rounds to the nearest number, as reading a decimal text does: if the
 * quotient is the value, the value is the number of that text. Null: it has more decimals than a unit price, or is too big.
 */
function readNumber(value: number): Decimal | null {
  if (Number.isInteger(value)) return Math.abs(value) <= mostUnits ? { units: BigInt(value), scale: 0 } : null;
  let scale = 4;
  let units = Math.round(value * 10_000);
  if (Math.abs(units) > mostUnits || units / 10_000 !== value) return null;
  while (units % 10 === 0) {
    units /= 10;
    scale -= 1;
  }
  return { units: BigInt(units), scale };
}

/** Throws if the value is not an exact decimal: the result of float arithmetic has too many digits. */
export function exact(value: Exact): Decimal {
  if (typeof value === 'object') return value;
  const read = (typeof value === 'number' ? readNumber(value) : null) ?? readDecimal(String(value));
  if (read === null) throw new RangeError(`not a decimal of at most ${mostDigits} digits: ${value}`);
  return read;
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint =>
  scale === wanted ? units : units * power(wanted - scale);

/** Both at the same scale. */
function aligned(one: Exact, other: Exact): { one: bigint; other: bigint; scale: number } {
  const [first, second] = [exact(one), exact(other)];
  const scale = Math.max(first.scale, second.scale);
  return { one: unitsAt(first, scale), other: unitsAt(second, scale), scale };
}

export function add(first: Exact, second: Exact): Decimal {
  const { one, other, scale } = aligned(first, second);
  return { units: one + other, scale };
}

export function subtract(first: Exact, second: Exact): Decimal {
  const { one, other, scale } = aligned(first, second);
  return { units: one - other, scale };
}

export const sum = (values: readonly Exact[]): Decimal =>
  values.reduce<Decimal>((total, value) => add(total, value), { units: 0n, scale: 0 });

/** Not rounded: price × quantity, or amount × factor. */
export function times(first: Exact, second: Exact): Decimal {
  const [one, other] = [exact(first), exact(second)];
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

/** Not rounded: the rate is in percent. */
export function percentOf(amount: Exact, rate: Exact): Decimal {
  const { units, scale } = times(amount, rate);
  return { units, scale: scale + 2 };
}

/** Rounds half away from zero. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor;
  const isUp = absolute(dividend % divisor) * 2n >= absolute(divisor);
  return isUp ? whole + (dividend < 0n === divisor < 0n ? 1n : -1n) : whole;
}

/** Rounded once, to this many decimals. */
export function divide(first: Exact, second: Exact, scale: number): Decimal {
  const { one, other } = aligned(first, second);
  return { units: quotient(one * power(scale), other), scale };
}

/** Rounds half away from zero, as invoices and PostgreSQL's `round` do. */
export function round(value: Exact, scale: number): Decimal {
  const read = exact(value);
  return read.scale <= scale ? { units: unitsAt(read, scale), scale } : divide(read, 1, scale);
}

/** Of a number that an older version stored from binary arithmetic: 3.3000000000000003 is read as 3.3. */
export const readStored = (value: number, scale: number): number => toNumber(value.toFixed(scale));

/** Negative, zero or positive, for sorting. */
export function compare(first: Exact, second: Exact): number {
  const { one, other } = aligned(first, second);
  return one === other ? 0 : one < other ? -1 : 1;
}

export const least = (first: Exact, second: Exact): Decimal => exact(compare(first, second) <= 0 ? first : second);

export function isMultiple(value: Exact, step: Exact): boolean {
  const { one, other } = aligned(value, step);
  return one % other === 0n;
}

/** Whether a number has at most this many digits before and after its separator. */
export function fits(value: number, digits: number, decimals: number): boolean {
  const read = readDecimal(String(value));
  return read !== null && read.scale <= decimals && absolute(read.units) < power(digits + read.scale);
}

/**
 * Splits a total into shares in proportion to their weights, with this many decimals; the shares add up to the total.
 * The rest left by rounding down goes to the largest remainders (decision 98), on a tie to the first share.
 */
export function allocate(total: Exact, weights: readonly Exact[], scale: number): Decimal[] {
  const { units: whole } = round(total, scale);
  if (compare(total, { units: whole, scale }) !== 0) throw new RangeError(`more than ${scale} decimals to allocate`);
  const finest = Math.max(0, ...weights.map((weight) => exact(weight).scale));
  const parts = weights.map((weight) => unitsAt(exact(weight), finest));
  const all = parts.reduce((one, other) => one + other, 0n);
  if (all === 0n) {
    if (whole !== 0n) throw new RangeError('nothing to allocate to');
    return parts.map(() => ({ units: 0n, scale }));
  }
  // By absolute value, so that a credit note is split like its invoice.
  const shares = parts.map((part, index) => {
    const dividend = absolute(whole) * part * (all < 0n ? -1n : 1n);
    const rest = ((dividend % absolute(all)) + absolute(all)) % absolute(all);
    return { index, units: (dividend - rest) / absolute(all), rest };
  });
  let left = absolute(whole) - shares.reduce((units, share) => units + share.units, 0n);
  for (const share of shares.toSorted((one, other) =>
    one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
  )) {
    if (left === 0n) break;
    share.units += 1n;
    left -= 1n;
  }
  return shares.map(({ units }) => ({ units: whole < 0n ? -units : units, scale }));
}

/** « 12.5 », or « 12.50 » with at least two decimals. */
export function toText(value: Exact, decimals = 0): string {
  const { units, scale } = exact(value);
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const fraction = digits.slice(cut).replace(/0+$/, '').padEnd(decimals, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Powers of ten up to here are exact numbers. */
const mostExactPower = 22;

/** The JSON number. Throws if a number cannot represent the value exactly. */
export function toNumber(value: Exact): number {
  const { units, scale } = exact(value);
  const whole = Number(units);
  // Both are exact, and their quotient is the nearest number: the same as reading the text.
  return Math.abs(whole) <= mostUnits && scale <= mostExactPower
    ? whole / 10 ** scale
    : Number(toText(exact(toText(value))));
}

/** Decimals of the currencies of the product (ISO 4217). */
export const currencyScales = {
  EUR: 2,
  MAD: 2,
  GBP: 2,
  USD: 2,
  CHF: 2,
  XOF: 0,
  GHS: 2,
  MUR: 2,
  MRU: 2,
  RUB: 2,
  SAR: 2,
  IRR: 2,
  TRY: 2,
  CUP: 2,
  DZD: 2,
  CAD: 2,
  XPF: 0,
} as const;

export type Currency = keyof typeof currencyScales;

/** The most decimals of any supported currency: columns of amounts hold this many. */
export const amountDecimals = Math.max(...Object.values(currencyScales));
/** The most decimals of a unit price, in any currency. */
export const priceDecimals = 4;
/** The most decimals of a quantity or a rate. */
export const quantityDecimals = 3;

export const scaleOf = (currency: string): number => currencyScales[currency as Currency] ?? 2;

export const roundTo = (amount: Exact, currency: string): Decimal => round(amount, scaleOf(currency));

const formatters = new Map<string, Intl.NumberFormat>();

function formatted(key: string, value: Exact, options: () => Intl.NumberFormatOptions): string {
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('fr-FR', options());
    formatters.set(key, formatter);
  }
  // As text: Intl would round a number by its binary value.
  const text = typeof value === 'object' ? toText(value) : String(value);
  return formatter.format(text as Intl.StringNumericLiteral);
}

/** « 1 234,50 € »; a unit price keeps its own decimals, at most `decimals`. */
export const formatMoney = (value: Exact, currency: string, decimals = scaleOf(currency)): string =>
  formatted(`${currency} ${decimals}`, value, () => ({
    style: 'currency',
    currency,
    minimumFractionDigits: Math.min(scaleOf(currency), decimals),
    maximumFractionDigits: decimals,
  }));

/** « 1 234,5 » */
export const formatDecimal = (value: Exact, decimals = 3): string =>
  formatted(`${decimals}`, value, () => ({ maximumFractionDigits: decimals }));

/** « € » */
export const currencySign = (currency: string): string => formatMoney(0, currency, 0).replace(/^0\s*/, '');
