// The columns of a page: those of the entity, with the order, visibility and width that the user chose.
import { columnFields, type Entity } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import type { View } from '#core/kernel/view.ts';
import type { PageConfig } from '#core/session/session.ts';
import { kinds } from '../kinds.tsx';

export interface Column {
  path: string;
  field: Field;
  visible: boolean;
  width: number;
  /** The user resized it. */
  sized: boolean;
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

/** After a resize every column keeps its width, so that the edge stays under the pointer. */
export function widthsIn(columns: readonly Column[], room: number): number[] {
  const widths = columns.map(({ width }) => width);
  const left = room - widths.reduce((sum, width) => sum + width, 0);
  if (left <= 0 || columns.some(({ sized }) => sized)) return widths;
  const growing = widths.reduce((sum, width) => sum + (width >= growsFrom ? width : 0), 0);
  if (growing === 0) return widths;
  const grown = widths.map((width) => (width >= growsFrom ? width + Math.floor((left * width) / growing) : width));
  const rest = room - grown.reduce((sum, width) => sum + width, 0);
  const widest = grown.indexOf(Math.max(...grown));
  return grown.with(widest, (grown[widest] as number) + rest);
}
