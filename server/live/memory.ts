// The last changes of one agency: a page that opens its stream is sent those since it read its data.

/** Milliseconds. */
const rememberedFor = 60_000;
const mostRemembered = 500;

export interface Change {
  at: number;
  entity: string;
  /** Null: any row. */
  ids: readonly string[] | null;
  /** Of these users only. */
  users: ReadonlySet<string> | null;
}

export class Memory {
  #changes: Change[] = [];
  /** The moment of the last change that was forgotten. */
  #forgotten = Number.NEGATIVE_INFINITY;

  add(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length > mostRemembered) this.#drop(this.#changes.length - mostRemembered);
  }

  /** Forgets what is old. */
  forget(now: number): void {
    const kept = this.#changes.findIndex(({ at }) => at > now - rememberedFor);
    this.#drop(kept < 0 ? this.#changes.length : kept);
  }

  /** Null: some of them are forgotten. */
  since(moment: number): readonly Change[] | null {
    return moment > this.#forgotten ? this.#changes.filter(({ at }) => at >= moment) : null;
  }

  #drop(count: number): void {
    const last = this.#changes.splice(0, count).at(-1);
    if (last) this.#forgotten = last.at;
  }
}
