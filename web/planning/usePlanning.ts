// The planning of a period as the screen holds it: asked for once, checked in the page, refreshed when somebody changes it.
import { useMemo } from 'react';
import { fetchCounters, fetchPlanning } from '#core/planning/calls.ts';
import type { Finding } from '#core/planning/model.ts';
import { useCall } from '#ui/client/queries.tsx';
import { byService, findingsOf, type Planning, planningOf } from './model.ts';
import type { Period } from './periods.ts';

export interface PlanningState {
  planning: Planning | null;
  /** By agent, and by service. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  faults: ReadonlyMap<string, readonly Finding[]>;
  failure: string | null;
  loading: boolean;
  retry(): void;
}

const nothing: ReadonlyMap<string, readonly Finding[]> = new Map();

export function usePlanning(period: Period, whole: boolean): PlanningState {
  const input = { start: period.start, end: period.end };
  const asked = useCall(fetchPlanning, { input });
  const counters = useCall(fetchCounters, { input, enabled: whole && asked.data !== undefined });
  const { start, end } = period;
  const planning = useMemo(
    () => (asked.data ? planningOf(asked.data, counters.data?.workingTimes, { start, end }) : null),
    [asked.data, counters.data, start, end],
  );
  const findings = useMemo(() => (planning ? findingsOf(planning) : nothing), [planning]);
  const faults = useMemo(() => byService(findings), [findings]);
  return {
    planning,
    findings,
    faults,
    failure: asked.error && !asked.data ? asked.error.message : null,
    loading: asked.isPending,
    retry: () => void asked.refetch(),
  };
}
