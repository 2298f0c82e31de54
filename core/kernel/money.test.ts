import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies } from '../agencies/settings/identity.ts';
import * as money from './money.ts';

// Rational arithmetic, written independently of the code under test.
interface Rational {
  top: bigint;
  bottom: bigint;
}
const rational = ({ units, scale }: Drawn): Rational => ({ top: units, bottom: 10n ** BigInt(scale) });
const plus = (one: Rational, other: Rational): Rational => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
});
const by = (one: Rational, other: Rational): Rational => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
});
const zero: Rational = { top: 0n, bottom: 1n };
/** Half away from zero: ⌊2x + 1⌋ ÷ 2 of the absolute value. */
const rounded = ({ top, bottom }: Rational, scale: number): Rational => {
  const size = (top < 0n ? -top : top) * 10n ** BigInt(scale);
  const units = (size * 2n + bottom) / (bottom * 2n);
  return { top: top < 0n ? -units : units, bottom: 10n ** BigInt(scale) };
};
const isEqual = (decimal: money.Decimal, { top, bottom }: Rational): boolean =>
  decimal.units * bottom === top * 10n ** BigInt(decimal.scale);

interface Drawn {
  units: bigint;
  scale: number;
}
const most = 10n ** 15n - 1n;
const drawn = (scale: number, size = most): fc.Arbitrary<Drawn> =>
  fc.record({ units: fc.bigInt({ min: -size, max: size }), scale: fc.integer({ min: 0, max: scale }) });
const amount = drawn(2);
const price = drawn(4);
const quantity = drawn(3, 10n ** 8n);
const rate = fc.record({ units: fc.bigInt({ min: 0n, max: 100_000n }), scale: fc.constant(3) });
const textOf = ({ units, scale }: Drawn): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};
/** As JSON.parse returns it. */
const received = (value: Drawn): number => JSON.parse(textOf(value)) as number;

const thousand = { numRuns: 1_000 };
const always = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, holds), thousand);

describe('for a thousand random values', () => {
  test('a number is read and written as its decimal text is', () => {
    always(drawn(9), (value) => {
      const text = textOf(value);
      expect(money.exact(received(value))).toEqual(money.readDecimal(text));
      expect(Object.is(money.toNumber(value), Number(text) + 0)).toBe(true);
    });
    always(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const read = money.readDecimal(String(value));
      if (read) expect(money.exact(value)).toEqual(read);
      else expect(() => money.exact(value)).toThrow(RangeError);
    });
  });
  test('sums equal those of rational arithmetic', () => {
    always(fc.array(price, { maxLength: 40 }), (values) => {
      const expected = values.map(rational).reduce(plus, zero);
      expect(isEqual(money.sum(values.map(received)), expected)).toBe(true);
      expect(isEqual(money.sum(values.map(textOf)), expected)).toBe(true);
    });
  });

  test('differences, products, percentages and roundings equal those of rational arithmetic', () => {
    always(fc.tuple(price, quantity, rate, fc.integer({ min: 0, max: 4 })), ([one, other, percent, scale]) => {
      const [first, second] = [received(one), received(other)];
      const minus = by(rational(other), { top: -1n, bottom: 1n });
      const product = by(rational(one), rational(other));
      expect(isEqual(money.subtract(first, second), plus(rational(one), minus))).toBe(true);
      expect(isEqual(money.times(first, second), product)).toBe(true);
      expect(isEqual(money.round(money.times(first, second), scale), rounded(product, scale))).toBe(true);
      const part = by(by(rational(one), rational(percent)), { top: 1n, bottom: 100n });
      expect(isEqual(money.percentOf(first, received(percent)), part)).toBe(true);
    });
  });

  test('quotients are rounded once, from the exact value', () => {
    const divisor = quantity.filter(({ units }) => units !== 0n);
    always(fc.tuple(price, divisor, fc.integer({ min: 0, max: 6 })), ([one, other, scale]) => {
      const { top, bottom } = rational(other);
      const turned = top < 0n ? { top: -bottom, bottom: -top } : { top: bottom, bottom: top };
      const expected = rounded(by(rational(one), turned), scale);
      expect(isEqual(money.divide(received(one), received(other), scale), expected)).toBe(true);
    });
  });

  test('totals of invoices, rounded by line and then by VAT rate, equal those of rational arithmetic', () => {
    const line = fc.record({ price, quantity, rate: fc.constantFrom('20', '10', '5.5', '2.1', '0') });
    always(fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('EUR', 'XPF')), ([lines, currency]) => {
      const scale = money.scaleOf(currency);
      let [net, total] = [zero, zero];
      const [nets, totals]: [money.Decimal[], money.Decimal[]] = [[], []];
      for (const [vat, some] of Map.groupBy(lines, (one) => one.rate)) {
        const base = some
          .map((one) => rounded(by(rational(one.price), rational(one.quantity)), scale))
          .reduce(plus, zero);
        const [percent, thousandth] = [BigInt(Math.round(Number(vat) * 10)), 1_000n];
        net = plus(net, base);
        total = plus(total, plus(base, rounded(by(base, { top: percent, bottom: thousandth }), scale)));
        const ours = money.sum(
          some.map((one) => money.roundTo(money.times(received(one.price), received(one.quantity)), currency)),
        );
        nets.push(ours);
        totals.push(money.add(ours, money.roundTo(money.percentOf(ours, vat), currency)));
      }
      expect(isEqual(money.sum(nets), net)).toBe(true);
      expect(isEqual(money.sum(totals), total)).toBe(true);
    });
  });

  test('amounts convert from text to a JSON number and back unchanged', () => {
    always(price, (value) => {
      const number = received(value);
      const text = money.toText(number);
      expect(Number(text)).toBe(number + 0);
      expect(money.toNumber(text)).toBe(number + 0);
      expect(money.toText(textOf(value))).toBe(text);
      expect(isEqual(money.exact(number), rational(value))).toBe(true);
    });
  });

  test('numbers compare as rationals do', () => {
    always(fc.tuple(price, price), ([one, other]) => {
      const [first, second] = [rational(one), rational(other)];
      const difference = first.top * second.bottom - second.top * first.bottom;
      expect(Math.sign(money.compare(received(one), received(other)))).toBe(
        Number(difference > 0n) - Number(difference < 0n),
      );
    });
  });

  test('allocations add up to the total, each within one unit of its exact share, and are mirrored for credit notes', () => {
    const weights = fc.array(fc.record({ units: fc.bigInt({ min: 0n, max: most }), scale: fc.constant(2) }), {
      minLength: 1,
      maxLength: 12,
    });
    always(
      fc.tuple(
        amount,
        weights.filter((some) => some.some(({ units }) => units > 0n)),
      ),
      ([total, some]) => {
        const shares = money.allocate(received(total), some.map(received), 2);
        expect(isEqual(money.sum(shares), rational(total))).toBe(true);
        const all = some.map(rational).reduce(plus, zero);
        for (const [index, share] of shares.entries()) {
          const weight = rational(some[index] as Drawn);
          const exactShare = by(rational(total), by(weight, { top: all.bottom, bottom: all.top }));
          const gap = plus({ top: share.units, bottom: 100n }, by(exactShare, { top: -1n, bottom: 1n }));
          expect((gap.top < 0n ? -gap.top : gap.top) * 100n < gap.bottom).toBe(true);
          if (weight.top === 0n) expect(share.units).toBe(0n);
        }
        const mirrored = money.allocate(received({ ...total, units: -total.units }), some.map(received), 2);
        expect(mirrored.map(({ units }) => -units)).toEqual(shares.map(({ units }) => units));
      },
    );
  });
});

test('results of float arithmetic and numbers of more than 15 significant digits are refused', () => {
  expect(() => money.exact(0.1 + 0.2)).toThrow(RangeError);
  expect(money.toNumber(money.add(0.1, 0.2))).toBe(0.3);
  expect(money.readDecimal('1234567890123.456')).toBeNull();
  expect(money.readDecimal('9999999999999.99')).toEqual({ units: 999999999999999n, scale: 2 });
  expect(money.readDecimal('0.100000000000000000000')).toEqual({ units: 1n, scale: 1 });
  expect(() => money.toNumber(money.times(9999999999999.99, 1.001))).toThrow(RangeError);
});

test.each([
  '',
  '.',
  '-',
  'e5',
  '1,5',
  '1 000',
  '1e',
  '0x10',
  'NaN',
  'Infinity',
  '1e999',
  '1e-40',
  '--1',
  `0.${'0'.repeat(70)}`,
])('« %s » is not a decimal', (text) => expect(money.readDecimal(text)).toBeNull());

test.each([
  ['.5', '0.5'],
  ['1.', '1'],
  ['-0', '0'],
  ['+12.50', '12.5'],
  ['1e3', '1000'],
  ['1.5e-7', '0.00000015'],
  [String(1e-7), '0.0000001'],
  ['007.070', '7.07'],
])('« %s » is %s', (text, written) => expect(money.toText(text)).toBe(written));

test('a half is rounded away from zero', () => {
  const cents = (value: money.Exact) => money.toText(money.round(value, 2), 2);
  expect([1.005, -1.005, 1.004999, 2.675, 0.125].map(cents)).toEqual(['1.01', '-1.01', '1.00', '2.68', '0.13']);
  expect(money.toText(money.roundTo('100.5', 'XPF'))).toBe('101');
});

test('every currency of the product has the scale of ISO 4217, and no other', () => {
  expect(Object.keys(money.currencyScales)).toEqual(Object.keys(currencies));
  const without = Object.keys(currencies).filter((currency) => money.scaleOf(currency) === 0);
  expect(without).toEqual(['XOF', 'XPF']);
});

test('a discount is split by the largest remainder, on a tie to the first share', () => {
  const spread = (total: money.Exact, weights: money.Exact[], scale = 2) =>
    money.allocate(total, weights, scale).map((share) => money.toText(share, scale));
  expect(spread('100', ['1', '1', '1'])).toEqual(['33.34', '33.33', '33.33']);
  expect(spread('-100', ['1', '1', '1'])).toEqual(['-33.34', '-33.33', '-33.33']);
  expect(spread('0.05', ['70', '20', '10'])).toEqual(['0.04', '0.01', '0.00']);
  expect(spread('10', ['3', '7'], 0)).toEqual(['3', '7']);
  // A rate whose lines are credited gets a share too.
  expect(spread('10', ['150', '-50'])).toEqual(['15.00', '-5.00']);
  expect(spread('0', ['0', '0'])).toEqual(['0.00', '0.00']);
  expect(() => money.allocate('1', ['0'], 2)).toThrow(RangeError);
  expect(() => money.allocate('0.005', ['1'], 2)).toThrow(RangeError);
});

test('amounts are formatted in French, from their decimal text', () => {
  const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(spaced(money.formatMoney(1234.5, 'EUR'))).toBe('1 234,50 €');
  expect(spaced(money.formatMoney(1.005, 'EUR'))).toBe('1,01 €');
  expect(spaced(money.formatMoney(12.961, 'EUR', 4))).toBe('12,961 €');
  expect(spaced(money.formatMoney(12.5, 'EUR', 4))).toBe('12,50 €');
  expect(spaced(money.formatMoney(9999999999999.99, 'EUR'))).toBe('9 999 999 999 999,99 €');
  expect(spaced(money.formatMoney(money.add(0.1, 0.2), 'IRR'))).toBe('0,30 IRR');
  expect(spaced(money.formatMoney(1234, 'XPF'))).toBe('1 234 FCFP');
  expect(spaced(money.formatDecimal(1234.5675))).toBe('1 234,568');
  expect(Object.keys(currencies).map(money.currencySign)).toContain('€');
});
