import { type ComponentType, memo, type ReactNode } from 'react';
import { type Entity, shownAt, valueAt } from '#core/kernel/entity.ts';
import { useLocale } from '../kinds/locale.ts';
import { kinds, shownIn } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';
import type { Column, SheetValue } from './columns.ts';
import shared from './Rows.module.css';
import classes from './Table.module.css';

/** Custom cells, by column; `sheet`: as they are exported. */
export type Cells = Readonly<Record<string, ComponentType<{ row: AnyRow; value: unknown }> & { sheet?: SheetValue }>>;

/** Stable references, so that rows redraw only when they change. */
export interface RowHandlers {
  open(row: AnyRow): void;
  hrefOf(id: string): string;
  select(row: AnyRow, range: boolean): void;
  /** Null: the menu would be empty. */
  menu: ((row: AnyRow, button: HTMLElement) => void) | null;
  focus(index: number): void;
}

export const titleOf = (of: Entity, row: AnyRow): string => String(valueAt(row, of.title) ?? of.label.one);

interface RowProps {
  of: Entity;
  row: AnyRow;
  /** Index on the page. */
  index: number;
  /** Position in the whole list. */
  position: number;
  columns: readonly Column[];
  /** Null: rows cannot be selected here. */
  selected: boolean | null;
  /** The one row that Tab reaches. */
  current: boolean;
  /** An empty cell fills the remaining width. */
  filler: boolean;
  cells: Cells | undefined;
  on: RowHandlers;
}

/** A click beside the controls of a row opens it; one that ends a selection of text does not. */
export const isBeside = (target: EventTarget): boolean =>
  !(target as HTMLElement).closest('a, button, input, label') && !window.getSelection()?.toString();

export const Row = memo(function Row(props: RowProps): ReactNode {
  const { of, row, index, columns, selected, current, cells, on } = props;
  const locale = useLocale();
  const name = titleOf(of, row);
  return (
    // The body of the grid handles its keys (Enter, Space, arrows).
    <tr
      className={classes.row}
      tabIndex={current ? 0 : -1}
      aria-selected={selected ?? undefined}
      aria-rowindex={props.position + 2}
      data-index={index}
      onFocus={() => on.focus(index)}
      onClick={(event) => {
        if (!isBeside(event.target)) return;
        if (selected !== null && (event.ctrlKey || event.metaKey || event.shiftKey)) on.select(row, event.shiftKey);
        else on.open(row);
      }}
      onContextMenu={(event) => {
        if (!on.menu || (event.target as HTMLElement).closest('a')) return;
        event.preventDefault();
        on.menu(row, event.currentTarget.querySelector(`.${shared.more}`) as HTMLElement);
      }}
    >
      {selected !== null && (
        <td className={classes.pick}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Sélectionner ${name}`}
            checked={selected}
            onChange={(event) => on.select(row, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column, position) => {
        const { path, field } = column;
        const value = shownAt(row, path, field);
        const Own = cells?.[path];
        const shown = Own ? <Own row={row} value={value} /> : shownIn(field, value, locale);
        return (
          <td key={path} className={classOf(position, column, Own !== undefined)} data-align={kinds[field.kind].align}>
            {path === of.title ? <TitleLink row={row} on={on} tabIndex={-1} shown={shown} /> : shown}
          </td>
        );
      })}
      {props.filler && <td aria-hidden />}
      <td className={classes.menu}>
        <MoreButton name={name} row={row} on={on} tabIndex={-1} />
      </td>
    </tr>
  );
});

/** Kinds whose values are never longer than their column, unless the user or the field itself made it narrower. */
const fittingKinds: ReadonlySet<string> = new Set(['status', 'flag', 'day', 'moment', 'time', 'hours']);

function classOf(position: number, { field, sized }: Column, isOwn: boolean): string | undefined {
  if (position === 0) return classes.first;
  return !sized && !isOwn && field.chars === undefined && fittingKinds.has(field.kind) ? classes.fits : undefined;
}

interface PartProps {
  row: AnyRow;
  on: RowHandlers;
  tabIndex?: number;
}

interface TitleProps {
  shown: ReactNode;
  /** The whole name of the row, if a part of it is shown elsewhere. */
  name?: string;
}

/** A real link, so that a record can open in another tab. */
export function TitleLink({ row, on, tabIndex, shown, name }: PartProps & TitleProps): ReactNode {
  return (
    <a
      className={shared.title}
      href={on.hrefOf(row.id)}
      tabIndex={tabIndex}
      aria-label={name}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        on.open(row);
      }}
    >
      {shown}
    </a>
  );
}

export function MoreButton({ name, row, on, tabIndex }: PartProps & { name: string }): ReactNode {
  const { menu } = on;
  if (!menu) return null;
  return (
    <button
      type="button"
      className={shared.more}
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-label={`Actions : ${name}`}
      onClick={(event) => menu(row, event.currentTarget)}
    />
  );
}
