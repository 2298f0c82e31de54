// Column heads: a click sorts, a drag of the edge resizes.

import { type PointerEvent, type ReactNode, useRef } from 'react';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import { isSortable, kinds } from '../kinds.tsx';
import type { Column } from './columns.ts';
import classes from './Table.module.css';
import type { Sort } from './useTableState.ts';

interface HeadProps {
  column: Column;
  first: boolean;
  sort: Sort;
  onSort(sort: Sort): void;
  onResize(path: string, width: number, done: boolean): void;
}

const narrowest = 60;

export function Head({ column, first, sort, onSort, onResize }: HeadProps): ReactNode {
  const { path, field } = column;
  const sorted = sort.by === path;
  const direction = sorted ? (sort.ascending ? 'ascending' : 'descending') : 'none';
  const Arrow = sorted && !sort.ascending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={first ? classes.first : undefined}
      data-align={kinds[field.kind].align}
      data-column={path}
      aria-sort={isSortable(field) ? direction : undefined}
    >
      {isSortable(field) ? (
        <button
          type="button"
          className={classes.sort}
          title={field.label}
          onClick={() => onSort({ by: path, ascending: sorted ? !sort.ascending : true })}
        >
          <span>{field.label}</span>
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.unsorted} title={field.label}>
          <span>{field.label}</span>
        </span>
      )}
      <Resizer path={path} onResize={onResize} />
    </th>
  );
}

function Resizer({ path, onResize }: Pick<HeadProps, 'onResize'> & { path: string }): ReactNode {
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent): number =>
    Math.max(narrowest, (from.current?.width ?? 0) + event.clientX - (from.current?.x ?? 0));
  return (
    // The pointer's way to a width; the keyboard's is the column dialog's reset and the browser's zoom.
    <span
      className={classes.resizer}
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault();
        const head = event.currentTarget.parentElement as HTMLElement;
        from.current = { x: event.clientX, width: head.getBoundingClientRect().width };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.dataset.dragging = '';
      }}
      onPointerMove={(event) => from.current && onResize(path, widthAt(event), false)}
      onPointerUp={(event) => {
        if (from.current) onResize(path, widthAt(event), true);
        from.current = null;
        delete event.currentTarget.dataset.dragging;
      }}
    />
  );
}
