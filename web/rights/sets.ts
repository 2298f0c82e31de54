// Sets of rights: the default ones and the agency's own.
import { hasSameOfferedRights, rightSet } from '#core/grants.ts';
import { RightsSet, type SetKind } from '#core/rights/set.ts';
import { type Right, type RightSet, rightInfo, rightSetLabels } from '#core/rights.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';

export interface KnownSet {
  key: string;
  label: string;
  rights: readonly Right[];
  /** Belongs to the agency. */
  own: boolean;
}

const fixedSets: readonly KnownSet[] = Object.entries(rightSetLabels).map(([key, label]) => ({
  key,
  label,
  rights: rightSet(key as RightSet).filter((right) => rightInfo(right).only === null),
  own: false,
}));

export interface Sets {
  /** The agency's own sets first. */
  known: readonly KnownSet[];
  settled: boolean;
  failure: string | null;
  retry(): void;
}

/** More sets could not be distinguished. */
const mostSets = 250;

export function useSets(kind: SetKind): Sets {
  const { data, error, isFetching, refetch } = useCall(endpointsOf(RightsSet).list, {
    input: { filters: { kind: [kind] }, limit: mostSets },
  });
  const listed = (data as { rightsSets?: { id: string; name: string; rights: Right[] }[] } | undefined)?.rightsSets;
  const own = (listed ?? []).map(({ id, name, rights }): KnownSet => ({ key: id, label: name, rights, own: true }));
  return {
    known: [...own, ...fixedSets],
    settled: data !== undefined || (error !== null && !isFetching),
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
  };
}

/** The set with exactly these rights; null: none. */
export const setNamed = (sets: readonly KnownSet[], held: ReadonlySet<Right>): KnownSet | null =>
  sets.find(({ rights }) => hasSameOfferedRights(new Set(rights), held)) ?? null;
