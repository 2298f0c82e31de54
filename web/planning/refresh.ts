// Fetches changed rows of the period together by id, and puts them into the cache in small tasks.

import type { Calendar } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { fetchPlanningRows, mostRows } from '#core/planning/fetch-calls.ts';
import { call } from '#ui/client/call.ts';
import { type QueryKey, queryClient } from '#ui/client/queries.tsx';
import type { Lookup } from './lookup.ts';
import type { PlanningData, WorkingTimes } from './model.ts';
import { type ChangedRows, patchData, patchTimes, servicesOf } from './patch.ts';
import { pendingSteps, settle } from './pending.ts';
import type { Period } from './periods.ts';

/** After a call, changed rows are collected for this many milliseconds. */
const pause = 250;
/** Own changes are already drawn: wait this long for their live event before fetching them. */
const eventDelay = 600;
/** Agents, absences or sites changed: the period is read whole, at most this often. */
const wholePause = 2_000;
/** Rows put into the grid per task of the main thread: each is checked, counted and drawn in it. */
const slice = 5;
/** Work outside the loaded days changed for unknown agents: read all working times again, at most this often. */
const restPause = 60_000;

export interface RowRefresher {
  changed(ids: readonly string[]): void;
  /** Agents, absences or sites changed. */
  surroundingsChanged(): void;
  /** Own changes with the server's version: fetched if no event brings them. */
  expect(rows: readonly { id: string; version: number }[]): void;
  stop(): void;
}

const noServices: Lookup<PlannedService> = new Map();

const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

export function rowRefresher(
  period: Period,
  keys: { planning: QueryKey; times: QueryKey },
  calendarNow: () => Calendar | null,
): RowRefresher {
  const waiting = new Set<string>();
  const expected = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let dueAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let restAt = Number.NEGATIVE_INFINITY;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let isWholeStale = false;
  let isBusy = false;
  let isDue = false;
  let isStopped = false;

  const servicesNow = (): Lookup<PlannedService> => {
    const data = queryClient.getQueryData<PlanningData>(keys.planning);
    return data ? servicesOf(data) : noServices;
  };

  const isStale = (): boolean => isWholeStale || waiting.size > 0 || expected.size > 0;

  const readWhole = (): void => {
    isWholeStale = false;
    wholeAt = performance.now();
    void queryClient.invalidateQueries({ queryKey: keys.planning, exact: true });
    void queryClient.invalidateQueries({ queryKey: keys.times, exact: true });
  };

  const readRest = (): void => {
    if (performance.now() - restAt < restPause) return;
    restAt = performance.now();
    void queryClient.invalidateQueries({ queryKey: keys.times, exact: true });
  };

  async function put(answer: ChangedRows): Promise<void> {
    for (let at = 0; at === 0 || at < answer.services.length; at += slice) {
      if (at > 0) await nextTask();
      const part = { ...answer, services: answer.services.slice(at, at + slice) };
      queryClient.setQueryData<PlanningData>(keys.planning, (data) => data && patchData(data, part));
      if (at === 0)
        queryClient.setQueryData<{ workingTimes: WorkingTimes }>(keys.times, (data) => {
          const times = data && patchTimes(data.workingTimes, answer.workingTimes);
          return data && times !== data.workingTimes ? { workingTimes: times as WorkingTimes } : data;
        });
    }
  }

  async function fetchRows(ids: readonly string[]): Promise<void> {
    const known = servicesNow();
    const askedAt = performance.now();
    const answer = await call(fetchPlanningRows, {
      input: {
        start: period.start,
        end: period.end,
        services: ids.map((id) => {
          const row = known.get(id);
          return row ? { id, agents: row.agents, site: row.site } : { id };
        }),
      },
    });
    if (isStopped) return;
    await put(answer);
    const calendar = calendarNow();
    if (calendar) settle({ services: servicesNow(), calendar }, { ids: new Set(ids), askedAt });
    // A removed service that was never loaded: its agents are unknown.
    if (answer.gone.some((id) => !known.get(id))) readRest();
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (isBusy || document.hidden || isStopped) return;
    const state = queryClient.getQueryState(keys.planning);
    // The running read may be older than the change, and would overwrite it.
    if (state?.fetchStatus === 'fetching') return later(pause);
    if (isWholeStale) {
      waiting.clear();
      expected.clear();
      return readWhole();
    }
    const known = servicesNow();
    for (const [id, version] of expected) if ((known.get(id)?.version ?? 0) < version) waiting.add(id);
    expected.clear();
    const ids = [...waiting];
    waiting.clear();
    if (ids.length === 0) return;
    lastAt = performance.now();
    if (ids.length > mostRows || !state?.data) return readWhole();
    isBusy = true;
    await fetchRows(ids).catch(readWhole);
    isBusy = false;
    if (isStale()) later(pause);
  }

  /** At the end of this task: a timer of 0 ms waits for the tasks before it. */
  function now(): void {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      void flush();
    });
  }

  /** Schedules a flush after this delay, unless an earlier one is scheduled. */
  function later(milliseconds: number): void {
    if (milliseconds <= 0) {
      now();
      return;
    }
    const due = performance.now() + milliseconds;
    if (timer && due >= dueAt) return;
    if (timer) clearTimeout(timer);
    dueAt = due;
    timer = setTimeout(() => void flush(), milliseconds);
  }

  const shown = (): void => {
    if (!document.hidden && isStale()) later(0);
  };
  document.addEventListener('visibilitychange', shown);

  return {
    changed(ids) {
      for (const id of ids) waiting.add(id);
      if (waiting.size === 0 || isBusy) return;
      const [drawn, known, all] = [pendingSteps.get(), servicesNow(), [...waiting]];
      // Own changes are already drawn: the screens of others are answered first. The stops of an own tour have no row.
      const isOwn = all.some((id) => drawn.has(id)) && all.every((id) => drawn.has(id) || !known.get(id));
      // The first change is fetched at once, the following ones together.
      later(isOwn ? pause : Math.max(0, lastAt + pause - performance.now()));
    },
    surroundingsChanged() {
      isWholeStale = true;
      if (!isBusy) later(Math.max(pause, wholeAt + wholePause - performance.now()));
    },
    expect(rows) {
      for (const { id, version } of rows) expected.set(id, version);
      if (expected.size > 0) later(eventDelay);
    },
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    },
  };
}

/** Refresher of the planning on the screen. */
let current: RowRefresher | null = null;
export function setRefresher(refresher: RowRefresher): () => void {
  current = refresher;
  return () => {
    refresher.stop();
    if (current === refresher) current = null;
  };
}
export const expectRows: RowRefresher['expect'] = (rows) => current?.expect(rows);
