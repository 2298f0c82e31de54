// Amounts from the wire to the column and back, without a binary float on the way (decision 89).
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, toNumber, toText } from '#core/kernel/money.ts';
import { crates, depot, rounds } from '#server/testing/depot.ts';
import { RawJson } from './call.ts';
import { history } from './list.ts';
import type { Plan } from './plan.ts';

const { theirs, keep, pack, walk, stored, run, find, problem } = depot();

/** The text of the column in PostgreSQL. */
const columnOf = async (plan: Plan, id: string, column: string): Promise<string> => {
  const { held } = await run(
    async ({ of }, { db }) => {
      const [row] = await db.query({
        text: `select (${column})::text as held from ${of.table} where id = $1`,
        values: [id],
      });
      return new RawJson(JSON.stringify(row));
    },
    plan,
    {},
  );
  return held as unknown as string;
};

/** The number that the server parses from a request. */
const received = (text: string): number => JSON.parse(`{"price":${text}}`).price;

test.each([
  [String(toNumber(add(0.1, 0.2))), '0.30'],
  ['1234567890.12', '1234567890.12'],
  ['9999999999999.99', '9999999999999.99'],
  ['-9999999999999.99', '-9999999999999.99'],
  ['1.10', '1.10'],
  ['1e3', '1000.00'],
  ['0.07', '0.07'],
])('%s is kept as %s, read back as sent and written so in the history', async (text, held) => {
  const price = received(text);
  const { id, price: answered } = await pack({ label: randomUUID(), price });
  expect(answered).toBe(price);
  expect(await columnOf(crates, id, 'price')).toBe(held);
  const { history: lines } = await run(history, crates, { params: { id } });
  expect(JSON.stringify(lines)).toContain(`"price":{"after":${JSON.stringify(price)},"before":null}`);
});

test('every amount and unit price in range comes back as sent', async () => {
  const round = {
    walkers: [{ id: (await keep({ name: 'Zoé' })).id }],
    proofs: [await stored()],
    phone: ['04 65 71 00 01', '04 65 71 00 02'],
    stops: [{ name: 'Quai' }],
  };
  const { id } = await walk({ ...round, label: randomUUID() });
  const most = 10n ** 15n - 1n;
  const textOf = (units: bigint, scale: number): string => toText({ units, scale }, scale);
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: -most, max: most }), async (cents, parts) => {
      const [fee, rate] = [textOf(cents, 2), textOf(parts, 4)];
      const saved = await walk({ id, fee: received(fee), rate: received(rate) });
      expect([saved.fee, saved.rate]).toEqual([received(fee), received(rate)]);
      expect(await columnOf(rounds, id, `fee || ' ' || rate`)).toBe(`${fee} ${rate}`);
    }),
    { numRuns: 25 },
  );
});

test('a weight of 0.3 lies between 0.3 and 0.3', async () => {
  const label = randomUUID();
  await pack({ label, weight: 0.3 });
  expect(await find({ query: label, filters: { weight: { from: 0.3, to: 0.3 } } })).toEqual([label]);
  expect(await find({ query: label, filters: { weight: { from: 0.30000000000000004 } } })).toEqual([]);
});

test('an agency that counts in Pacific francs has no cents', async () => {
  const { details } = await problem(pack({ label: randomUUID(), price: 1.5 }, theirs));
  expect(details.violations).toEqual([{ path: 'price', message: '13 chiffres au plus, sans décimale' }]);
  expect(await pack({ label: randomUUID(), price: 1500 }, theirs)).toMatchObject({ price: 1500 });
});

test('a result of float arithmetic is refused before it reaches the column', async () => {
  const { details } = await problem(pack({ label: randomUUID(), price: 0.1 + 0.2 }));
  expect(details.violations).toEqual([{ path: 'price', message: '13 chiffres et 2 décimales au plus' }]);
});
