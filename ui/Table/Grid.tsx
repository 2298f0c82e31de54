// The table itself: sticky header and first column, keyboard navigation, only visible rows drawn above a hundred.
import { VisuallyHidden } from '@mantine/core';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { AnyRow } from '../moves.ts';
import { type Column, type Density, widthsIn } from './columns.ts';
import { Head } from './Header.tsx';
import { type Cells, Row, type RowHandlers } from './Row.tsx';
import shared from './Rows.module.css';
import classes from './Table.module.css';
import type { Sort } from './useTableState.ts';
import { useWindow } from './useWindow.ts';

const rowHeights: Record<Density, number> = { compact: 28, normal: 36, comfortable: 48 };
const pickColumn = 40;
const menuWidth = 44;

export interface GridProps {
  of: Entity;
  /** Null: the first rows are loading. */
  rows: readonly AnyRow[] | null;
  /** Rows before the first one shown. */
  offset: number;
  filtered: number;
  limit: number;
  columns: readonly Column[];
  density: Density;
  sort: Sort;
  /** Null: there is no bulk action. */
  selected: ReadonlyMap<string, AnyRow> | null;
  cells: Cells | undefined;
  busy: boolean;
  on: Omit<RowHandlers, 'focus'>;
  onSort(sort: Sort): void;
  onSelectAll(all: boolean): void;
  onWidths(widths: Record<string, number>): void;
}

export function Grid(props: GridProps): ReactNode {
  const { of, rows, columns, density, sort, selected, onSort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Record<string, number> | null>(null);
  const [current, setCurrent] = useState(0);
  const focusPending = useRef(false);
  const [room, setRoom] = useState(0);
  const count = rows?.length ?? 0;
  const pickWidth = selected ? pickColumn : 0;
  const widths = dragged
    ? columns.map(({ path, width }) => dragged[path] ?? width)
    : widthsIn(columns, room - pickWidth - menuWidth);
  const total = widths.reduce((sum, width) => sum + width, pickWidth + menuWidth);
  const filler = total < room;

  const on = useMemo<RowHandlers>(() => ({ ...props.on, focus: setCurrent }), [props.on]);
  const turn = useTurn(rows, selected);
  // A dragged edge lays out all drawn rows again.
  const resizing = dragged !== null;
  const basis = [turn, columns, on, props.cells, filler, props.offset, selected === null, resizing];
  const busy = props.busy || resizing;
  const drawn = useWindow(scroller, { count, usualHeight: rowHeights[density], basis, busy });
  const look = useRef(drawn.look);
  look.current = drawn.look;
  const active = Math.min(current, Math.max(0, count - 1));

  // Another page or another order is read from its first row.
  const place = `${props.offset} ${JSON.stringify(sort)}`;
  const placed = useRef(place);
  useLayoutEffect(() => {
    if (placed.current === place) return;
    placed.current = place;
    (scroller.current as HTMLDivElement).scrollTop = 0;
  }, [place]);

  useLayoutEffect(() => {
    const element = scroller.current as HTMLDivElement;
    const measure = (): void => {
      setRoom(element.clientWidth);
      look.current();
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  // A row out of view takes the focus once it is drawn.
  useLayoutEffect(() => {
    if (!focusPending.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!row) return;
    focusPending.current = false;
    row.focus();
  });

  const goToRow = (to: number): void => {
    const next = Math.max(0, Math.min(count - 1, to));
    focusPending.current = true;
    setCurrent(next);
    drawn.reveal(next);
    if (next === active) focusPending.current = false;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows?.[active];
    if (!row || (event.target as HTMLElement).tagName !== 'TR' || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || !selected) return;
      event.preventDefault();
      props.onSelectAll(true);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeights[density]) - 2);
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) goToRow(to);
    else if (event.key === 'Enter') on.open(row);
    else if (event.key === ' ' && selected) on.select(row, event.shiftKey);
    else return;
    event.preventDefault();
  };

  const resize = (path: string, width: number, done: boolean): void => {
    const heads = scroller.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
    const measured =
      dragged ?? Object.fromEntries([...heads].map((head) => [head.dataset.column ?? '', head.offsetWidth]));
    const next = { ...measured, [path]: Math.round(width) };
    setDragged(done ? null : next);
    if (done) props.onWidths(next);
  };

  const allSelected = count > 0 && (rows ?? []).every(({ id }) => selected?.has(id));
  const someSelected = !allSelected && (rows ?? []).some(({ id }) => selected?.has(id));

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-wide={total > room || undefined}
      data-more={total > room || undefined}
      onScroll={({ currentTarget }) => {
        drawn.look();
        const { scrollLeft, scrollWidth, clientWidth } = currentTarget;
        currentTarget.toggleAttribute('data-scrolled', scrollLeft > 0);
        currentTarget.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1);
      }}
    >
      <table
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are focused and navigated by arrow keys, an ARIA grid
        role="grid"
        aria-label={of.label.many}
        aria-rowcount={props.filtered + 1}
        aria-multiselectable={selected !== null}
        aria-busy={props.busy}
        style={{ minWidth: total, '--pick': `${pickWidth}px` } as CSSProperties}
      >
        <colgroup>
          {selected && <col style={{ width: pickWidth }} />}
          {columns.map(({ path }, position) => (
            <col key={path} style={{ width: widths[position] }} />
          ))}
          {filler && <col />}
          <col style={{ width: menuWidth }} />
        </colgroup>
        <thead>
          <tr>
            {selected && (
              <th scope="col" className={classes.pick}>
                <input
                  type="checkbox"
                  aria-label="Tout sélectionner sur la page"
                  checked={allSelected}
                  disabled={count === 0}
                  ref={(input) => {
                    if (input) input.indeterminate = someSelected;
                  }}
                  onChange={() => props.onSelectAll(!allSelected)}
                />
              </th>
            )}
            {columns.map((column, position) => (
              <Head
                key={column.path}
                column={column}
                first={position === 0}
                sort={sort}
                onSort={onSort}
                onResize={resize}
              />
            ))}
            {filler && <td aria-hidden />}
            <th scope="col" className={classes.menu}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        {rows === null ? (
          <tbody>
            {Array.from({ length: Math.min(props.limit, 20) }, (_none, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <Bones key={index} count={columns.length + 1 + (selected ? 1 : 0) + (filler ? 1 : 0)} seed={index} />
            ))}
          </tbody>
        ) : (
          body()
        )}
      </table>
    </div>
  );

  function body(): ReactNode {
    const { from, to, before, after } = drawn;
    // Tab must reach a row, even if the active one is out of view.
    const reached = active >= from && active < to ? active : from;
    const firstPart = Math.floor(from / partRows);
    const parts = Array.from({ length: Math.ceil(to / partRows) - firstPart }, (_none, at) => firstPart + at);
    return (
      <>
        {before > 0 && <Space height={before} />}
        {parts.map((part) => {
          const start = Math.max(from, part * partRows);
          return (
            <tbody key={part} className={classes.part} onKeyDown={onKeyDown}>
              {rows?.slice(start, Math.min(to, (part + 1) * partRows)).map((row, place) => (
                <Row
                  key={row.id}
                  of={of}
                  row={row}
                  index={start + place}
                  position={props.offset + start + place}
                  columns={columns}
                  selected={selected?.has(row.id) ?? null}
                  current={start + place === reached}
                  filler={filler}
                  cells={props.cells}
                  on={on}
                />
              ))}
            </tbody>
          );
        })}
        {after > 0 && <Space height={after} />}
      </>
    );
  }
}

/** Rows of a body of the table: the browser paints, and React removes, a part at once. */
const partRows = 25;

/** In the place of rows that are not drawn. */
const Space = ({ height }: { height: number }): ReactNode => (
  <tbody aria-hidden>
    <tr style={{ height }} />
  </tbody>
);

/** Selected or deselected at once, they are drawn again as other rows are. */
const manyRows = 25;

/** Differs once most rows are drawn anew: others, another order, all selected. Not if one of them changed. */
function useTurn(rows: GridProps['rows'], selected: GridProps['selected']): number {
  const picked = useMemo(() => (rows ?? []).filter(({ id }) => selected?.has(id)).length, [rows, selected]);
  const [last, setLast] = useState({ rows, picked, turn: 0 });
  if (rows === last.rows && picked === last.picked) return last.turn;
  const isNew = !samePlaces(last.rows, rows) || Math.abs(picked - last.picked) > manyRows;
  const turn = last.turn + (isNew ? 1 : 0);
  setLast({ rows, picked, turn });
  return turn;
}

const samePlaces = (one: GridProps['rows'], other: GridProps['rows']): boolean =>
  one?.length === other?.length && (one ?? []).every(({ id }, at) => id === other?.[at]?.id);

function Bones({ count, seed }: { count: number; seed: number }): ReactNode {
  return (
    <tr aria-hidden>
      {Array.from({ length: count }, (_none, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <td key={index}>
          {index < count - 1 && (
            <span className={shared.bone} style={{ width: `${45 + ((seed * 7 + index * 13) % 45)}%` }} />
          )}
        </td>
      ))}
    </tr>
  );
}
