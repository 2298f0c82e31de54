// QR codes: their dark squares, to be drawn anywhere.
import encoder from 'qrcode/lib/core/qrcode.js';
import { indexedPng } from '#server/files/png.ts';

export interface Squares {
  /** Length of one side, in squares. */
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

/** Pixels per square, and the margin that the standard requires. */
const [scale, quiet] = [8, 4];

/** Fast enough without the drawing thread. */
export function codePng(text: string): Buffer {
  const { size, dark } = squaresOf(text);
  const filled = new Set(dark.map(({ row, column }) => row * size + column));
  const at = (point: number): number => Math.floor(point / scale) - quiet;
  return indexedPng((size + 2 * quiet) * scale, ['#FFFFFF', '#000000'], (x, y) => {
    const [column, row] = [at(x), at(y)];
    return column >= 0 && row >= 0 && column < size && row < size && filled.has(row * size + column) ? 1 : 0;
  });
}
