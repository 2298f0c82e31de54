// Ten shades of the tenant's accent, from near white to near black, evenly spaced for the eye (OKLab).
import type { MantineColorsTuple } from '@mantine/core';
import { contrastOf, isColour } from '#core/tenant/colour.ts';
import { defaultTenant } from '#core/tenant.ts';

type Triple = [number, number, number];

const toLinear = (byte: number): number => {
  const part = byte / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

const toByte = (part: number): number => {
  const curved = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, curved)) * 255);
};

function toLab(hex: string): Triple {
  const number = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [toLinear(number >> 16), toLinear((number >> 8) & 255), toLinear(number & 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const bytes = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(toByte);
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const mix = (from: Triple, to: Triple, part: number): Triple =>
  from.map((value, index) => value + ((to[index] as number) - value) * part) as Triple;

const white: Triple = [1, 0, 0];
const black: Triple = [0.12, 0, 0];

/** The accent itself is shade 7, used by filled buttons. */
export const accentShade = 7;
/** Slightly lighter in the dark scheme, so that focus and ticks stand out. */
export const darkAccentShade = 6;

export function shadesOf(accent: string): MantineColorsTuple {
  const lab = toLab(isColour(accent) ? accent : defaultTenant.accent);
  const lighter = [0.94, 0.86, 0.73, 0.58, 0.44, 0.28, 0.13].map((part) => toHex(mix(lab, white, part)));
  const darker = [0.22, 0.42].map((part) => toHex(mix(lab, black, part)));
  return [...lighter, toHex(lab), ...darker] as unknown as MantineColorsTuple;
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5;

/**
 * The colour itself if it is legible on the ground, otherwise the nearest legible one: darker, or lighter in the dark
 * scheme.
 */
export function readableOn(ground: string, colour: string, towards: 'dark' | 'light'): string {
  const from = toLab(isColour(colour) ? colour : defaultTenant.accent);
  for (let part = 0; part <= 100; part += 2) {
    const made = part === 0 ? toHex(from) : toHex(mix(from, towards === 'dark' ? black : white, part / 100));
    if (contrastOf(made, ground) >= textContrast) return made;
  }
  return towards === 'dark' ? '#000000' : '#ffffff';
}
