// Resize: one edge of a chip, its start or its end, by the pointer or by keys.
import { usualSnap } from './dragState.ts';
import { clamp, minuteAt, snapped } from './geometry.ts';
import type { GridChip } from './types.ts';
import type { View } from './view.ts';

export interface ResizeState {
  chip: GridChip;
  edge: 'start' | 'end';
  start: number;
  end: number;
}

/** Begins at the end of the chip. Null: it cannot be resized here. */
export function beginResize(view: View, chip: GridChip): ResizeState | null {
  const { readOnly, onResize } = view.props;
  if (readOnly || !onResize || chip.locked) return null;
  return { chip, edge: 'end', start: chip.start, end: chip.end };
}

/** In `cells` nothing is to scale: so many pixels are one step. */
const stepWidth = 4;

/** The new hours when one edge is dragged from one x to another: at least one step long, and within the columns shown. */
export function resized(
  view: View,
  chip: GridChip,
  edge: 'start' | 'end',
  x: number,
  from: number,
): { start: number; end: number } {
  const snap = view.props.snap ?? usualSnap;
  const [first, last] = [view.columns[0], view.columns.at(-1)];
  if (!first || !last) return chip;
  const at =
    view.props.mode === 'cells'
      ? clamp(chip[edge] + Math.round((x - from) / stepWidth) * snap, first.start, last.end)
      : first.start + snapped(minuteAt(view.columns, view.sizes.cellWidth, x) - first.start, snap);
  return edge === 'start'
    ? { start: Math.min(at, chip.end - snap), end: chip.end }
    : { start: chip.start, end: Math.max(at, chip.start + snap) };
}

/**
 * One key press: an hour, with Shift the smallest step; up and down choose the edge. Within the columns shown; an edge that
 * is already outside them only moves towards them. Null: not an arrow key.
 */
export function resizeStep(view: View, resizeState: ResizeState, key: string, fine: boolean): ResizeState | null {
  if (key === 'ArrowUp') return { ...resizeState, edge: 'start' };
  if (key === 'ArrowDown') return { ...resizeState, edge: 'end' };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const snap = view.props.snap ?? usualSnap;
  const by = (key === 'ArrowLeft' ? -1 : 1) * (fine ? snap : 60);
  const { start, end } = resizeState;
  const [first, last] = [view.columns[0], view.columns.at(-1)];
  if (!first || !last) return resizeState;
  return resizeState.edge === 'start'
    ? { ...resizeState, start: clamp(start + by, Math.min(start, first.start), end - snap) }
    : { ...resizeState, end: clamp(end + by, start + snap, Math.max(end, last.end)) };
}

export const isUnresized = ({ chip, start, end }: ResizeState): boolean => chip.start === start && chip.end === end;
