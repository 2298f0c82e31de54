// Whether what is dragged may land: asked row by row, the nearest first, a little in each frame.
import { type Carry, landing } from './carry.ts';
import type { GridVerdict } from './types.ts';
import type { View } from './view.ts';

/** What a frame can spare, in milliseconds. */
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

  /** Undefined: not asked yet. */
  of(view: View, carry: Carry, row: number): GridVerdict | null | undefined {
    return this.#known.get(keyOf(view, carry, row));
  }

  /** At once: the row under the pointer cannot wait. */
  ask(view: View, carry: Carry, row: number): GridVerdict | null {
    const key = keyOf(view, carry, row);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const said = view.props.feedback?.(carry.grabbed, view.idOf(row), landing(carry), carry.copy) ?? null;
    this.#known.set(key, said);
    return said;
  }

  /** These rows are in sight: those of which nothing is known wait in the order of their distance. */
  queue(view: View, carry: Carry, rows: readonly number[]): void {
    this.#waiting = view.props.feedback
      ? rows
          .filter((row) => this.of(view, carry, row) === undefined)
          .sort((one, other) => Math.abs(other - carry.aim.row) - Math.abs(one - carry.aim.row))
      : [];
  }

  /** True: something new was said. At least one row is asked, however slow the answers. */
  work(view: View, carry: Carry): boolean {
    const until = this.#now() + budget;
    let asked = 0;
    while (this.#waiting.length > 0 && (asked === 0 || this.#now() < until)) {
      this.ask(view, carry, this.#waiting.pop() as number);
      asked += 1;
    }
    return asked > 0;
  }

  get isDone(): boolean {
    return this.#waiting.length === 0;
  }
}

const keyOf = (view: View, carry: Carry, row: number): string =>
  `${landing(carry)} ${carry.copy ? 1 : 0} ${view.idOf(row) ?? ''}`;
