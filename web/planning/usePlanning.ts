// The planning of a period: read once, checked in the browser, patched when rows change, with the user's own changes
// drawn over it until the server confirms them.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { fetchCounters, fetchPlanning } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { Site } from '#core/sites/site.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { registerRowCache } from '#ui/client/rows.ts';
import { useStore } from '#ui/client/store.ts';
import { streamWorks } from '#ui/live/stream.ts';
import { PatchMap } from './lookup.ts';
import {
  type Checked,
  checkedOf,
  type Faults,
  type Findings,
  type Planning,
  type PlanningData,
  planningOf,
} from './model.ts';
import { shareData, withRows } from './patch.ts';
import { overlayOf, pendingSteps, settle } from './pending.ts';
import type { Period } from './periods.ts';
import { rowRefresher, setRefresher } from './refresh.ts';

export interface PlanningState {
  planning: Planning | null;
  /** By service. */
  faults: Faults;
  /** By agent. */
  findings: Findings;
  /** Services with an unconfirmed change. */
  saving: ReadonlySet<string>;
  failure: string | null;
  loading: boolean;
  retry(): void;
}

const nothing: Faults = new PatchMap(new Map());
const noFindings: Findings = new Map();
const nobody: ReadonlySet<string> = new Set();
/** Live events keep it up to date: it is read whole after a lost connection, not on every focus of the window. */
const fed = { staleTime: 300_000 };
/** Without them it is read on every focus, and after this many milliseconds. */
const unfed = { refetchInterval: 60_000 };

const structuralSharing = (before: unknown, next: unknown): unknown =>
  shareData(before as PlanningData | undefined, next as PlanningData);

export function usePlanning({ start, end }: Period, whole: boolean): PlanningState {
  const input = useMemo(() => ({ start, end }), [start, end]);
  const calls = useMemo(
    () => ({ planning: queryOf(fetchPlanning, { input }), times: queryOf(fetchCounters, { input }) }),
    [input],
  );
  const fresh = useStore(streamWorks) ? fed : unfed;
  const base = useRef<Planning | null>(null);
  const asked = useQuery({ ...calls.planning, ...fresh, structuralSharing });
  const times = useQuery({ ...calls.times, ...fresh, enabled: whole && asked.data !== undefined });
  useEffect(() => {
    if (!whole) return;
    const keys = { planning: calls.planning.queryKey, times: calls.times.queryKey };
    const kept = new Set([keys.planning, keys.times].map((key) => JSON.stringify(key)));
    const refresher = rowRefresher(input, keys, () => base.current?.calendar ?? null);
    const stop = setRefresher(refresher);
    const leave = [
      registerRowCache({
        entity: Service.name,
        covers: (key) => kept.has(JSON.stringify(key)),
        changed: refresher.changed,
      }),
      ...[Agent, Unavailability, Site].map(({ name }) =>
        registerRowCache({ entity: name, covers: () => false, changed: refresher.surroundingsChanged }),
      ),
    ];
    return () => {
      for (const one of leave) one();
      stop();
    };
  }, [calls, input, whole]);

  const pending = useStore(pendingSteps);
  const shown = useRef<Checked | null>(null);
  const counted = times.data?.workingTimes;
  const checked = useMemo(() => {
    if (!asked.data) return null;
    const planning = planningOf(asked.data, counted, input, base.current);
    base.current = planning;
    const { rows, saving } = overlayOf(pending, planning);
    const drawn = rows.size === 0 ? planning : planningOf(withRows(planning.data, rows), counted, input, planning);
    shown.current = checkedOf(drawn, shown.current);
    return { ...shown.current, saving };
  }, [asked.data, counted, input, pending]);
  useEffect(() => {
    if (base.current) settle(base.current, null);
  });

  return {
    planning: checked?.planning ?? null,
    faults: checked?.faults ?? nothing,
    findings: checked?.findings ?? noFindings,
    saving: checked?.saving ?? nobody,
    failure: asked.error && !asked.data ? asked.error.message : null,
    loading: asked.isPending,
    retry: () => void asked.refetch(),
  };
}
