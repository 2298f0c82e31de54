// Layout of the chips of one row: none leaves the row or covers another; those without room are counted (« +3 »).
import { type Box, clamp, columnOf, xOf } from './geometry.ts';
import type { GridChip, GridColumn, GridLayout, GridMode } from './types.ts';
import { heightOf, narrowColumn } from './words.ts';

export interface Placed extends Box {
  chip: GridChip;
  column: number;
  /** The text that fits; computed when it is first drawn. */
  lines?: readonly string[];
}

/** « +3 »: the chips of this cell that have no room. */
export interface More extends Box {
  chips: readonly GridChip[];
  column: number;
}

export interface RowLayout {
  placed: readonly Placed[];
  more: readonly More[];
  /** Every chip by the column in which it begins, sorted by time. */
  cells: ReadonlyMap<number, readonly GridChip[]>;
}

export interface RowFrame {
  columns: readonly GridColumn[];
  mode: GridMode;
  cellWidth: number;
  spacing: number;
  height: number;
}

export type RowSizes = Pick<GridLayout, 'cellHeight' | 'mostHeight' | 'spacing'>;

const gap = 2;
/** Height of one line of text. */
const least = 15;
/** Height of three lines: a taller chip would show no more text. */
const most = 46;
/** Smallest width, so that a chip of five minutes can be seen and clicked. */
const narrowest = 8;

/** How many of `count` chips fit in a cell, and their height. If not all fit, one place is for « +n ». */
export function stack(count: number, height: number): { size: number; shown: number } {
  const lanes = Math.max(1, Math.floor((height + gap) / (least + gap)));
  const used = Math.min(count, lanes);
  const size = Math.max(1, Math.min(most, Math.floor((height + gap) / Math.max(1, used)) - gap));
  return { size, shown: count <= lanes ? count : lanes - 1 };
}

/** Height of a chip with its hours and its place: on two lines, in a narrow column on three. */
const readable = (cellWidth: number): number => heightOf(cellWidth < narrowColumn ? 3 : 2);

/** The height of a row whose fullest cell holds this many chips: all lines of each can be read, up to the limit. */
export function rowHeightFor(
  count: number,
  { cellHeight, mostHeight = cellHeight, spacing }: RowSizes,
  cellWidth = Number.POSITIVE_INFINITY,
): number {
  return clamp(count * (readable(cellWidth) + gap) - gap + spacing, cellHeight, Math.max(cellHeight, mostHeight));
}

const byTime = (one: GridChip, other: GridChip): number =>
  one.start - other.start || one.end - other.end || (one.id < other.id ? -1 : 1);

/** A chip that began before the first column is shown in the first; one outside all columns in none. */
export function homeOf(chip: GridChip, columns: readonly GridColumn[]): number | null {
  const at = columnOf(columns, chip.start);
  if (at >= columns.length) return null;
  if (at >= 0) return at;
  const first = columns[0];
  return first && chip.end > first.start ? 0 : null;
}

/** The most chips that lie on top of each other in the row. */
export function fullest(chips: readonly GridChip[], frame: Omit<RowFrame, 'height'>): number {
  if (chips.length < 2) return chips.length;
  if (frame.mode === 'hours') return Math.max(0, ...clustersOf(cellsOf(chips, frame), frame).map(lanesOf));
  const counts = new Map<number, number>();
  let most = 0;
  for (const chip of chips) {
    const home = homeOf(chip, frame.columns);
    if (home === null) continue;
    const count = (counts.get(home) ?? 0) + 1;
    counts.set(home, count);
    if (count > most) most = count;
  }
  return most;
}

export function layRow(chips: readonly GridChip[], frame: RowFrame): RowLayout {
  const cells = cellsOf(chips, frame);
  return { cells, ...(frame.mode === 'cells' ? stacked(cells, frame) : toScale(cells, frame)) };
}

function cellsOf(chips: readonly GridChip[], frame: Pick<RowFrame, 'columns'>): Map<number, GridChip[]> {
  const cells = new Map<number, GridChip[]>();
  for (const chip of [...chips].sort(byTime)) {
    const home = homeOf(chip, frame.columns);
    if (home === null) continue;
    const cell = cells.get(home);
    if (cell) cell.push(chip);
    else cells.set(home, [chip]);
  }
  return cells;
}

type Drawn = Pick<RowLayout, 'placed' | 'more'>;

function stacked(cells: ReadonlyMap<number, readonly GridChip[]>, frame: RowFrame): Drawn {
  const [placed, more]: [Placed[], More[]] = [[], []];
  const edge = frame.spacing / 2;
  for (const [column, chips] of cells) {
    const { size, shown } = stack(chips.length, frame.height - frame.spacing);
    const box = (lane: number): Box => ({
      x: column * frame.cellWidth + edge,
      y: edge + lane * (size + gap),
      w: frame.cellWidth - frame.spacing,
      h: size,
    });
    for (const [lane, chip] of chips.slice(0, shown).entries()) placed.push({ chip, column, ...box(lane) });
    if (shown < chips.length) more.push({ chips: chips.slice(shown), column, ...box(shown) });
  }
  return { placed, more };
}

interface Span {
  chip: GridChip;
  column: number;
  from: number;
  to: number;
  lane: number;
}

const lanesOf = (cluster: readonly Span[]): number => Math.max(...cluster.map(({ lane }) => lane)) + 1;

/** Chips that overlap, directly or through others; each takes the first free lane. */
function clustersOf(
  cells: ReadonlyMap<number, readonly GridChip[]>,
  { columns, cellWidth }: Pick<RowFrame, 'columns' | 'cellWidth'>,
): Span[][] {
  const clusters: Span[][] = [];
  let until = Number.NEGATIVE_INFINITY;
  let ends: number[] = [];
  const width = columns.length * cellWidth;
  for (const [column, chips] of [...cells].sort(([one], [other]) => one - other))
    for (const chip of chips) {
      const from = Math.min(xOf(columns, cellWidth, chip.start), width - narrowest);
      const to = Math.max(from + narrowest, xOf(columns, cellWidth, chip.end));
      if (from >= until) {
        clusters.push([]);
        ends = [];
      }
      const free = ends.findIndex((end) => end <= from);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = to;
      until = Math.max(until, to);
      clusters.at(-1)?.push({ chip, column, from, to, lane });
    }
  return clusters;
}

/** The chips of a cluster share the height. */
function toScale(cells: ReadonlyMap<number, readonly GridChip[]>, frame: RowFrame): Drawn {
  const drawn: { placed: Placed[]; more: More[] } = { placed: [], more: [] };
  for (const cluster of clustersOf(cells, frame)) drawCluster(cluster, lanesOf(cluster), frame, drawn);
  return drawn;
}

/** Rounded to whole pixels, with one pixel between two neighbours. */
function across(from: number, to: number): { x: number; w: number } {
  const x = Math.round(from);
  return { x, w: Math.max(1, Math.round(to) - x - 1) };
}

function drawCluster(cluster: Span[], lanes: number, frame: RowFrame, into: { placed: Placed[]; more: More[] }): void {
  const edge = frame.spacing / 2;
  const { size, shown } = stack(lanes, frame.height - frame.spacing);
  const top = (lane: number): number => edge + lane * (size + gap);
  for (const { chip, column, from, to, lane } of cluster)
    if (lane < shown) into.placed.push({ chip, column, ...across(from, to), y: top(lane), h: size });
  const hidden = cluster.filter(({ lane }) => lane >= shown);
  const [first] = hidden;
  if (!first) return;
  const to = Math.max(...hidden.map((span) => span.to));
  into.more.push({
    chips: hidden.map(({ chip }) => chip),
    column: first.column,
    ...across(first.from, to),
    y: top(shown),
    h: size,
  });
}
