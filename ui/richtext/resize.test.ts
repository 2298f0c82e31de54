import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, heightFor, widthFor } from './resize.ts';

test.each([
  [
    { width: 3000, height: 2000 },
    { width: 1500, height: 1000 },
  ],
  [
    { width: 1501, height: 1 },
    { width: 1500, height: 1 },
  ],
  [
    { width: 1500, height: 9000 },
    { width: 1500, height: 9000 },
  ],
  [
    { width: 40, height: 30 },
    { width: 40, height: 30 },
  ],
])('%j becomes %j', (size, made) => {
  expect(fitted(size)).toEqual(made);
});

test('proportions are exact, whichever side is typed', () => {
  const side = fc.integer({ min: 1, max: 6000 });
  fc.assert(
    fc.property(side, side, side, (width, height, typed) => {
      const of = { width, height };
      expect(Math.abs(heightFor(typed, of) - (typed * height) / width)).toBeLessThanOrEqual(1);
      expect(Math.abs(widthFor(typed, of) - (typed * width) / height)).toBeLessThanOrEqual(1);
      const fit = fitted(of);
      expect(fit.width).toBeLessThanOrEqual(1500);
      expect(Math.abs(fit.height - (fit.width * height) / width)).toBeLessThanOrEqual(1);
    }),
  );
});
