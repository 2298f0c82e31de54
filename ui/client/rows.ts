// Screens that fetch changed rows by id instead of reading their whole call again.

export interface RowKeeper {
  /** Name of the entity whose rows it keeps. */
  entity: string;
  /** Whether it keeps this cached call up to date. */
  keeps(key: readonly unknown[]): boolean;
  /** These rows may have changed. */
  changed(ids: readonly string[]): void;
}

const keepers = new Set<RowKeeper>();

/** As long as the screen is open; the result ends it. */
export function keepRows(keeper: RowKeeper): () => void {
  keepers.add(keeper);
  return () => keepers.delete(keeper);
}

/** Hands the ids to the screens that keep rows of this entity, and tells which these are. */
export function rowsChanged(entity: string, ids: readonly string[]): ReadonlySet<RowKeeper> {
  const handed = new Set([...keepers].filter((keeper) => keeper.entity === entity));
  for (const keeper of handed) keeper.changed(ids);
  return handed;
}

export const isKept = (key: readonly unknown[], by: ReadonlySet<RowKeeper>): boolean =>
  [...by].some((keeper) => keeper.keeps(key));
