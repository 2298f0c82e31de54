// Table of hours: one row per agent or site, sorted by the server, with totals; a row opens its details.
import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import type { ReactElement } from 'react';
import { IconArrowDown, IconArrowUp } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Pager } from '#ui/Table/Pager.tsx';
import { type HoursColumn, shownValue } from './columns.ts';
import classes from './hours.module.css';
import { Scroller } from './Scroller.tsx';

export interface Sorted<O extends string> {
  orderBy: O;
  ascending: boolean;
}

interface Named {
  id: string;
  name: string;
}

interface Props<R extends Named & T, T, O extends string> {
  label: string;
  /** Header of the names. */
  rowLabel: string;
  columns: readonly HoursColumn<T, O>[];
  rows: readonly R[] | null;
  totals: T | null;
  filtered: number;
  page: { page: number; limit: number };
  onPage(page: { page: number; limit: number }): void;
  sort: Sorted<O | 'name'>;
  onSort(sort: Sorted<O | 'name'>): void;
  onOpen(row: R): void;
  under?: (row: R) => string | null;
  failure: string | null;
  busy: boolean;
  onRetry(): void;
  empty: string;
}

export function HoursTable<R extends Named & T, T, O extends string>(props: Props<R, T, O>): ReactElement {
  const { rows, columns, totals, page, sort, filtered } = props;
  if (props.failure !== null && rows === null)
    return (
      <ReadFailure
        title="Les heures n’ont pas pu être calculées"
        message={props.failure}
        busy={props.busy}
        onRetry={props.onRetry}
      />
    );
  if (rows === null) return <Skeleton height={360} role="status" aria-label="Calcul des heures" />;
  if (rows.length === 0) return <Text c="dimmed">{props.empty}</Text>;
  const head = (key: O | 'name' | undefined, label: string, title?: string): ReactElement => {
    const isSorted = key !== undefined && sort.orderBy === key;
    const Icon = sort.ascending ? IconArrowUp : IconArrowDown;
    return (
      <th
        key={label}
        scope="col"
        title={title}
        aria-sort={isSorted ? (sort.ascending ? 'ascending' : 'descending') : undefined}
      >
        {key === undefined ? (
          label
        ) : (
          <UnstyledButton
            className={classes.sort}
            // First click: names ascending, figures descending.
            onClick={() => props.onSort({ orderBy: key, ascending: isSorted ? !sort.ascending : key === 'name' })}
          >
            {label}
            {isSorted && <Icon size={13} aria-hidden />}
          </UnstyledButton>
        )}
      </th>
    );
  };
  const cells = (row: T): ReactElement[] =>
    columns.map((column) => {
      const value = column.value(row);
      const tone =
        column.signed && value !== null && value < 0 ? classes.negative : value === 0 ? classes.soft : undefined;
      return (
        <td key={column.key} className={tone}>
          {shownValue(value, column)}
        </td>
      );
    });
  return (
    <>
      <Scroller label={props.label} busy={props.busy}>
        <table className={classes.table}>
          <thead>
            <tr>
              {head('name', props.rowLabel)}
              {columns.map(({ order, label, title }) => head(order, label, title))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <UnstyledButton className={classes.open} onClick={() => props.onOpen(row)}>
                    {row.name}
                  </UnstyledButton>
                  {props.under?.(row) && (
                    <Text size="xs" c="dimmed" truncate>
                      {props.under(row)}
                    </Text>
                  )}
                </th>
                {cells(row)}
              </tr>
            ))}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {cells(totals)}
              </tr>
            </tfoot>
          )}
        </table>
      </Scroller>
      <Pager
        page={page.page}
        limit={page.limit}
        count={rows.length}
        filtered={filtered}
        onPage={(next) => props.onPage({ ...page, page: next })}
        onLimit={(limit) => props.onPage({ page: 1, limit })}
      />
    </>
  );
}
