// Splits rows into chunks that fit a request.
import { importLimits } from '#core/imports/imports.ts';

export interface Piece {
  piece: number;
  first: number;
  rows: readonly string[][];
}

const lengthOf = (row: readonly string[]): number => row.reduce((sum, cell) => sum + cell.length, 0);

export function piecesOf(rows: readonly string[][]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let length = 0;
  for (const [index, row] of rows.entries()) {
    const own = lengthOf(row);
    const full = index - from >= importLimits.pieceRows || length + own > importLimits.pieceCharacters;
    if (full && index > from) {
      pieces.push({ piece: pieces.length, first: from, rows: rows.slice(from, index) });
      from = index;
      length = 0;
    }
    length += own;
  }
  if (rows.length > from) pieces.push({ piece: pieces.length, first: from, rows: rows.slice(from) });
  return pieces;
}
