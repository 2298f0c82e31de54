// Draws invented faces: a head, hair and a uniform on a plain background, as small indexed PNGs.
import { indexedPng } from '#server/files/png.ts';

const side = 160;

const skins = ['#F2D3B8', '#E0B08E', '#C68863', '#8D5A3C', '#5C3A26'] as const;
const hairs = ['#2B2320', '#4A3428', '#7A5533', '#B58A52', '#8C8C8C'] as const;
const grounds = ['#DCE7F3', '#E4EFE6', '#F3E9DC', '#EAE4F2', '#F3E1E1', '#E3EEF0'] as const;
const uniforms = ['#1F3550', '#22303C', '#2F4858'] as const;

/** Number of faces: each content is stored once, even if several people use it. */
export const portraitCount = 30;

const inEllipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;

/** Index in the palette: background, skin, hair, uniform, collar. */
function colourAt(x: number, y: number, longHair: boolean): number {
  if (inEllipse(x, y, 80, 76, 30, 37)) return y < 56 + Math.abs(x - 80) * 0.15 ? 2 : 1;
  if (inEllipse(x, y, 80, 66, 35, 36) && y < (longHair ? 118 : 74)) return 2;
  if (longHair && inEllipse(x, y, 80, 92, 38, 42) && y < 122) return 2;
  if (x > 68 && x < 92 && y > 104 && y < 126) return 1;
  if (inEllipse(x, y, 80, 172, 62, 54)) return Math.abs(x - 80) < (146 - y) * 0.7 ? 4 : 3;
  return 0;
}

/** One face in three. */
export const isWomans = (number: number): boolean => number % 3 === 1;

/** The same number draws the same face. */
export function portrait(number: number): Buffer {
  const pick = <T>(list: readonly T[], step: number): T => list[Math.floor(number / step) % list.length] as T;
  const palette = [pick(grounds, 1), pick(skins, 2), pick(hairs, 3), pick(uniforms, 5), '#F4F4F2'];
  const longHair = isWomans(number);
  return indexedPng(side, palette, (x, y) => colourAt(x, y, longHair));
}
