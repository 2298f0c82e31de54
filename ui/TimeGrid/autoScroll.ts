// Auto-scroll: a drag near an edge scrolls the grid, a little each frame, as long as the pointer stays there.
import type { Engine } from './engine.ts';
import { headHeight } from './geometry.ts';

/** Distance from the edge, in pixels. */
const reach = 36;
const fastest = 40;

export class AutoScroll {
  readonly #engine: Engine;
  readonly #onScroll: (event: PointerEvent) => void;
  #event: PointerEvent | null = null;
  #frame = 0;

  constructor(engine: Engine, onScroll: (event: PointerEvent) => void) {
    this.#engine = engine;
    this.#onScroll = onScroll;
  }

  towards(event: PointerEvent): void {
    this.#event = event;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#step());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#event = null;
  }

  #step(): void {
    this.#frame = 0;
    const event = this.#event;
    const { view, parts } = this.#engine;
    if (!event) return;
    const frame = parts.scroller.getBoundingClientRect();
    const top = frame.top + headHeight + view.pinnedHeight;
    const x = beyond(event.clientX, frame.left + view.sizes.titleWidth, frame.left + view.room.width);
    // No scrolling over the pinned row: it is a drop target.
    const isPinned = event.clientY < top && event.clientY > frame.top;
    const y = isPinned ? 0 : beyond(event.clientY, top, frame.top + view.room.height);
    if (x === 0 && y === 0) return;
    parts.scroller.scrollBy(x, y);
    this.#onScroll(event);
    this.towards(event);
  }
}

/** The farther beyond the edge, the faster, up to a limit. */
function beyond(at: number, least: number, most: number): number {
  if (at < least + reach) return Math.max(-fastest, (at - least - reach) / 3);
  return at > most - reach ? Math.min(fastest, (at - most + reach) / 3) : 0;
}
