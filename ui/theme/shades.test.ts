import { expect, test } from 'vitest';
import { accentShade, shadesOf } from './shades.ts';

const lightness = (hex: string): number => {
  const number = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * (number >> 16) + 0.7152 * ((number >> 8) & 255) + 0.0722 * (number & 255);
};

test.each(['#1c5d99', '#b3261e', '#0b7a4b', '#f2c200'])(
  'the ten shades of %s go from light to dark and hold the accent',
  (accent) => {
    const shades = shadesOf(accent);
    expect(shades).toHaveLength(10);
    expect(shades[accentShade]).toBe(accent);
    expect([...shades].sort((a, b) => lightness(b) - lightness(a))).toEqual(shades);
  },
);

test('an invalid colour falls back to the default accent', () => {
  expect(shadesOf('rouge')).toEqual(shadesOf('#1c5d99'));
});
