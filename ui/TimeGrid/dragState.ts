// Chips being dragged to another place: one state for the pointer and for the keys.
import { clamp, minuteAt, snapped } from './geometry.ts';
import { homeOf } from './lanes.ts';
import type { GridChip, GridColumn, GridDrop } from './types.ts';
import type { View } from './view.ts';

export interface DropTarget {
  row: number;
  columns: number;
  minutes: number;
}

export interface DragState {
  chips: readonly GridChip[];
  /** The chip under the pointer; the others keep their distance to it. */
  grabbed: GridChip;
  row: number;
  column: number;
  copy: boolean;
  target: DropTarget;
}

export const usualSnap = 15;

/** The chips that a drag would take: the whole selection if the chip is part of it. Null: all of them are locked. */
export function beginDrag(view: View, grabbed: GridChip, copy: boolean): DragState | null {
  const { selection, readOnly, onDrop } = view.props;
  if (readOnly || !onDrop) return null;
  const row = view.rowOf(grabbed.row);
  const column = homeOf(grabbed, view.columns);
  if (row === undefined || column === null) return null;
  const chips = selectedWith(view, grabbed, selection).filter(({ locked }) => copy || !locked);
  if (!chips.includes(grabbed)) return null;
  return { chips, grabbed, row, column, copy, target: { row, columns: 0, minutes: 0 } };
}

/** The selection in the order of the chips, or the chip alone if it is not selected. */
export function selectedWith(view: View, chip: GridChip, selection: ReadonlySet<string>): readonly GridChip[] {
  return selection.has(chip.id) ? view.index.all.filter(({ id }) => selection.has(id)) : [chip];
}

const startOf = (view: View, column: number): number => (view.columns[column] as GridColumn).start;

/** The drop target when the pointer, pressed at `caughtX`, is at `x`. */
export function targetAt(view: View, dragState: DragState, row: number, x: number, caughtX: number): DropTarget {
  if (view.props.mode === 'cells') return targetColumn(view, dragState, row, view.columnAt(x));
  const { cellWidth } = view.sizes;
  const way = minuteAt(view.columns, cellWidth, x) - minuteAt(view.columns, cellWidth, caughtX);
  return { row, columns: 0, minutes: inPeriod(view, dragState, snapped(way, view.props.snap ?? usualSnap)) };
}

export function targetColumn(view: View, dragState: DragState, row: number, column: number): DropTarget {
  const to = clamp(column, 0, view.columns.length - 1);
  return { row, columns: to - dragState.column, minutes: startOf(view, to) - startOf(view, dragState.column) };
}

/** Keeps the start of the dragged chip within the columns shown. */
function inPeriod(view: View, { grabbed }: DragState, minutes: number): number {
  const snap = view.props.snap ?? usualSnap;
  const [first, last] = [view.columns[0], view.columns.at(-1)];
  if (!first || !last) return 0;
  const least = Math.min(0, Math.ceil((first.start - grabbed.start) / snap) * snap);
  return clamp(minutes, least, Math.max(0, last.end - snap - grabbed.start));
}

/** One key press: a row, a column, or an hour in `hours` (with Shift the smallest step). Null: not an arrow key. */
export function step(view: View, dragState: DragState, key: string, fine: boolean): DropTarget | null {
  const { target } = dragState;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const row = clamp(target.row + (key === 'ArrowUp' ? -1 : 1), view.firstRow, view.rowCount - 1);
    return { ...target, row };
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const way = key === 'ArrowLeft' ? -1 : 1;
  if (view.props.mode === 'cells')
    return targetColumn(view, dragState, target.row, dragState.column + target.columns + way);
  const by = fine ? (view.props.snap ?? usualSnap) : 60;
  return { ...target, minutes: inPeriod(view, dragState, target.minutes + way * by) };
}

export const isStill = ({ target, row }: DragState): boolean => target.row === row && target.minutes === 0;

export const dropStart = ({ grabbed, target }: DragState): number => grabbed.start + target.minutes;

/** The column of the drop target. */
export const dropColumn = (view: View, dragState: DragState): number =>
  view.props.mode === 'cells'
    ? dragState.column + dragState.target.columns
    : (homeOf(
        { ...dragState.grabbed, start: dropStart(dragState), end: dragState.grabbed.end + dragState.target.minutes },
        view.columns,
      ) ?? 0);

export const dropOf = (view: View, { target, row }: DragState): GridDrop => ({
  row: target.row === row ? undefined : view.idOf(target.row),
  minutes: target.minutes,
  columns: target.columns,
});
