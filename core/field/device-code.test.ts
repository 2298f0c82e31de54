import { expect, test } from 'vitest';
import { afterWrong, isCode, isWeakCode, noTries, waitBefore } from './device-code.ts';

test.each([
  ['482915', true],
  ['48291', false],
  ['4829155', false],
  ['48291a', false],
  ['٤٨٢٩١٥', false],
])('%s is a code: %s', (code, expected) => {
  expect(isCode(code)).toBe(expected);
});

test.each(['000000', '121212', '112112', '123456', '654321', '345678'])('%s is too easy', (code) => {
  expect(isWeakCode(code)).toBe(true);
});

test.each(['482915', '135792', '120394'])('%s is not', (code) => {
  expect(isWeakCode(code)).toBe(false);
});

test('two mistakes are free, then the wait grows, and the tenth locks the device', () => {
  let tries = noTries;
  const waits: (number | null)[] = [];
  for (let count = 0; count < 10; count += 1) {
    tries = afterWrong(tries, 1_000);
    waits.push(waitBefore(tries, 1_000));
  }
  expect(waits).toEqual([0, 0, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, null]);
});

test('setting the clock shortens no wait by going back, and prolongs none', () => {
  const tries = { wrong: 4, at: 1_000_000 };
  expect(waitBefore(tries, 1_010_000)).toBe(5_000);
  expect(waitBefore(tries, 0)).toBe(15_000);
});
