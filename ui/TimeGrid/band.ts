// Rubber band: selects the chips that it touches when the pointer is released.
import type { Engine } from './engine.ts';
import { type Box, touches } from './geometry.ts';
import type { Place } from './hitTest.ts';
import { pinnedRow, type View } from './view.ts';

/** The chips of a pane that a box touches. */
export function caughtBy(view: View, isPinned: boolean, box: Box): Set<string> {
  const found = new Set<string>();
  const from = isPinned ? pinnedRow : view.rowAt(box.y);
  const to = isPinned ? pinnedRow : view.rowAt(box.y + box.h);
  for (let row = from; row <= to; row += 1)
    for (const { chip, x, y, w, h } of view.layoutOf(row).placed)
      if (touches(box, { x, y: y + view.topOf(row), w, h })) found.add(chip.id);
  return found;
}

export class Band {
  readonly #engine: Engine;
  readonly #from: Place;
  /** Ctrl adds to the selection. */
  readonly #kept: ReadonlySet<string>;
  #caught: ReadonlySet<string>;

  constructor(engine: Engine, from: Place, adds: boolean) {
    this.#engine = engine;
    this.#from = from;
    this.#kept = adds ? engine.view.props.selection : new Set();
    this.#caught = this.#kept;
  }

  /** Stays in the pane in which it began. */
  reach(to: Place): void {
    const { view, parts } = this.#engine;
    const isPinned = this.#from.row === pinnedRow;
    const toY = isPinned === (to.row === pinnedRow) ? to.y : isPinned ? view.pinnedHeight : parts.scroller.scrollTop;
    const box: Box = {
      x: Math.min(this.#from.x, to.x),
      y: Math.min(this.#from.y, toY),
      w: Math.abs(to.x - this.#from.x),
      h: Math.abs(toY - this.#from.y),
    };
    const { band } = parts;
    const home = (isPinned ? parts.pinned : parts.body).layer.parentElement;
    if (band.parentElement !== home) home?.append(band);
    band.hidden = false;
    band.style.transform = `translate(${box.x}px, ${box.y}px)`;
    band.style.width = `${box.w}px`;
    band.style.height = `${box.h}px`;
    this.#caught = new Set([...this.#kept, ...caughtBy(view, isPinned, box)]);
    this.#engine.caught = this.#caught;
    this.#engine.redraw();
  }

  end(): ReadonlySet<string> {
    this.#engine.parts.band.hidden = true;
    this.#engine.caught = null;
    this.#engine.redraw();
    return this.#caught;
  }
}
