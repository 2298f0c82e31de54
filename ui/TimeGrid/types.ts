// What the planning grid is told, and what it says back. It knows rows, columns and chips; nothing of services.
import type { ReactNode } from 'react';

/** Whole minutes since 1970-01-01T00:00Z. */
export type Minute = number;

export interface GridTotal {
  label: string;
  value: string;
  tone?: 'negative' | 'warning' | 'positive';
}

export interface GridRow {
  id: string;
  title: string;
  subtitle?: string;
  totals?: readonly GridTotal[];
}

/**
 * `multiple`: several people on one chip. `saving`: not confirmed by the server yet, a line at its foot. Warnings and refusals
 * have their corner, drafts a dashed border, the others a sign before the title.
 */
export type GridMark = 'warning' | 'refused' | 'draft' | 'changed' | 'locked' | 'multiple' | 'saving';

export interface GridChip {
  id: string;
  /** Null: in the row of what nobody fills, pinned on top. */
  row: string | null;
  start: Minute;
  end: Minute;
  title: string;
  /** In the place of a title that has no room: « 7–19 ». */
  short?: string;
  subtitle?: string;
  /** #rrggbb; what is written on it is black or white, whichever reads better. */
  colour: string;
  /** As in the legend, in words: it is part of the chip's accessible name. */
  state: string;
  marks?: readonly GridMark[];
  /** Can be opened and selected, neither moved nor removed. */
  locked?: boolean;
}

/** Behind the chips: an absence. A label is written once, where it begins. */
export interface GridRange {
  row: string;
  start: Minute;
  end: Minute;
  label: string;
  pattern: 'hatched' | 'plain';
  colour: string;
}

/** Side by side without a gap, ascending: the end of one is the start of the next. */
export interface GridColumn {
  start: Minute;
  end: Minute;
  label: string;
  sub?: string;
  /** The whole name, as it is read out: « lundi 3 mars 2025 ». Otherwise label and sub. */
  title?: string;
  isToday?: boolean;
  /** A Sunday, a holiday. */
  isOff?: boolean;
}

export interface GridLayout {
  /** Pixels, or a CSS length such as `max(700px, calc(100dvh - 12rem))`. */
  height: number | string;
  /** The narrowest a column may be: where there is room, columns share it. */
  cellWidth: number;
  cellHeight: number;
  /** Free space between the chips of two cells. */
  spacing: number;
  /** At most two fifths of the screen are given to titles. */
  titleWidth: number;
}

/** `cells`: one column a day or a week, chips stacked in the cell in which they begin. `hours`: chips drawn to scale. */
export type GridMode = 'cells' | 'hours';

export interface GridMove {
  /** Every chip goes to this row (null: nobody's); undefined: each stays in its own. */
  row: string | null | undefined;
  /** How far: the distance between the starts of two columns in `cells`, a multiple of `snap` in `hours`. */
  minutes: number;
  /** The same in whole columns, so that a change of clocks on the way can be made good; 0 in `hours`. */
  columns: number;
}

/** 0 refused, 1 with a warning, 2 allowed. */
export interface GridVerdict {
  allowed: 0 | 1 | 2;
  why: string;
}

/** What a menu was asked for: chips (the selection, where it was asked for on one of them), or an empty place. */
export type GridTarget =
  | { kind: 'chips'; chips: readonly GridChip[] }
  | { kind: 'cell'; row: string | null; start: Minute; end: Minute }
  | { kind: 'row'; row: string | null };

/** Of the window, as `clientX` and `clientY`. */
export interface GridPoint {
  x: number;
  y: number;
}

export interface GridDrag {
  chips: readonly GridChip[];
  move: GridMove;
  copy: boolean;
}

export interface TimeGridProps {
  /** What the grid is called: « Planning par collaborateur, du 3 au 30 mars ». */
  label: string;
  /** Over the titles of the rows: « Collaborateur ». */
  rowLabel: string;
  /** « service », « services »: how the chips of a cell are counted. */
  noun?: { one: string; many: string };
  rows: readonly GridRow[];
  /** The row on top; without it nothing is pinned there, and chips of no row are not drawn. */
  unfilled?: Omit<GridRow, 'id'>;
  /** Chips are compared by identity: keep the objects of those that did not change. In `columns`' period or across its edge. */
  chips: readonly GridChip[];
  ranges?: readonly GridRange[];
  columns: readonly GridColumn[];
  layout: GridLayout;
  mode: GridMode;
  /** In minutes, of what is dragged in `hours`; 15 unless told. */
  snap?: number;
  /** Nothing moves, is created or removed. */
  readOnly?: boolean;
  /** The rows are on their way. */
  busy?: boolean;
  /** In the place of the rows when there are none. */
  empty?: ReactNode;

  selection: ReadonlySet<string>;
  onSelect(selection: ReadonlySet<string>): void;
  onOpen(chip: GridChip): void;
  /** The title of a row was chosen. */
  onRow?(row: GridRow): void;
  onCreate?(row: string | null, start: Minute, end: Minute): void;
  onMove?(chips: readonly GridChip[], move: GridMove, copy: boolean): void;
  /** By its edges in `hours`, by keyboard everywhere. */
  onResize?(chip: GridChip, start: Minute, end: Minute): void;
  onRemove?(chips: readonly GridChip[]): void;
  onCopy?(chips: readonly GridChip[]): void;
  /** Where the focus is. */
  onPaste?(row: string | null, start: Minute): void;
  onUndo?(): void;
  onMenu?(target: GridTarget, at: GridPoint): void;
  /** Each time what is dragged would land elsewhere, and null at the end: for totals that follow. */
  onDrag?(drag: GridDrag | null): void;
  /**
   * Whether the chip could begin there, and end at `end` where its length changes too. Asked row by row, in the little time
   * that a frame leaves; null: nothing to say.
   */
  feedback?(chip: GridChip, row: string | null, start: Minute, copy: boolean, end?: Minute): GridVerdict | null;
  /** A moment as people read it, for what is dragged in `hours`. */
  timeOf?(minute: Minute): string;
  /** What a pointer resting on a chip is told. */
  hover?(chip: GridChip): ReactNode;
}

/** The sizes of the specification (2 §2). */
export const layouts = {
  fourWeeks: { height: 700, cellWidth: 60, cellHeight: 55, spacing: 4, titleWidth: 300 },
  month: { height: 700, cellWidth: 60, cellHeight: 55, spacing: 4, titleWidth: 300 },
  week: { height: 700, cellWidth: 160, cellHeight: 150, spacing: 10, titleWidth: 300 },
  day: { height: 700, cellWidth: 60, cellHeight: 55, spacing: 4, titleWidth: 300 },
} as const satisfies Record<string, GridLayout>;
