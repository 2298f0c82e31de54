import { expect, test } from 'vitest';
import { type Currency, currencyScales, scaleOf, toText } from '../kernel/money.ts';
import { chanceOf } from '../kernel/testing/chance.ts';
import { inUnits } from './parts.ts';
import { type BilledDiscount, type BilledLine, totalsOf } from './totals.ts';

const written = (lines: BilledLine[], discounts: BilledDiscount[] = [], currency: Currency = 'EUR') => {
  const { price, totalVat, total, discount, parts } = totalsOf(lines, discounts, currency);
  const scale = scaleOf(currency);
  const text = (value: Parameters<typeof toText>[0]): string => toText(value, scale);
  return {
    ...{ price: text(price), vat: text(totalVat), total: text(total), discount: text(discount) },
    rates: parts.map(({ rate, base, vat }) => `${toText(rate)} % : ${text(base)} + ${text(vat)}`),
  };
};

test.each<[string, Parameters<typeof written>, Partial<ReturnType<typeof written>>]>([
  [
    'a line is price × quantity, rounded half away from zero',
    [[{ price: 21.005, quantity: 1, vat: 0 }]],
    { price: '21.01' },
  ],
  [
    'each line is rounded, not their sum',
    [Array.from({ length: 3 }, () => ({ price: 0.335, quantity: 1, vat: 20 }))],
    { price: '1.02', vat: '0.20', total: '1.22' },
  ],
  [
    'the tax is computed on the sum of the lines of its rate',
    [
      [
        { price: 0.12, quantity: 1, vat: 20 },
        { price: 0.12, quantity: 1, vat: 20 },
        { price: 10, quantity: 1, vat: 5.5 },
      ],
    ],
    { rates: ['5.5 % : 10.00 + 0.55', '20 % : 0.24 + 0.05'], total: '10.84' },
  ],
  [
    'rates written differently are one rate',
    [
      [
        { price: 1, quantity: 1, vat: 20 },
        { price: 1, quantity: 1, vat: '20.00' },
      ],
    ],
    { rates: ['20 % : 2.00 + 0.40'] },
  ],
  [
    'a percentage is of the total without tax',
    [[{ price: 100, quantity: 3, vat: 20 }], [{ kind: 'PERCENT', value: 10 }]],
    { discount: '30.00', price: '270.00', vat: '54.00', total: '324.00' },
  ],
  [
    'two discounts are both of the whole total',
    [
      [{ price: 100, quantity: 1, vat: 20 }],
      [
        { kind: 'PERCENT', value: 10 },
        { kind: 'AMOUNT', value: 15 },
      ],
    ],
    { discount: '25.00', price: '75.00' },
  ],
  [
    'a discount is spread over the rates, the largest remainder first',
    [
      [
        { price: 10, quantity: 1, vat: 20 },
        { price: 10, quantity: 1, vat: 10 },
        { price: 10, quantity: 1, vat: 5.5 },
      ],
      [{ kind: 'AMOUNT', value: 10 }],
    ],
    { rates: ['5.5 % : 6.66 + 0.37', '10 % : 6.67 + 0.67', '20 % : 6.67 + 1.33'], price: '20.00' },
  ],
  [
    'a line has a discount of its own',
    [[{ price: 19.99, quantity: 3, discountRate: 15, vat: 20 }]],
    { price: '50.97', vat: '10.19' },
  ],
  [
    'a credit note has negative quantities',
    [[{ price: 21.005, quantity: -1, vat: 20 }]],
    { price: '-21.01', vat: '-4.20', total: '-25.21' },
  ],
  ['a document without a line is zero', [[]], { price: '0.00', total: '0.00', rates: [] }],
])('%s', (_name, args, expected) => {
  expect(written(...args)).toMatchObject(expected);
});

test('every currency keeps its own decimals: francs CFA and Pacific have none', () => {
  for (const currency of Object.keys(currencyScales) as Currency[]) {
    const { price, totalVat, total } = totalsOf([{ price: 1234.5678, quantity: 2.345, vat: 7.7 }], [], currency);
    const [gross, vat, sum] = scaleOf(currency) === 0 ? ['2895', '223', '3118'] : ['2895.06', '222.92', '3117.98'];
    expect([currency, toText(price), toText(totalVat), toText(total)]).toEqual([currency, gross, vat, sum]);
  }
});

// An independent computation with fractions of whole numbers.
interface Fraction {
  over: bigint;
  under: bigint;
}
const fraction = (text: string): Fraction => {
  const [whole = '0', decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
};
const product = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
});
/** Cents, rounded half away from zero. */
const cents = ({ over, under }: Fraction, scale: number): bigint => {
  const scaled = over * 10n ** BigInt(scale);
  const size = scaled < 0n ? -scaled : scaled;
  const rounded = (2n * size + under) / (2n * under);
  return scaled < 0n ? -rounded : rounded;
};

test('1,000 drawn documents equal rational arithmetic to the last unit', () => {
  const chance = chanceOf(15);
  const draw = (digits: number, decimals: number): string => {
    const whole = chance.below(10 ** digits);
    return decimals === 0 ? String(whole) : `${whole}.${String(chance.below(10 ** decimals)).padStart(decimals, '0')}`;
  };
  for (let round = 0; round < 1_000; round += 1) {
    const currency = chance.pick(Object.keys(currencyScales) as Currency[]);
    const scale = scaleOf(currency);
    const sign = chance.percent(20) ? '-' : '';
    const lines = Array.from({ length: 1 + chance.below(12) }, () => ({
      price: draw(5, chance.below(5)),
      quantity: sign + draw(3, chance.below(4)),
      discountRate: chance.percent(30) ? draw(1, 2) : '0',
      vat: chance.pick(['0', '2.1', '5.5', '10', '20', '8.5']),
    }));
    const percent = chance.percent(40) ? draw(1, 1) : '0';
    const result = totalsOf(lines, [{ kind: 'PERCENT', value: percent }], currency);

    const nets = lines.map(({ price, quantity, discountRate }) => {
      const gross = cents(product(fraction(price), fraction(quantity)), scale);
      const off = cents(product({ over: gross, under: 10n ** BigInt(scale) * 100n }, fraction(discountRate)), scale);
      return gross - off;
    });
    const gross = nets.reduce((one, other) => one + other, 0n);
    const off = cents(product({ over: gross, under: 10n ** BigInt(scale) * 100n }, fraction(percent)), scale);
    const text = (units: bigint): string => toText({ units, scale });
    expect(toText(result.price)).toBe(text(gross - off));
    expect(toText(result.discount)).toBe(text(off));
    let [bases, vats] = [0n, 0n];
    for (const { rate, base, vat, lines: own } of result.parts) {
      const of = lines.reduce(
        (all, line, index) => (line.vat === toText(rate) ? all + (nets[index] as bigint) : all),
        0n,
      );
      expect(toText(own)).toBe(text(of));
      const share = of - base.units;
      // Largest remainder: each share is less than one unit from its exact part.
      if (gross !== 0n) expect((share * gross - off * of) ** 2n < gross ** 2n).toBe(true);
      expect(toText(vat)).toBe(
        text(cents(product({ over: base.units, under: 10n ** BigInt(scale) * 100n }, fraction(toText(rate))), scale)),
      );
      bases += base.units;
      vats += vat.units;
    }
    expect(text(bases)).toBe(toText(result.price));
    expect(toText(result.total)).toBe(text(gross - off + vats));
  }
});

test('quantities are said in words: the plural begins at two', () => {
  expect([
    inUnits(1.5, 'HOUR'),
    inUnits(168, 'HOUR'),
    inUnits(3, 'MONTH'),
    inUnits(12, 'KM'),
    inUnits(1, 'FLAT'),
  ]).toEqual(['1,5 heure', '168 heures', '3 mois', '12 km', '1 forfait']);
});
