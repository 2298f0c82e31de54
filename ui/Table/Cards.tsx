// The same rows on a phone: one card each.
import type { KeyboardEvent, ReactNode } from 'react';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { type Locale, useLocale } from '../kinds/locale.ts';
import { Shown, textOf } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';
import type { Column } from './columns.ts';
import { type Cells, MoreButton, type RowHandlers, TitleLink, titleOf } from './Row.tsx';
import classes from './Table.module.css';

interface CardsProps {
  of: Entity;
  /** Null: the first rows are on their way. */
  rows: readonly AnyRow[] | null;
  columns: readonly Column[];
  /** Null: nothing can be done with many rows at once. */
  selected: ReadonlyMap<string, AnyRow> | null;
  cells: Cells | undefined;
  on: RowHandlers;
}

export function Cards({ of, rows, columns, selected, cells, on }: CardsProps): ReactNode {
  const locale = useLocale();
  if (rows === null) {
    return (
      <ul className={classes.cards} aria-busy>
        {Array.from({ length: 6 }, (_none, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
          <li key={index} className={classes.card} aria-hidden style={{ gridTemplateColumns: '1fr', gap: '0.9rem' }}>
            <span className={classes.bone} style={{ width: '60%' }} />
            <span className={classes.bone} style={{ width: '85%' }} />
            <span className={classes.bone} style={{ width: '45%' }} />
          </li>
        ))}
      </ul>
    );
  }
  // From name to name by the arrows, as from row to row on a desk; Enter opens the link, Space picks.
  const onKeyDown = (event: KeyboardEvent, row: AnyRow, index: number): void => {
    if (!(event.target as HTMLElement).matches('a')) return;
    const last = rows.length - 1;
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last };
    const to = steps[event.key];
    if (to !== undefined) {
      const cards = event.currentTarget.parentElement?.children;
      cards?.[Math.max(0, Math.min(last, to))]?.querySelector<HTMLElement>('a')?.focus();
    } else if (event.key === ' ' && selected) on.select(row, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <ul className={classes.cards} aria-label={of.label.many}>
      {rows.map((row, index) => {
        const name = titleOf(of, row);
        const isSelected = selected?.has(row.id) ?? false;
        return (
          <li
            key={row.id}
            className={classes.card}
            data-pickable={selected !== null || undefined}
            data-selected={isSelected || undefined}
            onKeyDown={(event) => onKeyDown(event, row, index)}
          >
            {selected && (
              <input
                type="checkbox"
                aria-label={`Sélectionner ${name}`}
                checked={isSelected}
                onChange={() => on.select(row, false)}
                style={{ marginTop: '0.5rem' }}
              />
            )}
            <TitleLink row={row} on={on} shown={name} />
            <MoreButton name={name} row={row} on={on} />
            <dl>
              {columns
                .filter(({ path, field }) => path !== of.title && says(field, valueAt(row, path), locale))
                .map(({ path, field }) => {
                  const value = valueAt(row, path);
                  const Own = cells?.[path];
                  return (
                    <CardLine key={path} label={field.label}>
                      {Own ? <Own row={row} value={value} /> : <Shown field={field} value={value} />}
                    </CardLine>
                  );
                })}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

/** A card is short: what is not so, or not known, is left out. */
const says = (field: Field, value: unknown, locale: Locale): boolean =>
  value !== false && textOf(field, value, locale) !== '';

const CardLine = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);
