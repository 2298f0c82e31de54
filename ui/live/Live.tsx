// Reads lists and records again when somebody else changes them; a form keeps its unsaved text.
import type { Query } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { type LiveEvent, watchLive } from '#core/live/live.ts';
import { pathOf } from '../client/call.ts';
import { type Made, queryClient } from '../client/queries.tsx';
import { isCovered, type RowCache, rowsChanged } from '../client/rows.ts';
import { refreshSession, useSession } from '../client/session.ts';
import { checkVersion } from '../client/version.ts';
import { setOthers } from './presence.ts';
import { watchPlace } from './stream.ts';

/** Events within this many milliseconds are handled together. */
const batchDelay = 300;

interface Change {
  /** Null: any row. */
  ids: ReadonlySet<string> | null;
  /** Screens that fetch these rows themselves. */
  caches: ReadonlySet<RowCache>;
}

type Changes = Map<string, Change>;

const none: ReadonlySet<RowCache> = new Set();

/** Milliseconds over which all open pages ask for the version. */
const spread = 3_000;

/** At least so many milliseconds between two readings of what is computed from many rows. */
const pause = 3_000;

/** Returns true if a cached call shows one of the changed rows and must be read again. */
export function shows(key: readonly unknown[], changes: ReadonlyMap<string, Change>): boolean {
  const [operation, entity] = String(key[0]).split(':');
  if (entity === undefined) return false;
  const change = changes.get(entity);
  if (change === undefined || isCovered(key, change.caches)) return false;
  const { ids } = change;
  if (operation === 'list' || ids === null) return true;
  const { id } = (key[2] ?? {}) as { id?: string };
  return id === undefined || ids.has(id);
}

/** Returns true if a cached call counts rows of a changed entity, or shows them beside its own. */
export function isMadeOf({ meta }: Pick<Query, 'meta'>, names: Pick<ReadonlySet<string>, 'has'>): boolean {
  const { madeOf = [] } = (meta ?? {}) as Made;
  return madeOf === 'all' || madeOf.some((name) => names.has(name));
}

async function refresh(changes: Changes | 'all'): Promise<void> {
  if (changes === 'all') return queryClient.invalidateQueries();
  const isCoveredByAny = (key: readonly unknown[]): boolean =>
    [...changes.values()].some(({ caches }) => isCovered(key, caches));
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => shows(queryKey, changes) }),
    // Calls that may contain the row are read when next shown.
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => !shows(queryKey, changes) && !isCoveredByAny(queryKey),
      refetchType: 'none',
    }),
  ]);
}

/** Merges two changes of one entity. A screen keeps its rows only if it received both. */
const joined = (one: Change | undefined, other: Change): Change => ({
  ids: one === undefined ? other.ids : one.ids && other.ids && new Set([...one.ids, ...other.ids]),
  caches: one === undefined ? other.caches : new Set([...one.caches].filter((cache) => other.caches.has(cache))),
});

/** The server ends the stream when rights change: screens must not keep what the user may no longer see. */
async function followRights(): Promise<void> {
  if (await refreshSession()) await queryClient.invalidateQueries();
}

/** Collects events, and holds them while the page is hidden. Screens that cache rows are notified at once. */
export function refresher(): { onEvent(event: LiveEvent): void; stop(): void } {
  let changes: Changes | 'all' = new Map();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isFirst = true;
  const uncounted = new Set<string>();
  let counting: ReturnType<typeof setTimeout> | null = null;
  const count = (): void => {
    counting = null;
    if (uncounted.size === 0 || document.hidden) return;
    const names = new Set(uncounted);
    uncounted.clear();
    void queryClient.invalidateQueries({ predicate: (query) => isMadeOf(query, names) });
    counting = setTimeout(count, pause);
  };
  const flush = (): void => {
    timer = null;
    if (document.hidden) return;
    const gathered = changes;
    changes = new Map();
    if (gathered === 'all') return void refresh(gathered);
    if (gathered.size > 0) void refresh(gathered);
    for (const name of gathered.keys()) uncounted.add(name);
    if (counting === null) count();
  };
  const soon = (): void => {
    timer ??= setTimeout(flush, batchDelay);
  };
  const shown = (): void => {
    if (!document.hidden) soon();
  };
  document.addEventListener('visibilitychange', shown);
  return {
    onEvent: (event) => {
      if (event.type === 'presence') return setOthers(event.entity, event.id, event.others);
      if (event.type === 'version') {
        setTimeout(() => void checkVersion().catch(() => undefined), Math.random() * spread);
        return;
      }
      if (event.type === 'hello') {
        // Before the first stream, the session has just been read.
        if (!isFirst) followRights().catch(() => undefined);
        isFirst = false;
        if (event.quiet) return;
        changes = 'all';
      } else if (changes !== 'all') {
        const { entity, ids } = event;
        const notified = rowsChanged(entity, ids ?? []);
        const change = ids ? { ids: new Set(ids), caches: notified } : { ids: null, caches: none };
        changes.set(entity, joined(changes.get(entity), change));
      }
      soon();
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      if (counting) clearTimeout(counting);
      document.removeEventListener('visibilitychange', shown);
    },
  };
}

export function Live(): ReactElement | null {
  const { agency, scope, user } = useSession();
  // Platform staff outside an agency have no stream.
  const path = agency ? pathOf(watchLive, scope) : null;
  const userId = user.id;
  useEffect(() => {
    if (path === null) return;
    const { onEvent, stop } = refresher();
    const leave = watchPlace(path, userId, onEvent);
    return () => {
      leave();
      stop();
    };
  }, [path, userId]);
  return null;
}
