import { expect, test } from 'vitest';
import { metresBetween, metresWords } from './distance.ts';

const nice = { latitude: 43.7102, longitude: 7.262 };
const paris = { latitude: 48.8566, longitude: 2.3522 };

test.each([
  ['a place and itself', nice, nice, 0],
  ['Nice and Paris', nice, paris, 686_000],
  ['both sides of the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111_000],
  ['the two poles', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20_015_000],
])('the distance between %s is right to a kilometre', (_what, one, other, metres) => {
  expect(Math.abs(metresBetween(one, other) - metres)).toBeLessThan(1_000);
  expect(metresBetween(other, one)).toBe(metresBetween(one, other));
});

test.each([
  [0, '0 m'],
  [999, '999 m'],
  [3_213, '3,2 km'],
])('%i metres are said as « %s »', (metres, words) => {
  expect(metresWords(metres)).toBe(words);
});
