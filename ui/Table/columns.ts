// The columns of a page: those of the entity, with the order, visibility and width that the user chose.
import { columnFields, type Entity } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import type { View } from '#core/kernel/view.ts';
import type { PageConfig } from '#core/session/session.ts';
import type { Locale } from '../kinds/locale.ts';
import { kinds } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';

/** What a spreadsheet has in place of the value, where the table shows something else. */
export interface SheetValue {
  /** Other columns that it reads. */
  needs?: readonly string[];
  /** The value, of the kind of the field. */
  value?(row: AnyRow, value: unknown): unknown;
  /** Or the words. */
  words?(row: AnyRow, value: unknown, locale: Locale): string;
}

export interface Column {
  path: string;
  field: Field;
  visible: boolean;
  width: number;
  /** The user resized it. */
  sized: boolean;
  sheet?: SheetValue;
}

export type TableConfig = NonNullable<PageConfig['config']>;
export type Density = NonNullable<TableConfig['density']>;

const titleWidth = 260;
const shortText = 40;
const widestChoice = 240;
/** Pixels of a character and of the space around a cell; with the dot of a status. */
const [ofChar, around, dot] = [7.25, 24, 16] as const;
const widthOf = (chars: number): number => Math.ceil(around + chars * ofChar);

/** Wide enough for its header and its usual content. */
function startingWidth(of: Entity, path: string, field: Field): number {
  if (field.chars !== undefined) return Math.max(widthOf(field.chars), 40 + field.label.length * 8);
  if (field.kind === 'status') {
    const labels = Object.values(field.machine?.states ?? {}).map(({ label }) => label.length);
    return Math.max(kinds.status.width, dot + widthOf(Math.max(0, ...labels)));
  }
  const longest = Math.max(
    0,
    ...Object.values(field.kind === 'choice' ? (field.options ?? {}) : {}).map(({ length }) => length),
  );
  // A number, not a name.
  const isShort = field.kind === 'text' && (field.max ?? 255) <= shortText;
  const usual = isShort
    ? kinds.choice.width
    : Math.max(kinds[field.kind].width, Math.min(widestChoice, 40 + longest * 8));
  return Math.max(path === of.title && !isShort ? titleWidth : usual, 40 + field.label.length * 8);
}

export function columnsOf(of: Entity, config: TableConfig | undefined, view: View): Column[] {
  const offered = new Map(columnFields(of).filter(([path]) => view.sees(path)));
  const chosen = config?.columns ?? [];
  const made: Column[] = [];
  const add = (path: string, visible: boolean, width: number | undefined): void => {
    const field = offered.get(path);
    if (!field) return;
    offered.delete(path);
    made.push({ path, field, visible, width: width ?? startingWidth(of, path, field), sized: width !== undefined });
  };
  for (const { name, visible, width } of chosen) add(name, visible, width);
  for (const [path, field] of offered) add(path, field.column === 'shown', undefined);
  // The first column stays visible while the others scroll: it names the row.
  const title = made.findIndex(({ path }) => path === of.title);
  if (title >= 0 && chosen.length === 0) made.unshift(...made.splice(title, 1));
  return made.some(({ visible }) => visible) ? made : made.map((column) => ({ ...column, visible: true }));
}

export const keepColumns = (columns: readonly Column[]): NonNullable<TableConfig['columns']> =>
  columns.map(({ path, visible, width, sized }) => ({
    name: path,
    visible,
    ...(sized ? { width: Math.round(width) } : {}),
  }));

/** Columns wider than this share the remaining width; a date or a status does not grow. */
const growsFrom = 200;

/** And give way to this width, but for those whose value must be read whole. */
const narrowest = 140;
const wholeKinds: ReadonlySet<string> = new Set(['status', 'choice', 'day', 'moment', 'time', 'money']);

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
const growth = ({ width }: Column): number => (width >= growsFrom ? width : 0);
const slack = ({ width, field }: Column): number =>
  width >= growsFrom && !wholeKinds.has(field.kind) ? width - narrowest : 0;

/** The difference to the room is shared by weight; the widest of them bears the rest of the rounding. */
function shared(columns: readonly Column[], room: number, weightOf: (column: Column) => number): number[] {
  const widths = columns.map(({ width }) => width);
  const weights = sumOf(columns.map(weightOf));
  if (weights === 0) return widths;
  const difference = room - sumOf(widths);
  const next = columns.map((column) => column.width + Math.trunc((difference * weightOf(column)) / weights));
  const sharing = next.map((width, at) => (weightOf(columns[at] as Column) > 0 ? width : 0));
  const widest = sharing.indexOf(Math.max(...sharing));
  return next.with(widest, (next[widest] as number) + room - sumOf(next));
}

/**
 * Of columns that need more than the room, none is cut by the menus of the rows before one scrolls: the one at the edge
 * fits if others give way, else those before it push it out.
 */
function wholeAtEdge(columns: readonly Column[], room: number): number[] {
  const widths = columns.map(({ width }) => width);
  const edge = widths.findIndex((_width, at) => sumOf(widths.slice(0, at + 1)) > room);
  const within = columns.slice(0, edge + 1);
  return sumOf(widths.slice(0, edge + 1)) - room <= sumOf(within.map(slack))
    ? [...shared(within, room, slack), ...widths.slice(edge + 1)]
    : [...shared(columns.slice(0, edge), room, growth), ...widths.slice(edge)];
}

/** After a resize every column keeps its width, so that the edge stays under the pointer. */
export function widthsIn(columns: readonly Column[], room: number): number[] {
  const left = room - sumOf(columns.map(({ width }) => width));
  // No room: not measured yet.
  if (room <= 0 || left === 0 || columns.some(({ sized }) => sized)) return columns.map(({ width }) => width);
  return left < 0 ? wholeAtEdge(columns, room) : shared(columns, room, growth);
}
