// Draws the props that React hands over. The visible part is drawn first; the rest when the browser is idle.
import { DragFeedback } from './dragFeedback.ts';
import { Focus } from './focus.ts';
import { type Box, columnOf, headHeight, xOf } from './geometry.ts';
import { Keys } from './keys.ts';
import { Layer, type Wanted } from './layer.ts';
import { Painter } from './paint.ts';
import { readPalette } from './palette.ts';
import { Pane, type Sight } from './pane.ts';
import { Pointer } from './pointer.ts';
import { Titles } from './titles.ts';
import type { GridChip, GridTarget, TimeGridProps } from './types.ts';
import { pinnedRow, type Room, View } from './view.ts';

/** Size used where there is no layout, as in tests. */
const usualRoom: Room = { width: 1140, height: 700 };

interface PaneParts {
  titles: HTMLElement;
  content: HTMLElement;
  layer: HTMLElement;
}

export interface Parts {
  root: HTMLElement;
  scroller: HTMLElement;
  pinned: PaneParts;
  body: PaneParts;
  live: HTMLElement;
  /** Outline of the drop target. */
  ghost: HTMLElement;
  /** Next to the pointer: why a drop is refused. */
  reason: HTMLElement;
  band: HTMLElement;
  /** The line of the present moment, in each pane. */
  now: readonly HTMLElement[];
}

/** Popovers that React renders. */
export interface Asides {
  tip(chip: GridChip | null, at: DOMRect | null): void;
  more(chips: readonly GridChip[], at: DOMRect): void;
}

export class Engine {
  readonly parts: Parts;
  readonly asides: Asides;
  readonly view: View;
  readonly focus: Focus;
  readonly drag: DragFeedback;
  readonly #layer: Layer;
  readonly #panes: { pinned: Pane; body: Pane };
  readonly titles: { pinned: Titles; body: Titles };
  readonly #stop = new AbortController();
  readonly #watchers: { disconnect(): void }[] = [];
  readonly #set = new Map<string, number>();
  #painter: Painter;
  #frame = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  readonly #clock: ReturnType<typeof setInterval>;
  /** Id of the chip under the pointer. */
  hovered: string | null = null;
  /** Chips that the rubber band would select. */
  caught: ReadonlySet<string> | null = null;

  constructor(parts: Parts, props: TimeGridProps, asides: Asides) {
    this.parts = parts;
    this.asides = asides;
    this.view = new View(props, this.#room());
    this.#painter = new Painter(readPalette(parts.root));
    const lost = (): void => parts.scroller.focus({ preventScroll: true });
    this.#layer = new Layer(parts.pinned.layer, parts.body.layer, () => this.focus.take());
    this.#panes = { pinned: new Pane(parts.pinned.content, true), body: new Pane(parts.body.content, false) };
    this.titles = { pinned: new Titles(parts.pinned.titles, lost), body: new Titles(parts.body.titles, lost) };
    this.focus = new Focus(this);
    this.drag = new DragFeedback(this);
    this.#size();
    this.#toToday();
    this.#draw();
    this.touch();
    const { signal } = this.#stop;
    parts.scroller.addEventListener('scroll', () => this.scrolled(), { passive: true, signal });
    const pointer = new Pointer(this, signal);
    new Keys(this, pointer, signal);
    this.#watch();
    this.#clock = setInterval(() => this.#showNow(), 30_000);
  }

  update(props: TimeGridProps): void {
    const { view, parts } = this;
    const before = view.props;
    if (props === before) return;
    const hadFocus = parts.root.contains(document.activeElement);
    const touched = view.update(props);
    this.#size();
    if (before.columns !== props.columns) this.#toToday();
    this.#invalidate(touched);
    // The canvas of a few rows is drawn in a task of its own: many small changes must not block the page.
    if (touched === null) this.#draw();
    else {
      this.#showTitles();
      this.#later();
    }
    this.touch();
    if (hadFocus && !parts.root.contains(document.activeElement)) this.focus.take();
  }

  destroy(): void {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#idle);
    clearInterval(this.#clock);
    for (const watcher of this.#watchers) watcher.disconnect();
    const { pinned, body, ghost, band, now } = this.parts;
    for (const node of [ghost, band, ...now, ...this.parts.root.querySelectorAll('canvas')]) node.remove();
    for (const node of [pinned.titles, pinned.layer, body.titles, body.layer]) node.replaceChildren();
  }

  /** Redraws all rows in the next frame: drag feedback and the rubber band lie over every row. */
  redraw(): void {
    this.#invalidate(null);
    this.#later();
  }

  #later(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.drag.checkMore()) this.redraw();
      this.#draw();
    });
  }

  /** Draws blocks just outside the viewport in a separate frame, when nobody scrolls. */
  #whenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#frame === 0) this.#draw(true);
    }, 30);
  }

  #invalidate(rows: ReadonlySet<string | null> | null): void {
    for (const pane of Object.values(this.#panes)) pane.invalidate(this.view, rows);
  }

  /** Updates the chips that are real buttons; the canvas is not redrawn. */
  touch(): void {
    const { view } = this;
    const tabbed = this.focus.place();
    const wanted = new Map<string, Wanted>();
    const want = (one: Wanted): void => void wanted.set(one.chip?.id ?? `${one.row} ${one.column}`, one);
    const wantChip = (chip: GridChip): void => {
      const place = view.placeOf(chip);
      if (place?.isDrawn) want({ row: place.row, column: place.column, chip });
    };
    if (tabbed.column >= 0) want(tabbed);
    const hovered = this.hovered === null ? undefined : view.index.byId(this.hovered);
    if (hovered) wantChip(hovered);
    for (const chip of this.#selectedInSight()) wantChip(chip);
    this.#layer.show(view, this.#painter, [...wanted.values()], tabbed);
  }

  nodeOf(wanted: Wanted): HTMLElement | null {
    return this.#layer.node(wanted);
  }

  #selectedInSight(): GridChip[] {
    const { view } = this;
    const { selection } = view.props;
    if (selection.size === 0) return [];
    const { from, to } = this.#panes.body.rows(view);
    const rows = view.firstRow === pinnedRow ? [pinnedRow] : [];
    for (let row = from; row < to; row += 1) rows.push(row);
    return rows.flatMap((row) =>
      view.layoutOf(row).placed.flatMap(({ chip }) => (selection.has(chip.id) ? [chip] : [])),
    );
  }

  /** The visible part of the body. */
  sight(): Sight {
    const { scrollLeft: left, scrollTop: top } = this.parts.scroller;
    const { room, sizes, pinnedHeight } = this.view;
    const height = Math.max(0, room.height - headHeight - pinnedHeight);
    return { left, top, width: Math.max(0, room.width - sizes.titleWidth), height };
  }

  rowsInSight(): number[] {
    const { top, height } = this.sight();
    const { view } = this;
    const rows = view.firstRow === pinnedRow ? [pinnedRow] : [];
    const last = Math.min(view.rowCount - 1, view.rowAt(top + height));
    for (let row = view.rowAt(top); row <= last; row += 1) rows.push(row);
    return rows;
  }

  menu(target: GridTarget, { clientX: x, clientY: y }: { clientX: number; clientY: number }): void {
    this.view.props.onMenu?.(target, { x, y });
  }

  tip(chip: GridChip | null): void {
    const place = chip && this.view.placeOf(chip);
    if (place) this.asides.tip(chip, this.clientBox(place.row, place.box));
    else this.asides.tip(null, null);
  }

  announce(text: string): void {
    this.parts.live.textContent = text;
  }

  /** The user tried to change this chip. `otherwise`: what to announce if it is not locked. */
  refuse(chip: GridChip, otherwise: string): void {
    const { onLocked, readOnly } = this.view.props;
    if (readOnly || !chip.locked) this.announce(otherwise);
    else if (onLocked) onLocked(chip);
    else this.announce(chip.locked);
  }

  /** A box of a pane in coordinates of the window. */
  clientBox(row: number, { x, y, w, h }: Box): DOMRect {
    const { scroller } = this.parts;
    const frame = scroller.getBoundingClientRect();
    const { sizes, pinnedHeight } = this.view;
    const top = row === pinnedRow ? headHeight + y : headHeight + pinnedHeight + y - scroller.scrollTop;
    return new DOMRect(frame.left + sizes.titleWidth + x - scroller.scrollLeft, frame.top + top, w, h);
  }

  scrolled(): void {
    const before = this.#panes.body.rows(this.view);
    this.#draw();
    const { from, to } = this.#panes.body.rows(this.view);
    // Selected chips are buttons in every row that is drawn.
    if (this.view.props.selection.size > 0 && (from !== before.from || to !== before.to)) this.touch();
  }

  /** Draws the visible blocks that are missing or stale. */
  #draw(hasTime = false): void {
    const { view, drag } = this;
    const sight = this.sight();
    const verdict = drag.verdictOf();
    for (const name of ['pinned', 'body'] as const) {
      const pane = this.#panes[name];
      if (pane.show(this.#painter, { view, caught: this.caught, verdict }, sight, hasTime)) this.#whenIdle();
      this.titles[name].show(view, pane.rows(view));
      this.titles[name].verdict(verdict);
    }
  }

  #showTitles(): void {
    for (const name of ['pinned', 'body'] as const)
      this.titles[name].show(this.view, this.#panes[name].rows(this.view));
  }

  #room(): Room {
    const { clientWidth, clientHeight } = this.parts.scroller;
    return { width: clientWidth || usualRoom.width, height: clientHeight || usualRoom.height };
  }

  /** Sets the sizes as CSS variables; the style sheet does the rest. */
  #size(): void {
    const { sizes, pinnedHeight, bodyHeight } = this.view;
    const { style } = this.parts.root;
    // Setting a variable, even to the same value, recalculates the style of every element below.
    const set = (name: string, value: number): void => {
      if (this.#set.get(name) === value) return;
      this.#set.set(name, value);
      style.setProperty(name, `${value}px`);
    };
    set('--head-height', headHeight);
    set('--title-width', sizes.titleWidth);
    set('--cell-width', sizes.cellWidth);
    set('--columns-width', sizes.width);
    set('--pinned-height', pinnedHeight);
    set('--body-height', bodyHeight);
    this.#showNow();
  }

  /** The line of the present moment, where columns are hours. */
  #showNow(): void {
    const { view } = this;
    const now = Date.now() / 60_000;
    const [first, last] = [view.columns[0], view.columns.at(-1)];
    const isShown = view.props.mode === 'hours' && first && last && now >= first.start && now < last.end;
    for (const line of this.parts.now) {
      line.hidden = !isShown;
      if (isShown) line.style.transform = `translateX(${xOf(view.columns, view.sizes.cellWidth, now)}px)`;
    }
  }

  /** Scrolls today into view, with the day before; the present hour likewise. */
  #toToday(): void {
    const { columns, props } = this.view;
    const today =
      props.mode === 'hours' ? columnOf(columns, Date.now() / 60_000) : columns.findIndex(({ isToday }) => isToday);
    const { left, width } = this.sight();
    const { cellWidth } = this.view.sizes;
    if (today < 0 || today >= columns.length || (today * cellWidth >= left && (today + 1) * cellWidth <= left + width))
      return;
    this.parts.scroller.scrollLeft = Math.max(0, (today - 1) * cellWidth);
  }

  #watch(): void {
    const { root, scroller } = this.parts;
    const resized = new ResizeObserver(() => {
      const room = this.#room();
      const { width, height } = this.view.room;
      if (room.width === width && room.height === height) return;
      this.view.resize(room);
      this.#size();
      this.#invalidate(null);
      this.#draw();
      this.touch();
    });
    resized.observe(scroller);
    const repainted = new MutationObserver(() => {
      this.#painter = new Painter(readPalette(root));
      this.view.forgetWords();
      this.#invalidate(null);
      this.#draw();
      this.touch();
    });
    repainted.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme', 'style', 'class'] });
    this.#watchers.push(resized, repainted);
  }
}
