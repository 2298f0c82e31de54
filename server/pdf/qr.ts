// Codes that a phone reads: their dark squares, drawn wherever they are wanted.
import encoder from 'qrcode/lib/core/qrcode.js';
import { indexedPng } from '#server/files/png.ts';

export interface Squares {
  /** Of one side, in squares. */
  size: number;
  dark: readonly { row: number; column: number }[];
}

export function squaresOf(text: string): Squares {
  const { modules } = encoder.create(text, { errorCorrectionLevel: 'M' });
  const all = Array.from({ length: modules.size ** 2 }, (_, index) => ({
    row: Math.floor(index / modules.size),
    column: index % modules.size,
  }));
  return { size: modules.size, dark: all.filter(({ row, column }) => modules.get(row, column)) };
}

/** Of a square's side, and around the code, as the standard asks. */
const [scale, quiet] = [8, 4];

/** So light that no thread is needed for it. */
export function codePng(text: string): Buffer {
  const { size, dark } = squaresOf(text);
  const filled = new Set(dark.map(({ row, column }) => row * size + column));
  const at = (point: number): number => Math.floor(point / scale) - quiet;
  return indexedPng((size + 2 * quiet) * scale, ['#FFFFFF', '#000000'], (x, y) => {
    const [column, row] = [at(x), at(y)];
    return column >= 0 && row >= 0 && column < size && row < size && filled.has(row * size + column) ? 1 : 0;
  });
}
