// Codes that a phone reads: their dark squares, drawn wherever they are wanted.
import encoder from 'qrcode/lib/core/qrcode.js';

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
