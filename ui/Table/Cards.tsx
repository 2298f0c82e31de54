// The rows on a phone, two lines each: the title, then the status and the first columns that have a value, as far as they fit.
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { type Entity, shownAt, statusPath, valueAt } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { type Locale, useLocale } from '../kinds/locale.ts';
import { Shown, StatusBadge, textOf } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';
import type { Column } from './columns.ts';
import { type Cells, isBeside, MoreButton, type RowHandlers, TitleLink, titleOf } from './Row.tsx';
import classes from './Rows.module.css';
import { scrollerOf, useWindow } from './useWindow.ts';

/** What a card shows, if not the title of the entity and its first columns. */
export interface CardFields {
  /** The path of a field, or the words. */
  title: string | ((row: AnyRow, zone: string) => string);
  /** Its day and hours, for example: of the name of the row, but at the beginning of the second line, so that they are not cut. */
  when?(row: AnyRow, zone: string): string;
  /** Paths of columns. */
  second: readonly string[];
  /** Labels of values that say nothing without one, by path. */
  labels?: Readonly<Record<string, string>>;
  /** A short moment at the end, after what says who and where. */
  last?(row: AnyRow, zone: string): ReactNode;
  /** The values are compared with each other: all are shown, on as many lines as they need. */
  whole?: true;
}

interface CardsProps {
  of: Entity;
  /** Null: the first rows are loading. */
  rows: readonly AnyRow[] | null;
  columns: readonly Column[];
  /** The page and the order: another one is read from its first card. */
  place: string;
  /** Null: there is no bulk action. */
  selected: ReadonlyMap<string, AnyRow> | null;
  cells: Cells | undefined;
  card?: CardFields | undefined;
  on: RowHandlers;
}

export function Cards({ rows, ...props }: CardsProps): ReactNode {
  if (rows === null) {
    return (
      <ul className={classes.cards} aria-busy>
        {Array.from({ length: 6 }, (_none, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={index} className={classes.card} aria-hidden style={{ gridTemplateColumns: '1fr', gap: '0.9rem' }}>
            <span className={classes.bone} style={{ width: '60%' }} />
            <span className={classes.bone} style={{ width: '85%' }} />
          </li>
        ))}
      </ul>
    );
  }
  return <Drawn {...props} rows={rows} />;
}

/** More than most cards: drawing too many is better than too few. */
const usualHeight = 76;

function Drawn(props: CardsProps & { rows: readonly AnyRow[] }): ReactNode {
  const { of, rows, columns, selected, cells, card, on } = props;
  const locale = useLocale();
  const list = useRef<HTMLUListElement>(null);
  const drawn = useWindow(list, { count: rows.length, usualHeight, cards: true });
  const wanted = useRef<number | null>(null);
  const { look } = drawn;
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current as HTMLElement);
    scroller.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      scroller.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [look]);
  const placed = useRef(props.place);
  const { reveal } = drawn;
  useLayoutEffect(() => {
    if (placed.current === props.place) return;
    placed.current = props.place;
    reveal(0);
  });
  // A card out of view takes the focus once it is drawn.
  const focus = (): void => {
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = null;
    link.focus();
  };
  useLayoutEffect(() => {
    if (wanted.current !== null) focus();
  });
  // Arrow keys go from name to name, as in the grid; Enter opens the link, Space selects.
  const onKeyDown = (event: KeyboardEvent, row: AnyRow, index: number): void => {
    if (!(event.target as HTMLElement).matches('a')) return;
    const last = rows.length - 1;
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last };
    const to = steps[event.key];
    if (to !== undefined) {
      wanted.current = Math.max(0, Math.min(last, to));
      drawn.reveal(wanted.current);
      focus();
    } else if (event.key === ' ' && selected) on.select(row, event.shiftKey);
    else return;
    event.preventDefault();
  };
  const { from, to, before, after } = drawn;
  return (
    <ul className={classes.cards} aria-label={of.label.many} ref={list}>
      {before > 0 && <li aria-hidden style={{ height: before }} />}
      {rows.slice(from, to).map((row, place) => {
        const index = from + place;
        const title = titleIn(of, row, columns, card, locale);
        const when = card?.when?.(row, locale.zone);
        const name = when ? `${title} · ${when}` : title;
        const last = card?.last?.(row, locale.zone);
        const isSelected = selected?.has(row.id) ?? false;
        return (
          <li
            key={row.id}
            className={classes.card}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            data-pickable={selected !== null || undefined}
            data-selected={isSelected || undefined}
            onKeyDown={(event) => onKeyDown(event, row, index)}
            onClick={(event) => isBeside(event.target) && on.open(row)}
          >
            {selected && (
              // Around the box, a target for a finger.
              <label className={classes.pick}>
                <input
                  type="checkbox"
                  aria-label={`Sélectionner ${name}`}
                  checked={isSelected}
                  onChange={() => on.select(row, false)}
                />
              </label>
            )}
            <TitleLink row={row} on={on} shown={title} {...(when ? { name } : {})} />
            <MoreButton name={name} row={row} on={on} />
            <p className={classes.second} data-whole={card?.whole}>
              {when && <span className={classes.when}>{when}</span>}
              {of.machine && (
                <span className={classes.state}>
                  <StatusBadge machine={of.machine} code={row[statusPath(of)] as number} />
                </span>
              )}
              <span className={classes.rest}>
                {secondLine(of, row, columns, card, locale).map(({ path, field, value }) => {
                  const Own = cells?.[path];
                  const label = card?.labels?.[path] ?? (isNamed(field) ? field.label : null);
                  return (
                    <span key={path}>
                      {label !== null && <span className={classes.label}>{label} </span>}
                      {Own ? (
                        <Own row={row} value={value} />
                      ) : field.kind === 'phones' ? (
                        <Shown field={field} value={value} />
                      ) : field.kind === 'address' ? (
                        // The street is on the sheet.
                        (value as { city?: string | null }).city || textOf(field, value, locale)
                      ) : (
                        field.kind !== 'flag' && textOf(field, value, locale)
                      )}
                    </span>
                  );
                })}
                {last && <span>{last}</span>}
              </span>
            </p>
          </li>
        );
      })}
      {after > 0 && <li aria-hidden style={{ height: after }} />}
    </ul>
  );
}

/** Values on the second line; the record has the others. */
const most = 3;

function titleIn(
  of: Entity,
  row: AnyRow,
  columns: readonly Column[],
  card: CardFields | undefined,
  locale: Locale,
): string {
  if (typeof card?.title === 'function') return card.title(row, locale.zone);
  const titled = card && columns.find(({ path }) => path === card.title);
  return (titled && textOf(titled.field, valueAt(row, titled.path), locale)) || titleOf(of, row);
}

/** The first columns with a value, or those of the card; the title is on the first line, the status before them. */
function secondLine(
  of: Entity,
  row: AnyRow,
  columns: readonly Column[],
  card: CardFields | undefined,
  locale: Locale,
): { path: string; field: Field; value: unknown }[] {
  const shown = card
    ? card.second.flatMap((path) => columns.find((column) => column.path === path) ?? [])
    : columns.filter(({ path, field }) => path !== of.title && field.kind !== 'status');
  return shown
    .map(({ path, field }) => ({ path, field, value: shownAt(row, path, field) }))
    .filter(({ field, value }) => value !== false && textOf(field, value, locale) !== '')
    .slice(0, card?.second.length ?? most);
}

/** A number, a date or a flag says nothing without its label. */
const namedKinds: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'day', 'moment', 'time', 'flag']);
const isNamed = ({ kind }: Field): boolean => namedKinds.has(kind);
