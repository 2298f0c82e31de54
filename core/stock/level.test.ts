import { expect, test } from 'vitest';
import { duePresets } from './action.ts';
import { stockLevel } from './level.ts';
import { stockActions, stockStatus } from './reference.ts';

test.each([
  [0, null, 'OUT'],
  [-1, 5, 'OUT'],
  [1, null, 'FINE'],
  [5, 5, 'LOW'],
  [6, 5, 'FINE'],
] as const)('%i pieces with a threshold of %s: %s', (quantity, low, level) => {
  expect(stockLevel(quantity, low)).toBe(level);
});

test('the codes are those of the specification', () => {
  expect(Object.keys(stockStatus.states)).toEqual(['100', '200']);
  expect(Object.keys(stockActions)).toEqual(['100', '200', '300']);
  expect(duePresets).toEqual([0, 7, 30, 60, 90, 120]);
});
