// Screens that cache rows: they fetch changed rows by id instead of the whole list.

export interface RowCache {
  /** Name of the entity whose rows are cached. */
  entity: string;
  /** Returns true if the screen keeps this cached call up to date itself. */
  covers(key: readonly unknown[]): boolean;
  /** These rows may have changed; none: unknown ones, or ones that it already shows. */
  changed(ids: readonly string[]): void;
}

const caches = new Set<RowCache>();

/** Call the result when the screen closes. */
export function registerRowCache(cache: RowCache): () => void {
  caches.add(cache);
  return () => caches.delete(cache);
}

/** Passes the ids to the screens that cache rows of this entity, and returns these screens. */
export function rowsChanged(entity: string, ids: readonly string[]): ReadonlySet<RowCache> {
  const notified = new Set([...caches].filter((cache) => cache.entity === entity));
  for (const cache of notified) cache.changed(ids);
  return notified;
}

export const isCovered = (key: readonly unknown[], by: ReadonlySet<RowCache>): boolean =>
  [...by].some((cache) => cache.covers(key));
