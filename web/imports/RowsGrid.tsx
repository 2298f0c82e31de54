// The rows of the file: only visible rows are drawn, cells are edited in place.
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { importColumn } from '#core/imports/columns.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useWindow } from '#ui/Table/useWindow.ts';
import classes from './imports.module.css';
import { type Import, keyOf } from './useImport.ts';

const rowHeight = 32;

interface RowsGridProps {
  of: Entity;
  work: Import;
  /** Row indexes in the file. */
  rows: readonly number[];
  messages: ReadonlyMap<string, string>;
  known: ReadonlySet<number>;
}

export function RowsGrid({ of, work, rows, messages, known }: RowsGridProps): ReactElement {
  const { table, mapping, corrected, correct, duplicates, left, leave } = work;
  const scroller = useRef<HTMLElement>(null);
  const drawn = useWindow(scroller, { count: rows.length, usualHeight: rowHeight });
  const [edited, setEdited] = useState<string | null>(null);
  const columns = mapping.flatMap((path, cell) => {
    const column = path === null ? undefined : importColumn(of, path);
    return column ? [{ cell, label: column.label }] : [];
  });
  const faultOf = (row: number, cell: number): string | null => {
    const key = keyOf(row, cell);
    return corrected.has(key) ? (corrected.get(key) ?? null) : (messages.get(key) ?? null);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a long table
    <section className={classes.frame} ref={scroller} onScroll={drawn.look} tabIndex={0} aria-label="Lignes">
      <table className={classes.grid} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">Ligne</th>
            {columns.map(({ cell, label }) => (
              <th key={cell} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.before > 0 && <tr style={{ height: drawn.before }} aria-hidden />}
          {rows.slice(drawn.from, drawn.to).map((row, place) => {
            const whole = messages.get(keyOf(row, null));
            // The cells themselves may be off the screen.
            const faulty = columns.filter(({ cell }) => faultOf(row, cell) !== null).map(({ label }) => label);
            const marked = whole !== undefined || faulty.length > 0;
            return (
              <tr
                key={row}
                data-index={drawn.from + place}
                data-known={known.has(row) || left.has(row) || undefined}
                data-left={left.has(row) || undefined}
              >
                <th scope="row" data-fault={marked || undefined} title={whole}>
                  {row + 1}
                  <button
                    type="button"
                    className={classes.leave}
                    aria-label={`${left.has(row) ? 'Reprendre' : 'Laisser'} la ligne ${row + 1}`}
                    title={left.has(row) ? 'Reprendre cette ligne' : 'Ne pas importer cette ligne'}
                    onClick={() => leave(row)}
                  >
                    {left.has(row) ? 'Reprendre' : 'Laisser'}
                  </button>
                  {known.has(row) && (
                    <span className={classes.known}>{duplicates === 'update' ? 'Mise à jour' : 'Ignorée'}</span>
                  )}
                  {whole !== undefined && <span className={classes.fault}>{whole}</span>}
                  {faulty.length > 0 && (
                    <span className={classes.faulty} title={faulty.join(', ')}>
                      {faulty.join(', ')}
                    </span>
                  )}
                </th>
                {columns.map(({ cell, label }) => (
                  <Cell
                    key={cell}
                    name={`${label}, ligne ${row + 1}`}
                    text={table?.rows[row]?.[cell] ?? ''}
                    fault={faultOf(row, cell)}
                    changed={corrected.has(keyOf(row, cell))}
                    editing={edited === keyOf(row, cell)}
                    onEdit={() => setEdited(keyOf(row, cell))}
                    onEnd={(text) => {
                      setEdited(null);
                      if (text !== null) correct(row, cell, text);
                    }}
                  />
                ))}
              </tr>
            );
          })}
          {drawn.after > 0 && <tr style={{ height: drawn.after }} aria-hidden />}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  name: string;
  text: string;
  fault: string | null;
  changed: boolean;
  editing: boolean;
  onEdit(): void;
  /** Null: unchanged. */
  onEnd(text: string | null): void;
}

function Cell({ name, text, fault, changed, editing, onEdit, onEnd }: CellProps): ReactElement {
  const faultId = useId();
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') onEnd(event.currentTarget.value);
    if (event.key !== 'Escape') return;
    // The dialog must not handle this key.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onEnd(null);
  };
  return (
    <td data-fault={fault !== null || undefined} data-changed={changed || undefined}>
      {editing ? (
        <input
          className={classes.input}
          aria-label={name}
          defaultValue={text}
          // biome-ignore lint/a11y/noAutofocus: the cell was clicked to edit it
          autoFocus
          onBlur={(event) => onEnd(event.currentTarget.value)}
          onKeyDown={press}
        />
      ) : (
        <div className={classes.cell}>
          <button
            type="button"
            className={classes.text}
            aria-label={`${name} : ${text || 'vide'}`}
            aria-describedby={fault === null ? undefined : faultId}
            title={fault ?? text}
            onClick={onEdit}
          >
            {text}
          </button>
          {fault !== null && (
            <span className={classes.fault} id={faultId}>
              {fault}
            </span>
          )}
        </div>
      )}
    </td>
  );
}
