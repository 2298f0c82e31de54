// Column headers: a click sorts; dragging the edge, or Shift and the arrows, resizes.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
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
const keyStep = 16;

/** The width after an arrow key, or null for other keys. */
function widthByKey({ key, currentTarget }: KeyboardEvent): number | null {
  const way = key === 'ArrowRight' ? keyStep : key === 'ArrowLeft' ? -keyStep : null;
  const head = currentTarget.closest('th');
  return way === null || !head ? null : Math.max(narrowest, head.offsetWidth + way);
}

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
          title={`${field.label} (largeur : Maj + ← ou →)`}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
          onClick={() => onSort({ by: path, ascending: sorted ? !sort.ascending : true })}
          onKeyDown={(event) => {
            const width = event.shiftKey ? widthByKey(event) : null;
            if (width === null) return;
            event.preventDefault();
            onResize(path, width, true);
          }}
        >
          <span>{field.label}</span>
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.unsorted} title={field.label}>
          <span>{field.label}</span>
        </span>
      )}
      <Resizer path={path} label={field.label} width={column.width} byKey={!isSortable(field)} onResize={onResize} />
    </th>
  );
}

interface ResizerProps extends Pick<HeadProps, 'onResize'> {
  path: string;
  label: string;
  width: number;
  /** Reached by Tab if the header has no button for the keys. */
  byKey: boolean;
}

function Resizer({ path, label, width, byKey, onResize }: ResizerProps): ReactNode {
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent): number =>
    Math.max(narrowest, (from.current?.width ?? 0) + event.clientX - (from.current?.x ?? 0));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an edge to drag; a focusable separator if no button handles its keys
    <span
      className={classes.resizer}
      role={byKey ? 'separator' : 'presentation'}
      {...(byKey
        ? { tabIndex: 0, 'aria-label': `Largeur de la colonne ${label}`, 'aria-valuenow': width }
        : { 'aria-hidden': true })}
      onKeyDown={(event) => {
        const wanted = widthByKey(event);
        if (wanted === null) return;
        event.preventDefault();
        onResize(path, wanted, true);
      }}
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
