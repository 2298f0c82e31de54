import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundDegrees, stepAt } from './graticule.ts';

test.each([
  [1, 45],
  [100, 1],
  [1_490, 0.1],
  // Zoom 18: 256 pixels of a tile are 360 / 2¹⁸ degrees.
  [186_413, 0.0005],
  [1e9, 0.00005],
])('if a degree is %d pixels wide, there is a line every %d degrees', (pixels, step) => {
  expect(stepAt(pixels)).toBe(step);
});

test('round degrees are between the bounds, one step apart', () => {
  expect(roundDegrees(-0.9, 2.1, 1)).toEqual([0, 1, 2]);
  expect(roundDegrees(0.2, 0.8, 1)).toEqual([]);
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 179, noNaN: true }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (from, wide) => {
        const found = roundDegrees(from, from + wide, 0.05);
        expect(found.every((degree) => degree >= from - 1e-9 && degree <= from + wide + 1e-9)).toBe(true);
        expect(found.length).toBeGreaterThanOrEqual(Math.floor(wide / 0.05) - 1);
      },
    ),
  );
});
