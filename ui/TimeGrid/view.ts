// Shared state of the grid: the props, the sizes, and the layout of each row.
import { ChipIndex } from './chipIndex.ts';
import { type Box, clamp, isInside, type Sizes, sizesOf } from './geometry.ts';
import {
  fullest,
  homeOf,
  layRow,
  type More,
  type Placed,
  type RowFrame,
  type RowLayout,
  rowHeightFor,
} from './lanes.ts';
import type { Field } from './navigation.ts';
import type { GridChip, GridColumn, GridRange, GridRow, TimeGridProps } from './types.ts';

/** Index of the pinned row of unfilled posts. */
export const pinnedRow = -1;
/** Greatest height of the pinned row, in rows. */
const pinnedMost = 3;

/** Width of the edge that starts a resize, in pixels. */
const edgeWidth = 6;
/** In `cells`, the chips of narrower columns have no edges: they would be resized by mistake. */
const resizableWidth = 90;

export type Hit =
  | { kind: 'chip'; row: number; placed: Placed; edge: 'start' | 'end' | null }
  | { kind: 'more'; row: number; more: More }
  | { kind: 'cell'; row: number; column: number }
  | null;

export interface Room {
  width: number;
  height: number;
}

const hasSameIds = (one: readonly GridRow[], other: readonly GridRow[]): boolean =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);

const nothing: RowLayout = { placed: [], more: [], cells: new Map() };

export class View {
  props: TimeGridProps;
  sizes: Sizes;
  /** Height of the pinned row; 0 without one. */
  pinnedHeight = 0;
  room: Room = { width: 0, height: 0 };
  readonly index = new ChipIndex();
  #layouts = new Map<string | null, { height: number; layout: RowLayout }>();
  #rowAt = new Map<string, number>();
  #ranges = new Map<string, GridRange[]>();
  /** The top of each row, and the height of all. */
  #tops: readonly number[] = [0];
  /** Heights by row; forgotten when its chips change. */
  #heights = new Map<string | null, number>();

  constructor(props: TimeGridProps, room: Room) {
    this.props = props;
    this.room = room;
    this.sizes = sizesOf(props.layout, props.columns.length, room.width);
    this.#takeRows();
    this.#takeRanges();
    this.index.update(props.chips);
    this.#measurePinned();
    this.#measureRows();
  }

  /** Returns the rows to redraw; null: all of them. */
  update(next: TimeGridProps): ReadonlySet<string | null> | null {
    const before = this.props;
    this.props = next;
    const isReordered = before.rows !== next.rows && !hasSameIds(before.rows, next.rows);
    if (isReordered) this.#takeRows();
    if (before.ranges !== next.ranges) this.#takeRanges();
    const touched = this.index.update(next.chips);
    const isReframed =
      before.columns !== next.columns ||
      before.mode !== next.mode ||
      before.layout.cellHeight !== next.layout.cellHeight ||
      before.layout.mostHeight !== next.layout.mostHeight ||
      before.layout.fit !== next.layout.fit ||
      before.layout.spacing !== next.layout.spacing ||
      before.layout.cellWidth !== next.layout.cellWidth ||
      before.layout.titleWidth !== next.layout.titleWidth;
    const tops = this.#tops;
    if (isReframed) this.resize(this.room);
    for (const row of touched) {
      this.#layouts.delete(row);
      this.#heights.delete(row);
    }
    if (touched.has(null) || !before.unfilled !== !next.unfilled) this.#measurePinned();
    // A row that grows or shrinks moves those below.
    const isMoved = isReframed || ((isReordered || touched.size > 0) && this.#measureRows());
    // Titles and totals are separate elements: only another order of rows moves chips on the canvas.
    const isRedrawn = isReframed || isReordered || before.ranges !== next.ranges;
    if (isRedrawn || !isMoved) return isRedrawn ? null : touched;
    return this.#tops.at(-1) === tops.at(-1) ? new Set([...touched, ...this.#movedFrom(tops)]) : null;
  }

  /** The rows whose top or height was another one; their order is the same. */
  #movedFrom(tops: readonly number[]): string[] {
    return this.props.rows.flatMap(({ id }, at) =>
      this.#tops[at] === tops[at] && this.#tops[at + 1] === tops[at + 1] ? [] : [id],
    );
  }

  resize(room: Room): void {
    this.room = room;
    this.sizes = sizesOf(this.props.layout, this.props.columns.length, room.width);
    this.#layouts.clear();
    this.#heights.clear();
    this.#measurePinned();
    this.#measureRows();
  }

  /** Drops the texts that were fitted with another font. */
  forgetWords(): void {
    for (const { layout } of this.#layouts.values()) for (const one of layout.placed as Placed[]) delete one.lines;
  }

  get columns(): readonly GridColumn[] {
    return this.props.columns;
  }

  get rowCount(): number {
    return this.props.rows.length;
  }

  get firstRow(): number {
    return this.props.unfilled ? pinnedRow : 0;
  }

  /** Height of all rows but the pinned one. */
  get bodyHeight(): number {
    return this.#tops[this.rowCount] ?? 0;
  }

  heightOf(row: number): number {
    return row === pinnedRow ? this.pinnedHeight : this.topOf(row + 1) - this.topOf(row);
  }

  /** Within its pane: the pinned row has its own. */
  topOf(row: number): number {
    return row === pinnedRow ? 0 : (this.#tops[row] ?? this.bodyHeight);
  }

  idOf(row: number): string | null {
    return row === pinnedRow ? null : (this.props.rows[row]?.id ?? null);
  }

  /** Undefined: the row is not shown. */
  rowOf(id: string | null): number | undefined {
    if (id === null) return this.props.unfilled ? pinnedRow : undefined;
    return this.#rowAt.get(id);
  }

  rowTitled(row: number): Omit<GridRow, 'id'> | undefined {
    return row === pinnedRow ? this.props.unfilled : this.props.rows[row];
  }

  rangesOf(row: number): readonly GridRange[] {
    const id = this.idOf(row);
    return (id !== null && this.#ranges.get(id)) || [];
  }

  layoutOf(row: number): RowLayout {
    if (row !== pinnedRow && row >= this.rowCount) return nothing;
    const id = this.idOf(row);
    const height = this.heightOf(row);
    const known = this.#layouts.get(id);
    // A row that only moved keeps its layout, and the texts that were fitted into it.
    if (known?.height === height) return known.layout;
    const layout = layRow(this.index.of(id), { ...this.#frame(), height });
    this.#layouts.set(id, { height, layout });
    return layout;
  }

  chipsIn(row: number, column: number): readonly GridChip[] {
    return this.layoutOf(row).cells.get(column) ?? [];
  }

  /** Where a chip is drawn, or the « +n » that counts it; within its pane. */
  placeOf(chip: GridChip): { row: number; column: number; box: Box; isDrawn: boolean } | null {
    const row = this.rowOf(chip.row);
    if (row === undefined) return null;
    const { placed, more } = this.layoutOf(row);
    const found = placed.find((one) => one.chip === chip);
    const counted = found ?? more.find((one) => one.chips.includes(chip));
    if (!counted) return null;
    const column = homeOf(chip, this.columns) ?? 0;
    const { x, y, w, h } = counted;
    return { row, column, box: { x, y: y + this.topOf(row), w, h }, isDrawn: found !== undefined };
  }

  cellBox(row: number, column: number): Box {
    const { cellWidth } = this.sizes;
    return { x: column * cellWidth, y: this.topOf(row), w: cellWidth, h: this.heightOf(row) };
  }

  columnAt(x: number): number {
    return clamp(Math.floor(x / this.sizes.cellWidth), 0, this.columns.length - 1);
  }

  rowAt(y: number): number {
    let [low, high] = [0, Math.max(0, this.rowCount - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Hit test in one row, whose top is 0. */
  hit(row: number, x: number, y: number): Hit {
    if (x < 0 || x >= this.sizes.width || row >= this.rowCount || y < 0 || y >= this.heightOf(row)) return null;
    const { placed, more } = this.layoutOf(row);
    for (const one of placed)
      if (isInside(one, x, y)) return { kind: 'chip', row, placed: one, edge: this.#edge(one, x) };
    for (const one of more) if (isInside(one, x, y)) return { kind: 'more', row, more: one };
    return { kind: 'cell', row, column: this.columnAt(x) };
  }

  #edge(placed: Placed, x: number): 'start' | 'end' | null {
    const { mode, readOnly, onResize } = this.props;
    if (readOnly || !onResize || placed.chip.locked) return null;
    if (mode === 'cells' && this.sizes.cellWidth < resizableWidth) return null;
    // The middle third always starts a drag.
    const reach = Math.min(edgeWidth, placed.w / 3);
    const [first, last] = [this.columns[0], this.columns.at(-1)];
    // An edge outside the columns cannot be dragged.
    if (x < placed.x + reach) return first && placed.chip.start >= first.start ? 'start' : null;
    return x >= placed.x + placed.w - reach && last && placed.chip.end <= last.end ? 'end' : null;
  }

  field(page: number): Field {
    return {
      firstRow: this.firstRow,
      rows: this.rowCount,
      columns: this.columns.length,
      page,
      hasTitles: this.props.onRow !== undefined,
      count: (row, column) => this.chipsIn(row, column).length,
    };
  }

  #takeRows(): void {
    this.#rowAt = new Map(this.props.rows.map(({ id }, at) => [id, at]));
  }

  #takeRanges(): void {
    this.#ranges = new Map();
    for (const range of this.props.ranges ?? []) {
      const known = this.#ranges.get(range.row);
      if (known) known.push(range);
      else this.#ranges.set(range.row, [range]);
    }
  }

  /** High enough for the fullest cell, up to a limit: unfilled posts should all be visible. */
  #measurePinned(): void {
    const { unfilled, layout } = this.props;
    this.#layouts.delete(null);
    const mostHeight = Math.min(pinnedMost * 55, Math.round(this.room.height / 3));
    this.pinnedHeight = unfilled
      ? rowHeightFor(fullest(this.index.of(null), this.#frame()), { ...layout, mostHeight }, this.#stackWidth)
      : 0;
  }

  /** Returns true if a row has another place or height than before. */
  #measureRows(): boolean {
    const { rows, layout } = this.props;
    const frame = this.#frame();
    const tops = [0];
    let top = 0;
    for (const { id } of rows) {
      let height = this.#heights.get(id);
      if (height === undefined) {
        height = rowHeightFor(fullest(this.index.of(id), frame), layout, this.#stackWidth);
        this.#heights.set(id, height);
      }
      top += height;
      tops.push(top);
    }
    const before = this.#tops;
    this.#tops = tops;
    return tops.length !== before.length || tops.some((one, at) => one !== before[at]);
  }

  /** The width of stacked chips; to scale, lanes do not depend on it. */
  get #stackWidth(): number {
    return this.props.mode === 'cells' ? this.sizes.cellWidth : Number.POSITIVE_INFINITY;
  }

  #frame(): Omit<RowFrame, 'height'> {
    const { mode, layout } = this.props;
    return { columns: this.columns, mode, cellWidth: this.sizes.cellWidth, spacing: layout.spacing };
  }
}
