// The list of any entity: search, filters, columns, rows, actions, and the dialog of the record in the URL.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { archivedFilter, type Filters } from '#core/kernel/query.ts';
import type { Right } from '#core/rights.ts';
import { useSession } from '../client/session.ts';
import type { DialogExtras } from '../EntityDialog/extras.ts';
import { EntityDialog, preloadDialog } from '../EntityDialog/index.tsx';
import type { Values } from '../EntityDialog/values.ts';
import { FilterButton } from '../Filters/FilterButton.tsx';
import { FilterChips } from '../Filters/FilterChips.tsx';
import { filterFields } from '../Filters/normalise.ts';
import { IconPlus } from '../icons.ts';
import { may, refusedRight, refusedTo } from '../may.ts';
import { type AnyRow, allowedMoves, useMove } from '../moves.ts';
import { notifyWarning } from '../notify.ts';
import { PresetMenu } from '../Presets/PresetMenu.tsx';
import { PageHeader } from '../shell/PageHeader.tsx';
import { newRecord } from '../shell/records.ts';
import { useView } from '../view.ts';
import { type CardFields, Cards } from './Cards.tsx';
import { keepColumns } from './columns.ts';
import classes from './Frame.module.css';
import { Grid } from './Grid.tsx';
import { Pager } from './Pager.tsx';
import type { Cells } from './Row.tsx';
import { type BulkAction, type OpenMenu, type RowAction, RowMenu } from './RowMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { EmptyState, Failure, NothingFound } from './States.tsx';
import { TableTools } from './TableTools.tsx';
import { useKeys } from './useKeys.ts';
import { useRows } from './useRows.ts';
import { useSelection } from './useSelection.ts';
import { sortText, useTableState } from './useTableState.ts';

const BulkActions = lazy(() => import('./BulkActions.tsx'));

export type { Cells } from './Row.tsx';
export type { BulkAction, RowAction } from './RowMenu.tsx';

export interface EntityTableProps {
  of: Entity;
  /** Key of the stored columns and filters of this page. */
  page: string;
  /** Default: the plural label of the entity. */
  title?: string;
  /** Replaces the entity's dialog for « Ajouter »; false: no « Ajouter ». */
  add?: boolean | (() => void);
  rowActions?: readonly RowAction[];
  cells?: Cells;
  /** The rows on a phone, if not the title and the first columns. */
  card?: CardFields;
  /** What the dialog shows in addition to the fields. */
  extras?: DialogExtras;
  /** Initial values of a new record; they override the defaults. */
  initial?: Values | undefined;
  /** Filters of this page that the user cannot remove. */
  always?: Filters | undefined;
  /** Filters that the page opens with; the user can remove them. */
  first?: Filters | undefined;
  /** Default: the description of the entity. */
  description?: string;
  /** Rows per page until the user chooses; absent: 25. */
  pageSize?: number;
  /** Buttons beside the export and the columns. */
  tools?: ReactNode;
  /** Bulk actions in addition to the entity's moves. */
  bulkActions?: readonly BulkAction[];
  /** Shown between the filters and the rows, such as a graph of them. */
  above?: ReactNode;
  /** Text of the totals, below the rows. */
  summary?: (totals: Readonly<Record<string, number>>) => ReactNode;
  /** Click on a row that has no dialog. */
  onOpen?: ((row: AnyRow) => void) | undefined;
  /** Replaces the entity's dialog for holders of one of these rights. */
  reader?: { rights: readonly Right[]; show(id: string, close: () => void): ReactNode };
}

const noActions: readonly RowAction[] = [];
const noRows: readonly AnyRow[] = [];
const noBulk: readonly BulkAction[] = [];

export function EntityTable(props: EntityTableProps): ReactNode {
  const {
    of,
    page,
    title,
    add = true,
    rowActions = noActions,
    cells,
    card,
    extras,
    initial,
    description,
    reader,
    onOpen,
  } = props;
  const session = useSession();
  const view = useView(of);
  const state = useTableState(of, page, props.always, props.first, props.pageSize);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const list = useRows(of, state.input);
  const rows = list.data?.rows ?? noRows;
  const filtered = list.data?.filtered ?? 0;
  const selection = useSelection(rows);
  const move = useMove(of, extras?.beforeMove);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);

  // Rows can be selected only if there is an action for them.
  const bulkActions = (props.bulkActions ?? noBulk).filter(({ rights }) => rights.length === 0 || session.can(rights));
  const pickable = allowedMoves(of, session).length > 0 || may(session, of, 'edit') || bulkActions.length > 0;
  const selected = pickable ? selection.selected : null;
  const picking = selected !== null && selected.size > 0;

  const { openRecord, hrefOf, show } = state;
  const create =
    add === false || !may(session, of, 'create') ? undefined : add === true ? () => openRecord(newRecord) : add;
  const open = useCallback(
    (row: AnyRow, tab?: string) => {
      if (onOpen) return onOpen(row);
      const refused = reader ? refusedRight(session, reader.rights) : refusedTo(session, of, 'read');
      if (refused === null) openRecord(row.id, tab);
      else notifyWarning(refused);
    },
    [session, of, openRecord, reader, onOpen],
  );
  const { toggle } = selection;
  const hasMenu =
    may(session, of, 'read') ||
    allowedMoves(of, session).length > 0 ||
    rowActions.some(({ rights }) => !rights || session.can(rights));
  const on = useMemo(
    () => ({
      open: (row: AnyRow) => open(row),
      hrefOf,
      select: toggle,
      menu: hasMenu ? (row: AnyRow, button: HTMLElement) => setMenu({ row, button }) : null,
      focus: () => {},
    }),
    [open, hrefOf, toggle, hasMenu],
  );

  useKeys(root, { '/': () => search.current?.focus(), ...(create ? { n: create } : {}) });

  const { isSuccess } = list;
  const summed = extras?.summary !== undefined;
  useEffect(() => {
    if (isSuccess) preloadDialog(!summed);
  }, [isSuccess, summed]);

  // The last row of the last page was removed: go to the page before it.
  const lastPage = Math.max(1, Math.ceil(filtered / state.limit));
  const beyond = isSuccess && !list.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (beyond) show({ page: lastPage });
  }, [beyond, lastPage, show]);

  const columns = useMemo(() => state.columns.filter(({ visible }) => visible), [state.columns]);
  const { density } = state;
  const narrowed = state.query !== '' || Object.keys(state.filters).length > 0;
  const words = description ?? of.description;
  const heading = title ?? of.label.many;
  const searchable = flatFields(of.fields).some(([, field]) => field.search);

  const setLimit = (limit: number): void => {
    state.saveConfig({ limit });
    show({});
  };

  const shownRows = list.data ? rows : null;
  const body = (): ReactNode => {
    const reset = (): void => show({ q: undefined, f: undefined });
    // Rows that may not be read any more are not shown either.
    if (list.isError && (!list.data || (list.error instanceof Problem && list.error.kind === 'forbidden'))) {
      const onReset = narrowed ? reset : undefined;
      return <Failure message={list.error.message} onRetry={() => void list.refetch()} onReset={onReset} />;
    }
    if (list.data && filtered === 0 && !list.isPlaceholderData) {
      const hides = archivedStates(of.machine).length > 0 && !state.filters[archivedFilter] && !state.filters.status;
      const onArchived = hides ? () => show({ f: { ...state.filters, [archivedFilter]: true } }) : undefined;
      return narrowed ? (
        <NothingFound onReset={reset} onArchived={onArchived} />
      ) : (
        <EmptyState of={of} description={words} onAdd={create} />
      );
    }
    if (phone) {
      const place = `${state.page} ${state.limit} ${sortText(state.sort)}`;
      return <Cards {...{ of, columns, place, selected, cells, card, on }} rows={shownRows} />;
    }
    return (
      <Grid
        of={of}
        rows={shownRows}
        offset={(state.page - 1) * state.limit}
        filtered={filtered}
        limit={state.limit}
        columns={columns}
        density={density}
        sort={state.sort}
        selected={selected}
        cells={cells}
        busy={list.isFetching}
        on={on}
        onSort={(sort) => show({ sort: sortText(sort) })}
        onSelectAll={selection.toggleAll}
        onWidths={(widths) =>
          state.saveConfig({
            columns: keepColumns(
              state.columns.map((column) => {
                const width = widths[column.path];
                return width === undefined ? column : { ...column, width, sized: true };
              }),
            ),
          })
        }
      />
    );
  };

  return (
    <div className={classes.page} data-density={density} ref={root}>
      <PageHeader
        title={heading}
        description={words}
        action={
          create && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
              Ajouter
            </Button>
          )
        }
      />
      <div className={classes.toolbar} data-picking={picking || undefined}>
        {searchable && <SearchBox ref={search} query={state.query} onSearch={(q) => show({ q: q || undefined })} />}
        {filterFields(of, view).length > 0 && (
          <>
            <FilterButton of={of} filters={state.filters} onApply={(f) => show({ f })} />
            {!picking && (
              <PresetMenu
                config={state.pageConfig}
                filters={state.filters}
                onApply={(f) => show({ f })}
                onSave={state.savePage}
              />
            )}
          </>
        )}
        {picking && (
          <Suspense>
            <BulkActions
              extras={extras}
              of={of}
              page={page}
              selection={selection}
              columns={columns}
              input={state.input}
              filtered={filtered}
              actions={bulkActions}
            />
          </Suspense>
        )}
        <TableTools {...{ of, state, columns, selected, cells }} title={heading} more={props.tools} />
      </div>
      <FilterChips of={of} filters={state.filters} onApply={(f) => show({ f })} />
      {props.above}
      <div className={classes.frame}>
        {list.isFetching && list.data && <div className={classes.progress} />}
        {body()}
        {list.data && filtered > 0 && (
          <Pager
            page={state.page}
            limit={state.limit}
            sizes={state.sizes}
            count={rows.length}
            filtered={filtered}
            summary={props.summary?.(list.data.totals)}
            onPage={(next) => show({ page: next })}
            onLimit={setLimit}
          />
        )}
      </div>
      <RowMenu
        of={of}
        at={menu}
        rowActions={rowActions}
        parts={extras?.parts}
        summed={summed}
        onOpen={open}
        onMove={(row, name) => void move(row, name).then((isMade) => isMade && selection.drop([row.id]))}
        onClose={() => setMenu(null)}
      />
      {state.open !== null && reader && refusedRight(session, reader.rights) === null
        ? reader.show(state.open, state.closeRecord)
        : null}
      {state.open !== null && !reader && (
        <EntityDialog
          key={state.open}
          of={of}
          id={state.open === newRecord ? null : state.open}
          initial={initial}
          page={page}
          tab={state.tab}
          extras={extras}
          actions={rowActions}
          onClose={state.closeRecord}
        />
      )}
    </div>
  );
}
