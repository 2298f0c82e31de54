// One edge of a chip on its way, by the pointer or by keys: its start or its end.
import { usualSnap } from './carry.ts';
import { minuteAt, snapped } from './geometry.ts';
import type { GridChip } from './types.ts';
import type { View } from './view.ts';

export interface Stretch {
  chip: GridChip;
  edge: 'start' | 'end';
  start: number;
  end: number;
}

/** As it stands, by its end. Null: its hours do not change here. */
export function seize(view: View, chip: GridChip): Stretch | null {
  const { readOnly, onResize } = view.props;
  if (readOnly || !onResize || chip.locked) return null;
  return { chip, edge: 'end', start: chip.start, end: chip.end };
}

/** The new bounds when one edge is dragged: never shorter than the smallest step, never out of what is shown. */
export function stretched(
  view: View,
  chip: GridChip,
  edge: 'start' | 'end',
  x: number,
): { start: number; end: number } {
  const snap = view.props.snap ?? usualSnap;
  const [first, last] = [view.columns[0], view.columns.at(-1)];
  if (!first || !last) return chip;
  const at = first.start + snapped(minuteAt(view.columns, view.sizes.cellWidth, x) - first.start, snap);
  return edge === 'start'
    ? { start: Math.min(at, chip.end - snap), end: chip.end }
    : { start: chip.start, end: Math.max(at, chip.start + snap) };
}

/** A key's step: an hour, with Shift the smallest one; up and down choose the edge. Null: another key. */
export function stretchStep(view: View, stretch: Stretch, key: string, fine: boolean): Stretch | null {
  if (key === 'ArrowUp') return { ...stretch, edge: 'start' };
  if (key === 'ArrowDown') return { ...stretch, edge: 'end' };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const snap = view.props.snap ?? usualSnap;
  const by = (key === 'ArrowLeft' ? -1 : 1) * (fine ? snap : 60);
  const { start, end } = stretch;
  return stretch.edge === 'start'
    ? { ...stretch, start: Math.min(start + by, end - snap) }
    : { ...stretch, end: Math.max(end + by, start + snap) };
}

export const isUnstretched = ({ chip, start, end }: Stretch): boolean => chip.start === start && chip.end === end;
