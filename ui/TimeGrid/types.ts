// Props and events of the planning grid. It knows rows, columns and chips, nothing about services.
import type { ReactNode } from 'react';

/** Whole minutes since 1970-01-01T00:00Z. */
export type Minute = number;

export interface GridTotal {
  label: string;
  value: string;
  tone?: 'negative' | 'warning' | 'positive';
  /** The reason of the tone, as a tooltip. */
  why?: string;
  /** Also shown in a narrow column, unless on a phone. */
  kept?: boolean;
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
export type GridMark =
  | 'warning'
  | 'refused'
  | 'draft'
  | 'changed'
  | 'locked'
  | 'multiple'
  | 'saving'
  | 'running'
  | 'missed'
  | 'late'
  | 'left';

export interface GridChip {
  id: string;
  /** What the chip shows, when its id changes with its row. Default: the id. */
  subject?: string;
  /** Null: in the row of unfilled posts, pinned on top. */
  row: string | null;
  start: Minute;
  end: Minute;
  title: string;
  /** Shown if the title has no room: « 7–19 ». Squeezed if necessary, never cut. */
  short?: string;
  subtitle?: string;
  /** Shown if the subtitle has no room: « HMC ». */
  brief?: string;
  /** #rrggbb; the text is black or white, whichever has more contrast. */
  colour: string;
  /** Label of the legend, part of the chip's accessible name. */
  state: string;
  marks?: readonly GridMark[];
  /** Why it can be opened and selected, but neither dragged nor removed; its accessible description. Null: it can. */
  locked?: string | null;
}

/** An absence, drawn behind the chips. Its label is written once, at its start. */
export interface GridRange {
  row: string;
  start: Minute;
  end: Minute;
  label: string;
  pattern: 'hatched' | 'plain';
  colour: string;
}

/** Ascending without gaps: the end of one is the start of the next. */
export interface GridColumn {
  start: Minute;
  end: Minute;
  label: string;
  sub?: string;
  /** Full name for screen readers: « lundi 3 mars 2025 ». Default: label and sub. */
  title?: string;
  isToday?: boolean;
  /** A Sunday or a holiday. */
  isOff?: boolean;
}

export interface GridLayout {
  /** Pixels, or a CSS length such as `max(700px, calc(100dvh - 12rem))`. */
  height: number | string;
  /** Smallest width of a column; columns grow to fill the width. */
  cellWidth: number;
  /** The columns may be this narrow if all of them then fit on the screen. */
  squeezed?: number;
  /** How many columns fill the width, the others are scrolled to; default: all. */
  fit?: number;
  /** Smallest height of a row. */
  cellHeight: number;
  /** A row with many chips grows up to this height; default: all rows have the smallest. */
  mostHeight?: number;
  /** Space between the chips of two cells. */
  spacing: number;
  /** At most; less on a narrow screen. */
  titleWidth: number;
}

/** `cells`: a column is a day, chips are stacked in the cell in which they begin. `hours`: chips are drawn to scale. */
export type GridMode = 'cells' | 'hours';

export interface GridDrop {
  /** The row for every chip (null: unfilled posts); undefined: each keeps its own. */
  row: string | null | undefined;
  /** The distance in time: between the starts of two columns in `cells`, a multiple of `snap` in `hours`. */
  minutes: number;
  /** The same in whole columns, to keep the hour across a change of clocks; 0 in `hours`. */
  columns: number;
}

/** 0: refused. 1: allowed with a warning. 2: allowed. */
export interface GridVerdict {
  allowed: 0 | 1 | 2;
  why: string;
}

/** Target of a context menu: chips (the selection, if the menu was opened on one of them), an empty cell or a title. */
export type GridTarget =
  | { kind: 'chips'; chips: readonly GridChip[] }
  | { kind: 'cell'; row: string | null; start: Minute; end: Minute }
  | { kind: 'row'; row: string | null };

/** Coordinates of the window, as `clientX` and `clientY`. */
export interface GridPoint {
  x: number;
  y: number;
}

export interface GridDrag {
  chips: readonly GridChip[];
  drop: GridDrop;
  copy: boolean;
}

export interface TimeGridProps {
  /** Accessible name: « Planning par collaborateur, du 3 au 30 mars ». */
  label: string;
  /** Header of the titles: « Collaborateur ». */
  rowLabel: string;
  /** « service », « services »: used to count the chips of a cell. */
  noun?: { one: string; many: string };
  rows: readonly GridRow[];
  /** The pinned row on top; without it, chips whose row is null are not drawn. */
  unfilled?: Omit<GridRow, 'id'>;
  /** Compared by identity: keep the objects of chips that did not change. All within `columns`, or across an edge. */
  chips: readonly GridChip[];
  ranges?: readonly GridRange[];
  columns: readonly GridColumn[];
  layout: GridLayout;
  mode: GridMode;
  /** Step of a drag in `hours`, in minutes; default 15. */
  snap?: number;
  /** No drag, no creation, no removal. */
  readOnly?: boolean;
  /** The rows are loading. */
  busy?: boolean;
  /** Shown if there are no rows. */
  empty?: ReactNode;

  selection: ReadonlySet<string>;
  onSelect(selection: ReadonlySet<string>): void;
  onOpen(chip: GridChip): void;
  /** The title of a row was clicked. */
  onRow?(row: GridRow): void;
  onCreate?(row: string | null, start: Minute, end: Minute): void;
  onDrop?(chips: readonly GridChip[], drop: GridDrop, copy: boolean): void;
  /** By dragging an edge in `hours`, by keyboard in both modes. */
  onResize?(chip: GridChip, start: Minute, end: Minute): void;
  onRemove?(chips: readonly GridChip[]): void;
  /** The user tried to change a locked chip. */
  onLocked?(chip: GridChip): void;
  onCopy?(chips: readonly GridChip[]): void;
  /** At the focused cell. */
  onPaste?(row: string | null, start: Minute): void;
  onUndo?(): void;
  onMenu?(target: GridTarget, at: GridPoint): void;
  /** Each time the drop target changes, and null at the end: totals can follow the drag. */
  onDrag?(drag: GridDrag | null): void;
  /**
   * Whether the chip may start there, and end at `end` if it is resized. Called row by row in the idle time of a frame;
   * null: no verdict.
   */
  feedback?(chip: GridChip, row: string | null, start: Minute, copy: boolean, end?: Minute): GridVerdict | null;
  /** Text of a minute, for drags in `hours`. */
  timeOf?(minute: Minute): string;
  /** Content of the tooltip of a chip. */
  hover?(chip: GridChip): ReactNode;
}

const usual = { height: 700, cellHeight: 55, mostHeight: 300, spacing: 4, titleWidth: 300 };

/**
 * The sizes of the specification (2 §2), but a week and the 24 hours of a day fit on a screen of 1280 pixels, four weeks on
 * one of 1440.
 */
export const layouts = {
  fourWeeks: { ...usual, cellWidth: 60, squeezed: 28 },
  month: { ...usual, cellWidth: 60 },
  week: { ...usual, cellWidth: 96 },
  day: { ...usual, cellWidth: 28, fit: 24 },
} as const satisfies Record<string, GridLayout>;
