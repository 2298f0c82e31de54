// A large map that is patched without copying: the base map and the changes since.

export type Lookup<T> = Pick<ReadonlyMap<string, T>, 'get'>;

/** Above this many changes, a new base map is built. */
const mostChanges = 500;

export class PatchMap<T> implements Lookup<T> {
  readonly #all: ReadonlyMap<string, T>;
  readonly #changes: ReadonlyMap<string, T | undefined>;
  /** Identity of this state (`token`) and of the state before (`past`); `touched`: the keys changed between them. */
  readonly token = {};
  readonly past: object | null;
  readonly touched: readonly string[];

  constructor(
    all: ReadonlyMap<string, T>,
    changes: ReadonlyMap<string, T | undefined> = new Map(),
    past: object | null = null,
    touched: readonly string[] = [],
  ) {
    this.#all = all;
    this.#changes = changes;
    this.past = past;
    this.touched = touched;
  }

  get(key: string): T | undefined {
    const changed = this.#changes.get(key);
    return changed === undefined && !this.#changes.has(key) ? this.#all.get(key) : changed;
  }

  /** Undefined removes the key. */
  with(changes: ReadonlyMap<string, T | undefined>): PatchMap<T> {
    if (changes.size === 0) return this;
    const touched = [...changes.keys()];
    const next = new Map([...this.#changes, ...changes]);
    if (next.size <= mostChanges) return new PatchMap(this.#all, next, this.token, touched);
    return new PatchMap(new Map(merged(this.#all, next)), new Map(), this.token, touched);
  }

  [Symbol.iterator](): Iterator<[string, T]> {
    return merged(this.#all, this.#changes);
  }
}

function* merged<T>(
  all: ReadonlyMap<string, T>,
  changes: ReadonlyMap<string, T | undefined>,
): Generator<[string, T], undefined> {
  for (const entry of all) if (!changes.has(entry[0])) yield entry;
  for (const [key, value] of changes) if (value !== undefined) yield [key, value];
}
