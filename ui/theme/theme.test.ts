import type { MantineColorsTuple } from '@mantine/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf, inkOn } from '#core/tenant/colour.ts';
import { accentShade, shadesOf, textContrast } from './shades.ts';
import { accentFor, darkAccent, themeOf } from './theme.ts';

const colour = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map((bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);

const { gray, dark } = themeOf('#1c5d99').colors as Record<'gray' | 'dark', MantineColorsTuple>;

test('with any accent, text on it and in it is legible in the light scheme', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const shades = shadesOf(accentFor(accent));
      const pairs: [string, string][] = [
        ['#ffffff', shades[accentShade]],
        ['#ffffff', shades[8]],
        [shades[accentShade], '#ffffff'],
        [shades[accentShade], gray[0]],
        [shades[accentShade], gray[1]],
        // Light buttons, and the selected item of a menu.
        [shades[9], shades[1]],
        [shades[8], shades[1]],
      ];
      for (const [ink, ground] of pairs) expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(textContrast);
    }),
    { numRuns: 1_000 },
  );
});

test('with any accent, text on it and in it is legible in the dark scheme', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const shades = shadesOf(accentFor(accent));
      const { ink, filled, hover } = darkAccent(shades);
      const pairs: [string, string][] = [
        ['#ffffff', filled],
        ['#ffffff', hover],
        ...([dark[6], dark[7], dark[8]] as const).map((ground): [string, string] => [ink, ground]),
      ];
      for (const [one, ground] of pairs) expect(contrastOf(one, ground)).toBeGreaterThanOrEqual(textContrast);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['red', 'green', 'orange', 'yellow', 'blue'])('a %s notice is legible in both schemes', (name) => {
  const shades = (themeOf('#1c5d99').colors as Record<string, MantineColorsTuple>)[name] as MantineColorsTuple;
  expect(contrastOf(shades[9], shades[1])).toBeGreaterThanOrEqual(textContrast);
  // Mantine halves the darkest shade for the ground; theme.ts sets the text.
  const ground = `#${(shades[9].match(/[0-9a-f]{2}/g) ?? [])
    .map((byte) =>
      Math.round(Number.parseInt(byte, 16) / 2)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
  expect(contrastOf(shades[3], ground)).toBeGreaterThanOrEqual(textContrast);
});

test('a legible accent is not changed', () => {
  for (const accent of ['#1c5d99', '#b3261e', '#0b6b43']) expect(accentFor(accent)).toBe(accent);
  expect(accentFor('#f2c200')).not.toBe('#f2c200');
});

test('black or white is legible on any colour', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      expect(contrastOf(inkOn(accent), accent)).toBeGreaterThanOrEqual(textContrast);
    }),
    { numRuns: 1_000 },
  );
});
