// State of a table, stored in the URL (links and Back work) and in the configuration of the page.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { defaultPageSize, type Filters, type ListInput, sizesWith } from '#core/kernel/query.ts';
import type { PageConfig } from '#core/session/session.ts';
import { savePageConfig, useSession } from '../client/session.ts';
import { type Density, densitySetting } from '../client/settings.ts';
import { useStore } from '../client/store.ts';
import { normaliseFilters, tidyFilters } from '../Filters/normalise.ts';
import { isAhead } from '../Filters/periods.ts';
import { useLocale } from '../kinds/locale.ts';
import { isSortable } from '../kinds.tsx';
import { notifyProblem } from '../notify.ts';
import { useView } from '../view.ts';
import { type Column, columnsOf, type TableConfig } from './columns.ts';

export interface Sort {
  by: string;
  ascending: boolean;
}

interface TableSearch {
  page?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  f?: Filters | undefined;
  open?: string | undefined;
  tab?: string | undefined;
}

export interface TableState {
  page: number;
  limit: number;
  /** The choices of the limit. */
  sizes: readonly number[];
  sort: Sort;
  query: string;
  filters: Filters;
  open: string | null;
  tab: string | undefined;
  columns: Column[];
  config: TableConfig;
  density: Density;
  pageConfig: PageConfig;
  /** Input of the list call. */
  input: ListInput;
  /** Any change except of the page number goes back to page 1. */
  show(changes: TableSearch): void;
  openRecord(id: string, tab?: string): void;
  closeRecord(): void;
  hrefOf(id: string): string;
  saveConfig(changes: Partial<TableConfig> | null): void;
  savePage(config: PageConfig): Promise<void>;
}

const longestQuery = 200;

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The router parses JSON where it can; a hand-made link may contain it as text. */
function asFilters(value: unknown): Filters | undefined {
  if (typeof value === 'string') {
    try {
      return asFilters(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Filters) : undefined;
}

const parseSort = (text: string): Sort | null =>
  text === '' ? null : { by: text.replace(/^-/, ''), ascending: !text.startsWith('-') };

export const sortText = ({ by, ascending }: Sort): string => (ascending ? by : `-${by}`);

/** `always`: filters of the page that always apply. `first`: those it opens with, if the address asks for nothing. */
export function useTableState(
  of: Entity,
  pageKey: string,
  always?: Filters,
  first?: Filters,
  pageSize = defaultPageSize,
): TableState {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const router = useRouter();
  const go = useNavigate();
  const locale = useLocale();
  const pageConfig = useSession().user.pagesConfig[pageKey] ?? {};
  const config = pageConfig.config ?? {};
  const usualDensity = useStore(densitySetting);
  const view = useView(of);

  const navigate = useCallback(
    (changes: TableSearch, replace: boolean) => {
      const merge = (before: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined));
      void go({ to: '.', search: merge as never, replace });
    },
    [go],
  );

  // D-016: a page opened without filters uses the favourite preset from its first call on, also when the menu opens it
  // again. Removed filters stay in the address as an empty object.
  const preset = pageConfig.filtersPreset?.find(({ favorite }) => favorite)?.filters;
  const [favourite, setFavourite] = useState(preset);
  // A preset that becomes the favourite meanwhile applies from the next opening on.
  if (search.f !== undefined && favourite !== preset) setFavourite(preset);
  const opening =
    search.f === undefined
      ? (favourite ?? (search.q === undefined && search.open === undefined ? first : undefined))
      : undefined;
  useEffect(() => {
    if (opening) navigate({ f: opening }, true);
  }, [opening, navigate]);
  const hasOpening = (favourite ?? first) !== undefined;

  const filtersKey = JSON.stringify(asFilters(search.f) ?? opening ?? {});
  const filters = useMemo(() => tidyFilters(of, JSON.parse(filtersKey) as Filters, view), [of, filtersKey, view]);

  const columns = useMemo(() => columnsOf(of, pageConfig.config, view), [of, pageConfig.config, view]);
  const query = asText(search.q).slice(0, longestQuery);
  const page = Math.max(1, Math.floor(Number(search.page)) || 1);
  const limit = config.limit ?? pageSize;
  // A sort order without a column is ignored.
  const offers = (order: Sort | null): order is Sort =>
    columns.some(({ path, field }) => path === order?.by && isSortable(field));
  const asked = parseSort(asText(search.sort));
  const kept = config.orderBy === undefined ? null : { by: config.orderBy, ascending: config.ascending ?? true };
  const usual = isAhead(filters[of.order.by]) ? { ...of.order, ascending: true } : of.order;
  const sort: Sort = offers(asked) ? asked : offers(kept) ? kept : usual;

  const { by, ascending } = sort;
  const input = useMemo<ListInput>(
    () => ({
      query: query || null,
      filters: normaliseFilters(of, always ? { ...filters, ...always } : filters, locale),
      orderBy: by,
      ascending,
      page,
      limit,
    }),
    [of, query, filters, always, locale, by, ascending, page, limit],
  );

  const show = useCallback(
    (changes: TableSearch) => {
      const { f } = changes;
      const kept = f && Object.keys(f).length === 0 && !hasOpening ? { ...changes, f: undefined } : changes;
      // A typed search is one history entry, not one per letter.
      navigate({ page: undefined, ...kept }, 'q' in changes);
    },
    [navigate, hasOpening],
  );

  const pushed = useRef(false);
  const openRecord = useCallback(
    (id: string, tab?: string) => {
      pushed.current = true;
      navigate({ open: id, tab }, false);
    },
    [navigate],
  );
  const closeRecord = useCallback(() => {
    if (pushed.current) router.history.back();
    else navigate({ open: undefined, tab: undefined }, true);
    pushed.current = false;
  }, [navigate, router]);
  // Link to the record only, without the list: the same link for everyone.
  const { pathname } = router.state.location;
  const hrefOf = useCallback(
    (id: string) => router.history.createHref(`${pathname}?open=${encodeURIComponent(id)}`),
    [router, pathname],
  );

  const savePage = useCallback((next: PageConfig) => savePageConfig(pageKey, next), [pageKey]);
  const saveConfig = useCallback(
    (changes: Partial<TableConfig> | null) => {
      const { config: before, ...presets } = pageConfig;
      savePage(changes === null ? presets : { ...presets, config: { ...before, ...changes } }).catch(notifyProblem);
    },
    [pageConfig, savePage],
  );

  const open = asText(search.open) || null;
  const tab = asText(search.tab) || undefined;
  return {
    page,
    limit,
    sizes: sizesWith(pageSize, limit),
    sort,
    query,
    filters,
    open,
    tab,
    columns,
    config,
    density: config.density ?? usualDensity,
    pageConfig,
    input,
    show,
    openRecord,
    closeRecord,
    hrefOf,
    saveConfig,
    savePage,
  };
}
