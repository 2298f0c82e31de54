// Arrow keys: from chip to chip within a cell, then from cell to cell.
import { clamp } from './geometry.ts';

export interface Spot {
  /** -1: the row of unfilled posts. */
  row: number;
  /** -1: the row's title. */
  column: number;
  /** Index of the chip in its cell; -1: the empty cell itself. */
  chip: number;
}

export interface Field {
  /** 0, or -1 if there is a pinned row. */
  firstRow: number;
  rows: number;
  columns: number;
  /** Rows in view. */
  page: number;
  hasTitles: boolean;
  count(row: number, column: number): number;
}

/** The first or last chip of the cell, or the cell itself if it is empty. */
export function enter(field: Field, row: number, column: number, at: 'first' | 'last' = 'first'): Spot {
  const to = {
    row: clamp(row, field.firstRow, field.rows - 1),
    column: clamp(column, field.hasTitles ? -1 : 0, field.columns - 1),
  };
  const count = to.column < 0 ? 0 : field.count(to.row, to.column);
  return { ...to, chip: at === 'first' ? Math.min(0, count - 1) : count - 1 };
}

/** The nearest cell with a chip in that direction; without one, the same place. */
function leap(field: Field, from: Spot, down: number, right: number): Spot {
  let [row, column] = [from.row + down, from.column + right];
  while (row >= field.firstRow && row < field.rows && column >= 0 && column < field.columns) {
    if (field.count(row, column) > 0) return enter(field, row, column);
    row += down;
    column += right;
  }
  return from;
}

/** Null: not a navigation key. */
export function nextSpot(field: Field, from: Spot, key: string, far: boolean): Spot | null {
  const { row, column, chip } = from;
  const count = column < 0 ? 0 : field.count(row, column);
  switch (key) {
    case 'ArrowDown':
      if (far) return leap(field, from, 1, 0);
      if (chip >= 0 && chip < count - 1) return { ...from, chip: chip + 1 };
      return row >= field.rows - 1 ? from : enter(field, row + 1, column);
    case 'ArrowUp':
      if (far) return leap(field, from, -1, 0);
      if (chip > 0) return { ...from, chip: chip - 1 };
      return row <= field.firstRow ? from : enter(field, row - 1, column, 'last');
    case 'ArrowRight':
      if (far) return leap(field, from, 0, 1);
      return column >= field.columns - 1 ? from : enter(field, row, column + 1);
    case 'ArrowLeft':
      if (far) return leap(field, from, 0, -1);
      return column <= (field.hasTitles ? -1 : 0) ? from : enter(field, row, column - 1);
    case 'Home':
      return enter(field, far ? field.firstRow : row, 0);
    case 'End':
      return enter(field, far ? field.rows - 1 : row, field.columns - 1);
    case 'PageDown':
      return enter(field, row + field.page, column);
    case 'PageUp':
      return enter(field, row - field.page, column);
    default:
      return null;
  }
}

/** The cells between two spots; within one cell, only the chips between them. */
export function between(
  one: Spot,
  other: Spot,
  chipsIn: (row: number, column: number) => readonly { id: string }[],
): Set<string> {
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)];
  const [left, right] = [Math.max(0, Math.min(one.column, other.column)), Math.max(one.column, other.column)];
  const ids = (chips: readonly { id: string }[]): string[] => chips.map(({ id }) => id);
  if (top === bottom && one.column === other.column) {
    const [from, to] = [Math.min(one.chip, other.chip), Math.max(one.chip, other.chip)];
    return new Set(ids(chipsIn(top, left).slice(Math.max(0, from), to + 1)));
  }
  const found = new Set<string>();
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) for (const id of ids(chipsIn(row, column))) found.add(id);
  return found;
}
