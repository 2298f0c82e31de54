// Records found by the server, and agencies for platform staff.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type Found, searchRecords, shortestSearch } from '#core/search/search.ts';
import { listAgencies } from '#core/session/agencies.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { goToAgency, useSession } from '#ui/client/session.ts';
import { IconBuildingSkyscraper } from '#ui/icons.ts';
import type { RecordScreen } from '#ui/shell/records.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import type { Choice, Group } from './choices.ts';

export interface Answers {
  groups: readonly Group[];
  busy: boolean;
  failed: boolean;
  retry(): void;
}

type Screens = ReadonlyMap<string, RecordScreen> | null;

/** Also used for recent records. */
export function useRecordChoice(screens: Screens): (record: Found) => Choice | null {
  const openSheet = useOpenSheet();
  return (record) => {
    const screen = screens?.get(record.entity);
    if (!screen) return null;
    const { of, item } = screen;
    return {
      key: `record:${record.entity}:${record.id}`,
      label: record.name,
      detail: record.detail,
      icon: item.icon,
      ...(of.machine && record.status !== null ? { status: { machine: of.machine, code: record.status } } : {}),
      run: () => openSheet({ entity: record.entity, id: record.id }),
    };
  };
}

interface Asked {
  wanted: boolean;
  /** Something else is typed meanwhile. */
  isOld: boolean;
}

export function useRecords(
  query: string,
  { wanted, isOld, archived }: Asked & { archived: boolean },
  screens: Screens,
): Answers & { records: readonly Found[]; searched: boolean } {
  const { scope, agency } = useSession();
  const asChoice = useRecordChoice(screens);
  const entities = [...(screens?.keys() ?? [])];
  const enabled = wanted && agency !== null && entities.length > 0 && query.trim().length >= shortestSearch;
  const asked =
    agency &&
    queryOf(searchRecords, {
      mount: scope,
      input: { query: query.trim(), entities, ...(archived ? { archived } : {}) },
    });
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: asked?.queryKey ?? ['searchRecords'],
    queryFn: asked?.queryFn ?? skipToken,
    enabled,
    placeholderData: keepPreviousData,
  });
  const records = enabled ? (data?.results ?? []) : [];
  const groups = [...new Set(records.map(({ entity }) => entity))].map((entity) => ({
    label: screens?.get(entity)?.of.label.many ?? '',
    choices: records.filter((record) => record.entity === entity).flatMap((record) => asChoice(record) ?? []),
    isOld: isOld || isPlaceholderData,
  }));
  return {
    records,
    groups,
    searched: enabled && !isFetching,
    busy: enabled && isFetching,
    failed: enabled && isError && !isFetching,
    retry: () => void refetch(),
  };
}

export function useAgencies(query: string, { wanted, isOld }: Asked, onSwitch: () => void): Answers {
  const { flags } = useSession();
  const enabled = wanted && flags.isSupport;
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...queryOf(listAgencies, { input: { query: query.trim(), limit: 10, page: 1 } }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const choices = (enabled ? (data?.agencies ?? []) : []).map(
    ({ id, name }): Choice => ({
      key: `agency:${id}`,
      label: name,
      detail: null,
      icon: IconBuildingSkyscraper,
      run: async () => {
        await goToAgency({ id });
        onSwitch();
      },
    }),
  );
  return {
    groups: [{ label: 'Agences', choices, isOld: isOld || isPlaceholderData }],
    busy: enabled && isFetching,
    failed: enabled && isError && !isFetching,
    retry: () => void refetch(),
  };
}
