// Chips being dragged to another place: one state for the pointer and for the keys.
import { clamp, minuteAt, snapped } from './geometry.ts';
import { homeOf } from './lanes.ts';
import type { GridChip, GridColumn, GridMove } from './types.ts';
import type { View } from './view.ts';

export interface Aim {
  row: number;
  columns: number;
  minutes: number;
}

export interface Carry {
  chips: readonly GridChip[];
  /** The chip under the pointer; the others keep their distance to it. */
  grabbed: GridChip;
  row: number;
  column: number;
  copy: boolean;
  aim: Aim;
}

export const usualSnap = 15;

/** The chips that a drag would take: the whole selection if the chip is part of it. Null: all of them are locked. */
export function take(view: View, grabbed: GridChip, copy: boolean): Carry | null {
  const { selection, readOnly, onMove } = view.props;
  if (readOnly || !onMove) return null;
  const row = view.rowOf(grabbed.row);
  const column = homeOf(grabbed, view.columns);
  if (row === undefined || column === null) return null;
  const chips = selectedWith(view, grabbed, selection).filter(({ locked }) => copy || !locked);
  if (!chips.includes(grabbed)) return null;
  return { chips, grabbed, row, column, copy, aim: { row, columns: 0, minutes: 0 } };
}

/** The selection in the order of the chips, or the chip alone if it is not selected. */
export function selectedWith(view: View, chip: GridChip, selection: ReadonlySet<string>): readonly GridChip[] {
  return selection.has(chip.id) ? view.index.all.filter(({ id }) => selection.has(id)) : [chip];
}

const startOf = (view: View, column: number): number => (view.columns[column] as GridColumn).start;

/** The drop target when the pointer, pressed at `caughtX`, is at `x`. */
export function aimAt(view: View, carry: Carry, row: number, x: number, caughtX: number): Aim {
  if (view.props.mode === 'cells') return aimColumn(view, carry, row, view.columnAt(x));
  const { cellWidth } = view.sizes;
  const way = minuteAt(view.columns, cellWidth, x) - minuteAt(view.columns, cellWidth, caughtX);
  return { row, columns: 0, minutes: inPeriod(view, carry, snapped(way, view.props.snap ?? usualSnap)) };
}

export function aimColumn(view: View, carry: Carry, row: number, column: number): Aim {
  const to = clamp(column, 0, view.columns.length - 1);
  return { row, columns: to - carry.column, minutes: startOf(view, to) - startOf(view, carry.column) };
}

/** Keeps the start of the dragged chip within the columns shown. */
function inPeriod(view: View, { grabbed }: Carry, minutes: number): number {
  const snap = view.props.snap ?? usualSnap;
  const [first, last] = [view.columns[0], view.columns.at(-1)];
  if (!first || !last) return 0;
  const least = Math.min(0, Math.ceil((first.start - grabbed.start) / snap) * snap);
  return clamp(minutes, least, Math.max(0, last.end - snap - grabbed.start));
}

/** One key press: a row, a column, or an hour in `hours` (with Shift the smallest step). Null: not an arrow key. */
export function step(view: View, carry: Carry, key: string, fine: boolean): Aim | null {
  const { aim } = carry;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const row = clamp(aim.row + (key === 'ArrowUp' ? -1 : 1), view.firstRow, view.rowCount - 1);
    return { ...aim, row };
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const way = key === 'ArrowLeft' ? -1 : 1;
  if (view.props.mode === 'cells') return aimColumn(view, carry, aim.row, carry.column + aim.columns + way);
  const by = fine ? (view.props.snap ?? usualSnap) : 60;
  return { ...aim, minutes: inPeriod(view, carry, aim.minutes + way * by) };
}

export const isStill = ({ aim, row }: Carry): boolean => aim.row === row && aim.minutes === 0;

export const landing = ({ grabbed, aim }: Carry): number => grabbed.start + aim.minutes;

/** The column of the drop target. */
export const landingColumn = (view: View, carry: Carry): number =>
  view.props.mode === 'cells'
    ? carry.column + carry.aim.columns
    : (homeOf({ ...carry.grabbed, start: landing(carry), end: carry.grabbed.end + carry.aim.minutes }, view.columns) ??
      0);

export const moveOf = (view: View, { aim, row }: Carry): GridMove => ({
  row: aim.row === row ? undefined : view.idOf(aim.row),
  minutes: aim.minutes,
  columns: aim.columns,
});
