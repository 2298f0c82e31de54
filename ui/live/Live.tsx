// Lists and records refresh when somebody else changed them; what is typed in a form stays (its own rules decide).
import { type ReactElement, useEffect } from 'react';
import { type LiveEvent, watchLive } from '#core/live/live.ts';
import { pathOf } from '../client/call.ts';
import { queryClient } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { setOthers } from './presence.ts';
import { watchPlace } from './stream.ts';

/** Changes of one moment are asked for once. */
const gathering = 300;

type Changes = Map<string, Set<string> | null>;

/** Whether a cached call shows one of the changed rows. */
export function shows(key: readonly unknown[], changes: Changes): boolean {
  const [operation, entity] = String(key[0]).split(':');
  if (entity === undefined) return operation === 'readHome';
  const ids = changes.get(entity);
  if (ids === undefined) return false;
  if (operation === 'list' || ids === null) return true;
  const { id } = (key[2] ?? {}) as { id?: string };
  return id === undefined || ids.has(id);
}

async function refresh(changes: Changes | 'all'): Promise<void> {
  if (changes === 'all') return queryClient.invalidateQueries();
  const touched = (key: readonly unknown[]): boolean => shows(key, changes);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched(queryKey) }),
    // What may quote it is asked when next shown.
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => !touched(queryKey), refetchType: 'none' }),
  ]);
}

/** Gathers what is heard, and holds it while nobody looks at the page. */
export function refresher(): { heard(event: LiveEvent): void; stop(): void } {
  let changes: Changes | 'all' = new Map();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = (): void => {
    timer = null;
    if (document.hidden) return;
    const gathered = changes;
    changes = new Map();
    if (gathered === 'all' || gathered.size > 0) void refresh(gathered);
  };
  const soon = (): void => {
    timer ??= setTimeout(flush, gathering);
  };
  const shown = (): void => {
    if (!document.hidden) soon();
  };
  document.addEventListener('visibilitychange', shown);
  return {
    heard: (event) => {
      if (event.type === 'presence') return setOthers(event.entity, event.id, event.others);
      if (event.type === 'hello') {
        if (event.quiet) return;
        changes = 'all';
      } else if (changes !== 'all') {
        const known = changes.get(event.entity);
        const ids = event.ids === null || known === null ? null : new Set([...(known ?? []), ...event.ids]);
        changes.set(event.entity, ids);
      }
      soon();
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    },
  };
}

export function Live(): ReactElement | null {
  const { agency, scope, user } = useSession();
  // Platform staff outside an agency have no place to watch.
  const path = agency ? pathOf(watchLive, scope) : null;
  const userId = user.id;
  useEffect(() => {
    if (path === null) return;
    const { heard, stop } = refresher();
    const leave = watchPlace(path, userId, heard);
    return () => {
      leave();
      stop();
    };
  }, [path, userId]);
  return null;
}
