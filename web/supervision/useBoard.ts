// The board of the supervision: read whole at first and from time to time; services that change are read by id.
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Board, mostWatchedRows, readSupervision, readWatchedServices } from '#core/home/supervision.ts';
import { Service } from '#core/planning/service.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, queryKey, useCall } from '#ui/client/queries.tsx';
import { registerRowCache } from '#ui/client/rows.ts';
import { withChanged } from './watched.ts';

/** In addition to live events: time passes without an event. */
const refreshDelay = 30_000;
/** Changes within this many milliseconds are read together. */
const pause = 250;

export function useBoard(): UseQueryResult<Board, Error> {
  const board = useCall(readSupervision);
  const { refetch } = board;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch();
    }, refreshDelay);
    return () => clearInterval(timer);
  }, [refetch]);
  useEffect(watchRows, []);
  return board;
}

function watchRows(): () => void {
  const key = queryKey(readSupervision);
  const readWhole = (): void => void queryClient.invalidateQueries({ queryKey: key, exact: true });
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isReading = false;

  async function readRows(): Promise<void> {
    timer = null;
    if (changed.size === 0 || document.hidden) return;
    const state = queryClient.getQueryState<Board>(key);
    // A running read may be older than the change, and would overwrite it.
    if (isReading || state?.fetchStatus === 'fetching') return later();
    const services = [...changed];
    changed.clear();
    if (!state?.data || services.length > mostWatchedRows) return readWhole();
    isReading = true;
    try {
      const answer = await call(readWatchedServices, { input: { services } });
      queryClient.setQueryData<Board>(key, (before) => before && withChanged(before, services, answer));
    } catch {
      readWhole();
    } finally {
      isReading = false;
    }
  }

  function later(): void {
    timer ??= setTimeout(() => void readRows(), pause);
  }

  const leave = registerRowCache({
    entity: Service.name,
    covers: (one) => JSON.stringify(one) === JSON.stringify(key),
    changed: (ids) => {
      for (const id of ids) changed.add(id);
      if (changed.size > 0) later();
    },
  });
  // Changes of a hidden page wait until it is shown.
  document.addEventListener('visibilitychange', later);
  return () => {
    leave();
    if (timer) clearTimeout(timer);
    document.removeEventListener('visibilitychange', later);
  };
}
