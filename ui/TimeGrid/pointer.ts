// Pointer gestures. Mouse: select, drag, resize, rubber band. Finger: tap, long press to drag, otherwise scroll.

import { AutoScroll } from './autoScroll.ts';
import { Band } from './band.ts';
import { clicked, doubleClicked } from './clicks.ts';
import { beginDrag, selectedWith, targetAt } from './dragState.ts';
import type { Engine } from './engine.ts';
import { hitOf, nearest, type Place, placeOf } from './hitTest.ts';
import { Hover } from './hover.ts';
import { between } from './navigation.ts';
import { resized } from './resize.ts';
import { toggled } from './selection.ts';
import type { GridChip } from './types.ts';
import type { Hit } from './view.ts';

/** How far the pointer may move and still be a click. */
const slack = 4;
const longPress = 500;

type Gesture =
  | { kind: 'press'; hit: Hit; at: Place; isTouch: boolean; isKept: boolean }
  // Long press of a finger: selected, and dragged when the finger moves.
  | { kind: 'lifted'; chip: GridChip; at: Place; before: ReadonlySet<string> }
  | { kind: 'drag'; at: Place; before: ReadonlySet<string> | null }
  | { kind: 'resize'; at: Place }
  | { kind: 'band'; band: Band };

export class Pointer {
  readonly #engine: Engine;
  readonly #hover: Hover;
  readonly #pull: AutoScroll;
  #gesture: Gesture | null = null;
  #from = { x: 0, y: 0 };
  #last: PointerEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Set by the keyboard: the next `contextmenu` event is its own. */
  isMenuAnswered = false;

  constructor(engine: Engine, signal: AbortSignal) {
    this.#engine = engine;
    this.#hover = new Hover(engine);
    this.#pull = new AutoScroll(engine, (event) => this.#follow(event));
    const { scroller } = engine.parts;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ): void => scroller.addEventListener(name, listener, { signal });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', () => this.cancel());
    on('pointerleave', () => this.#hover.leave());
    on('dblclick', (event) => {
      if (this.#last?.pointerType !== 'touch') doubleClicked(this.#engine, event);
    });
    on('click', (event) => clicked(this.#engine, event));
    on('contextmenu', (event) => this.#menu(event));
    // The page is kept from scrolling only during a drag; a finger that moves before scrolls.
    scroller.addEventListener(
      'touchmove',
      (event) => {
        const kind = this.#gesture?.kind;
        if ((kind === 'lifted' || kind === 'drag') && event.cancelable) event.preventDefault();
      },
      { signal, passive: false },
    );
    // We set the focus ourselves, and no text is selected.
    on('mousedown', (event) => {
      if (placeOf(this.#engine, event)) event.preventDefault();
    });
    signal.addEventListener('abort', () => this.cancel());
  }

  /** Cancels the gesture under way; returns true if there was one. */
  cancel(): boolean {
    clearTimeout(this.#timer);
    this.#pull.stop();
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture?.kind === 'band') gesture.band.end();
    if (!gesture || gesture.kind === 'press' || gesture.kind === 'lifted') return false;
    this.#engine.drag.cancel();
    return true;
  }

  /** Alt was pressed or released during a drag. */
  copies(copy: boolean): void {
    const { dragState } = this.#engine.drag;
    if (this.#gesture?.kind !== 'drag' || !dragState) return;
    this.#engine.drag.dragTo({ ...dragState, copy });
    if (this.#last) this.#engine.drag.showReason({ x: this.#last.clientX, y: this.#last.clientY });
  }

  #down(event: PointerEvent): void {
    this.#last = event;
    if (event.button !== 0 || this.#gesture) return;
    const at = placeOf(this.#engine, event);
    const hit = hitOf(this.#engine, event, at);
    if (!at || !hit) return;
    this.#hover.hideTip();
    // A drag by keys is cancelled.
    if (this.#engine.drag.dragState || this.#engine.drag.resizeState) this.#engine.drag.cancel();
    const isTouch = event.pointerType === 'touch';
    this.#from = { x: event.clientX, y: event.clientY };
    this.#gesture = { kind: 'press', hit, at, isTouch, isKept: false };
    if (isTouch) {
      this.#timer = setTimeout(() => this.#long(hit, at, event), longPress);
      return;
    }
    if (hit.kind === 'more') return;
    if (hit.kind === 'cell') {
      this.#engine.focus.goToCell(hit.row, hit.column);
      if (!event.shiftKey) this.#engine.focus.anchor = this.#engine.focus.spot();
      return;
    }
    // A selected chip is deselected on release, unless it was dragged.
    this.#gesture.isKept = this.#engine.view.props.selection.has(hit.placed.chip.id);
    this.#press(hit.placed.chip, event);
  }

  #press(chip: GridChip, event: MouseEvent): void {
    const { focus, view } = this.#engine;
    const { selection, onSelect } = view.props;
    const spot = focus.spotOf(chip);
    if (!spot) return;
    if (event.shiftKey) {
      onSelect(between(focus.anchor ?? focus.spot(), spot, (row, column) => view.chipsIn(row, column)));
      focus.goTo(spot, false);
      return;
    }
    focus.anchor = spot;
    focus.goTo(spot, false);
    if (event.ctrlKey || event.metaKey) onSelect(toggled(selection, chip.id));
    else if (!selection.has(chip.id)) onSelect(new Set([chip.id]));
  }

  #long(hit: Hit, at: Place, event: PointerEvent): void {
    this.#gesture = null;
    const { selection, onSelect } = this.#engine.view.props;
    if (hit?.kind === 'cell') this.#ask(hit, event);
    if (hit?.kind !== 'chip') return;
    const { chip } = hit.placed;
    globalThis.navigator.vibrate?.(10);
    const lifts = beginDrag(this.#engine.view, chip, false) !== null;
    if (lifts) this.#gesture = { kind: 'lifted', chip, at, before: selection };
    if (!lifts || !selection.has(chip.id)) onSelect(toggled(selection, chip.id));
  }

  #move(event: PointerEvent): void {
    this.#last = event;
    const gesture = this.#gesture;
    if (!gesture) {
      if (event.pointerType !== 'touch') this.#hover.over(event);
      return;
    }
    if (gesture.kind === 'press') {
      if (!this.#wandered(event, gesture.isTouch ? 2 : 1)) return;
      if (gesture.isTouch) this.cancel();
      else this.#begin(gesture, event);
      return;
    }
    if (gesture.kind === 'lifted') {
      if (this.#wandered(event, 2)) this.#startDrag(gesture.chip, gesture.at, gesture.before, event);
      return;
    }
    this.#follow(event);
    this.#pull.towards(event);
  }

  #wandered({ clientX, clientY }: PointerEvent, times: number): boolean {
    return Math.hypot(clientX - this.#from.x, clientY - this.#from.y) >= slack * times;
  }

  #begin({ hit, at }: Gesture & { kind: 'press' }, event: PointerEvent): void {
    this.#gesture = null;
    if (hit?.kind === 'chip' && hit.edge) {
      const { chip } = hit.placed;
      this.#engine.drag.resizeTo({ chip, edge: hit.edge, start: chip.start, end: chip.end });
      this.#gesture = { kind: 'resize', at };
    } else if (hit?.kind === 'chip') {
      this.#startDrag(hit.placed.chip, at, null, event);
      return;
    } else this.#gesture = { kind: 'band', band: new Band(this.#engine, at, event.ctrlKey || event.metaKey) };
    this.#held(event);
  }

  /** `before`: the selection when the long press began. */
  #startDrag(chip: GridChip, at: Place, before: ReadonlySet<string> | null, event: PointerEvent): void {
    const { view, drag } = this.#engine;
    this.#gesture = null;
    const dragState = beginDrag(view, chip, event.altKey);
    if (!dragState) {
      this.#engine.refuse(chip, '');
      return;
    }
    drag.dragTo(dragState);
    this.#gesture = { kind: 'drag', at, before };
    this.#held(event);
  }

  #held(event: PointerEvent): void {
    this.#hover.leave();
    this.#engine.parts.scroller.setPointerCapture?.(event.pointerId);
    this.#follow(event);
  }

  #follow(event: PointerEvent): void {
    const gesture = this.#gesture;
    const at = nearest(this.#engine, event);
    const { drag, view } = this.#engine;
    if (!gesture || !at) return;
    if (gesture.kind === 'band') gesture.band.reach(at);
    else if (gesture.kind === 'drag' && drag.dragState) {
      const target = targetAt(view, drag.dragState, at.row, at.x, gesture.at.x);
      drag.dragTo({ ...drag.dragState, copy: event.altKey, target });
      drag.showReason({ x: event.clientX, y: event.clientY }, event.pointerType === 'touch');
    } else if (gesture.kind === 'resize' && drag.resizeState) {
      const { chip, edge } = drag.resizeState;
      drag.resizeTo({ chip, edge, ...resized(view, chip, edge, at.x, gesture.at.x) });
      drag.showReason({ x: event.clientX, y: event.clientY });
    }
  }

  #up(event: PointerEvent): void {
    clearTimeout(this.#timer);
    this.#pull.stop();
    const gesture = this.#gesture;
    this.#gesture = null;
    const { drag, view } = this.#engine;
    if (!gesture) return;
    if (gesture.kind === 'press') this.#pressed(gesture, event);
    else if (gesture.kind === 'lifted') {
      // Long press and release: toggles the selection.
      if (gesture.before.has(gesture.chip.id)) view.props.onSelect(toggled(gesture.before, gesture.chip.id));
    } else if (gesture.kind === 'drag') {
      drag.finishDrag();
      if (gesture.before) view.props.onSelect(gesture.before);
    } else if (gesture.kind === 'resize') drag.finishResize();
    else view.props.onSelect(gesture.band.end());
  }

  #pressed({ hit, isTouch, isKept }: Gesture & { kind: 'press' }, event: PointerEvent): void {
    const { view, asides } = this.#engine;
    const { selection, onSelect, onOpen } = view.props;
    if (hit?.kind === 'more')
      asides.more(hit.more.chips, this.#engine.clientBox(hit.row, withTop(hit, view.topOf(hit.row))));
    else if (hit?.kind === 'cell') {
      if (isTouch) this.#engine.focus.goToCell(hit.row, hit.column);
      if (selection.size > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) onSelect(new Set());
    } else if (hit?.kind === 'chip') {
      const { chip } = hit.placed;
      if (isTouch) {
        if (selection.size > 0) onSelect(toggled(selection, chip.id));
        else onOpen(chip);
      } else if (isKept && !event.ctrlKey && !event.metaKey && !event.shiftKey) onSelect(new Set([chip.id]));
    }
  }

  #menu(event: MouseEvent): void {
    // A long press is ours: no context menu of the browser.
    if (this.#last?.pointerType === 'touch') event.preventDefault();
    if (!this.#engine.view.props.onMenu) return;
    event.preventDefault();
    if (this.isMenuAnswered || this.#last?.pointerType === 'touch') {
      this.isMenuAnswered = false;
      return;
    }
    const title = (event.target as HTMLElement)
      .closest<HTMLElement>('[role="rowheader"]')
      ?.closest<HTMLElement>('[data-row]');
    if (title) this.#engine.menu({ kind: 'row', row: this.#engine.view.idOf(Number(title.dataset.row)) }, event);
    else this.#ask(hitOf(this.#engine, event, placeOf(this.#engine, event)), event);
  }

  #ask(hit: Hit, event: MouseEvent): void {
    const { view, focus } = this.#engine;
    this.cancel();
    this.#hover.hideTip();
    if (hit?.kind === 'chip') {
      const { chip } = hit.placed;
      const { selection, onSelect } = view.props;
      const spot = focus.spotOf(chip);
      if (spot) focus.goTo(spot, false);
      if (!selection.has(chip.id)) onSelect(new Set([chip.id]));
      this.#engine.menu({ kind: 'chips', chips: selectedWith(view, chip, selection) }, event);
    } else if (hit?.kind === 'cell') {
      const column = view.columns[hit.column];
      focus.goToCell(hit.row, hit.column);
      if (column)
        this.#engine.menu({ kind: 'cell', row: view.idOf(hit.row), start: column.start, end: column.end }, event);
    }
  }
}

const withTop = ({ more }: Extract<Hit, { kind: 'more' }>, top: number) => ({ ...more, y: more.y + top });
