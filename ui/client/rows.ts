// Screens that fetch changed rows by id instead of reading their whole call again.

export interface RowCache {
  /** Name of the entity whose rows it keeps. */
  entity: string;
  /** Whether it keeps this cached call up to date. */
  keeps(key: readonly unknown[]): boolean;
  /** These rows may have changed. */
  changed(ids: readonly string[]): void;
}

const caches = new Set<RowCache>();

/** As long as the screen is open; the result ends it. */
export function registerRowCache(cache: RowCache): () => void {
  caches.add(cache);
  return () => caches.delete(cache);
}

/** Hands the ids to the screens that keep rows of this entity, and tells which these are. */
export function rowsChanged(entity: string, ids: readonly string[]): ReadonlySet<RowCache> {
  const handed = new Set([...caches].filter((cache) => cache.entity === entity));
  for (const cache of handed) cache.changed(ids);
  return handed;
}

export const isKept = (key: readonly unknown[], by: ReadonlySet<RowCache>): boolean =>
  [...by].some((cache) => cache.keeps(key));
