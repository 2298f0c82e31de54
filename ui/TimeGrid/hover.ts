// The chip under the pointer becomes a button; after a moment its tooltip opens.
import type { Engine } from './engine.ts';
import { hitOf, placeOf } from './hitTest.ts';
import type { GridChip } from './types.ts';

const rest = 350;

export class Hover {
  readonly #engine: Engine;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  over(event: PointerEvent): void {
    const at = placeOf(this.#engine, event);
    const hit = at && hitOf(this.#engine, event, at);
    const { style } = this.#engine.parts.scroller;
    style.cursor = '';
    if (hit?.kind === 'chip') style.cursor = hit.edge ? 'ew-resize' : 'pointer';
    else if (hit?.kind === 'more') style.cursor = 'pointer';
    this.#enter(hit?.kind === 'chip' ? hit.placed.chip : null);
  }

  leave(): void {
    this.#enter(null);
  }

  #enter(chip: GridChip | null): void {
    const engine = this.#engine;
    if (engine.hovered === (chip?.id ?? null)) return;
    engine.hovered = chip?.id ?? null;
    engine.touch();
    this.hideTip();
    if (chip && engine.view.props.hover) this.#timer = setTimeout(() => engine.tip(chip), rest);
  }

  hideTip(): void {
    clearTimeout(this.#timer);
    this.#engine.tip(null);
  }
}
