// Converts between minutes and pixels. Content coordinates: x = 0 at the first column, right of the titles.
import type { GridColumn, GridLayout, Minute } from './types.ts';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Sizes {
  titleWidth: number;
  cellWidth: number;
  /** Width of all columns together. */
  width: number;
}

export const isInside = ({ x, y, w, h }: Box, px: number, py: number): boolean =>
  px >= x && px < x + w && py >= y && py < y + h;

export const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Of titles beside squeezed columns. */
const narrowTitle = 200;

/** Columns grow to fill a wide screen; titles take about a quarter of it, on a phone two fifths. */
export function sizesOf(layout: GridLayout, columns: number, room: number): Sizes {
  const least = Math.min(200, room * 0.4);
  const shown = Math.max(1, Math.min(columns, layout.fit ?? columns));
  if (layout.squeezed !== undefined && room - layout.titleWidth < shown * layout.cellWidth) {
    const cellWidth = Math.floor((room - narrowTitle) / shown);
    if (cellWidth >= layout.squeezed)
      return { titleWidth: room - cellWidth * shown, cellWidth, width: cellWidth * columns };
  }
  const titleWidth = Math.min(layout.titleWidth, Math.round(Math.max(least, room * 0.28)));
  const cellWidth = Math.max(layout.cellWidth, Math.floor((room - titleWidth) / shown));
  return { titleWidth, cellWidth, width: cellWidth * columns };
}

/** Index of the column that holds the minute: -1 before the first, the number of columns after the last. */
export function columnOf(columns: readonly GridColumn[], minute: Minute): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle] as GridColumn).start <= minute) low = middle + 1;
    else high = middle;
  }
  const last = columns[low - 1];
  return last && minute >= last.end ? columns.length : low - 1;
}

/** All columns have the same width: on a day of 25 hours a pixel covers more minutes. */
export function xOf(columns: readonly GridColumn[], cellWidth: number, minute: Minute): number {
  const at = columnOf(columns, minute);
  if (at < 0) return 0;
  const column = columns[at];
  if (!column) return columns.length * cellWidth;
  return (at + (minute - column.start) / (column.end - column.start)) * cellWidth;
}

export function minuteAt(columns: readonly GridColumn[], cellWidth: number, x: number): Minute {
  const at = clamp(Math.floor(x / cellWidth), 0, columns.length - 1);
  const column = columns[at];
  if (!column) return 0;
  const part = clamp(x / cellWidth - at, 0, 1);
  return column.start + part * (column.end - column.start);
}

export const snapped = (minutes: number, snap: number): number => Math.round(minutes / snap) * snap;

/** Height of the header row. */
export const headHeight = 44;
