// Verdicts of a drag: rows are checked nearest first, a few in each frame.
import { type DragState, dropStart } from './dragState.ts';
import type { GridVerdict } from './types.ts';
import type { View } from './view.ts';

/** Time budget of a frame, in milliseconds. */
const budget = 2;

export class Verdicts {
  #known = new Map<string, GridVerdict | null>();
  #waiting: number[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  clear(): void {
    this.#known.clear();
    this.#waiting = [];
  }

  /** Undefined: not checked yet. */
  of(view: View, dragState: DragState, row: number): GridVerdict | null | undefined {
    return this.#known.get(keyOf(view, dragState, row));
  }

  /** Checks the row under the pointer at once. */
  ask(view: View, dragState: DragState, row: number): GridVerdict | null {
    const key = keyOf(view, dragState, row);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const verdict =
      view.props.feedback?.(dragState.grabbed, view.idOf(row), dropStart(dragState), dragState.copy) ?? null;
    this.#known.set(key, verdict);
    return verdict;
  }

  /** Queues the visible rows that were not checked yet, by their distance. */
  queue(view: View, dragState: DragState, rows: readonly number[]): void {
    this.#waiting = view.props.feedback
      ? rows
          .filter((row) => this.of(view, dragState, row) === undefined)
          .sort((one, other) => Math.abs(other - dragState.target.row) - Math.abs(one - dragState.target.row))
      : [];
  }

  /** Returns true if there are new verdicts. Checks at least one row, however slow the checks are. */
  work(view: View, dragState: DragState): boolean {
    const until = this.#now() + budget;
    let asked = 0;
    while (this.#waiting.length > 0 && (asked === 0 || this.#now() < until)) {
      this.ask(view, dragState, this.#waiting.pop() as number);
      asked += 1;
    }
    return asked > 0;
  }

  get isDone(): boolean {
    return this.#waiting.length === 0;
  }
}

const keyOf = (view: View, dragState: DragState, row: number): string =>
  `${dropStart(dragState)} ${dragState.copy ? 1 : 0} ${view.idOf(row) ?? ''}`;
