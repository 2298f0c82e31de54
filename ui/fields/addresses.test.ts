import { expect, test } from 'vitest';
import type { KnownAddress } from '#core/addresses/addresses.ts';
import { filledBy, isApproximate } from './addresses.ts';

const centre = { latitude: 43.7, longitude: 7.26 };
const nice: KnownAddress = { street: null, zipcode: '06000', city: 'Nice', country: 'FR', location: centre };

test('the position of a chosen town is approximate until it is placed, also once the street is typed', () => {
  const chosen = filledBy({}, nice);
  expect(isApproximate(chosen)).toBe(true);
  expect(isApproximate({ ...chosen, street: '3 quai des Docks' })).toBe(true);
  expect(isApproximate({ ...chosen, street: '3 quai des Docks', location: { ...centre } })).toBe(false);
});

test.each([
  ['a position placed by hand without a street is not', { street: null, location: { ...centre } }, false],
  ['a position with its street is not', { street: '3 quai', location: { ...centre } }, false],
  ['an address without a position is not', { street: null, location: null }, false],
])('%s approximate', (_what, address, expected) => {
  expect(isApproximate(address)).toBe(expected);
});

test('a town keeps the position that the address has', () => {
  const placed = { latitude: 43.71, longitude: 7.27 };
  expect(filledBy({ street: '1 rue', location: placed }, nice).location).toBe(placed);
});
