// Canvases a few rows high that lie in the content: the browser scrolls them, and only blocks that come into view are
// drawn. Blocks just outside are drawn ahead, one per frame.
import { clamp } from './geometry.ts';
import type { Scene as PaintedScene, Painter } from './paint.ts';
import classes from './TimeGrid.module.css';
import { pinnedRow, type View } from './view.ts';

export interface Sight {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Block {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D | null;
  isStale: boolean;
  /** Only these rows are stale. */
  rows: Set<number>;
  /** The horizontal part that is drawn, in pixels. */
  x: number;
  w: number;
}

/** Height of a block: about what is scrolled in two frames. A row on the edge is drawn in both. */
const usualHeight = 220;
/** Pixels drawn on either side of the viewport: few when it must be fast, more when idle or when scrolling sideways. */
const aside = { least: 60, most: 400 };

type Scene = Pick<PaintedScene, 'view' | 'caught' | 'verdict'>;
type Columns = Pick<Block, 'x' | 'w'>;

/** The viewport with `more` pixels on either side. At an edge the width stays: resizing a canvas is expensive. */
function columnsAround(view: View, { left, width }: Sight, more: number): Columns {
  const all = view.sizes.width;
  const w = Math.min(all, Math.ceil(width + 2 * more));
  return { x: Math.floor(clamp(left - more, 0, all - w)), w };
}

/** The part that must be drawn; on a wide screen the columns end before the viewport does. */
function columnsSeen(view: View, { left, width }: Sight, more: number): Columns {
  const x = Math.max(0, left - more);
  return { x, w: Math.min(view.sizes.width, left + width + more) - x };
}

/** The rows that touch this part of the body; `to` is excluded. */
const rowsBetween = (view: View, top: number, bottom: number): { from: number; to: number } =>
  view.rowCount === 0 ? { from: 0, to: 0 } : { from: view.rowAt(top), to: view.rowAt(bottom - 1) + 1 };

export class Pane {
  readonly #home: HTMLElement;
  readonly #isPinned: boolean;
  #blocks = new Map<number, Block>();
  #spare: Block[] = [];
  #seen = { first: 0, last: -1 };
  #before = { left: 0, top: 0 };
  #height = 0;

  constructor(home: HTMLElement, isPinned: boolean) {
    this.#home = home;
    this.#isPinned = isPinned;
  }

  /** Marks the blocks of these rows as stale; null: all blocks. */
  invalidate(view: View, rows: ReadonlySet<string | null> | null): void {
    if (rows === null) for (const block of this.#blocks.values()) block.isStale = true;
    for (const id of rows ?? []) {
      const row = view.rowOf(id);
      if (row === undefined || this.#isPinned !== (row === pinnedRow)) continue;
      const height = this.#heightOf(view);
      const top = view.topOf(row);
      for (let at = Math.floor(top / height); at * height < top + view.heightOf(row); at += 1) {
        this.#blocks.get(at)?.rows.add(row);
      }
    }
  }

  /** Draws the visible blocks that are missing or stale, and one more if there is time. Returns true if blocks are left. */
  show(painter: Painter, scene: Scene, sight: Sight, hasTime: boolean): boolean {
    const { view } = scene;
    const last = this.#isPinned ? Math.sign(view.pinnedHeight) - 1 : Math.ceil(view.bodyHeight / usualHeight) - 1;
    const height = this.#heightOf(view);
    const { left, top } = this.#before;
    this.#before = { left: sight.left, top: sight.top };
    this.#seen = this.#isPinned
      ? { first: 0, last }
      : {
          first: clamp(Math.floor(sight.top / height), 0, Math.max(0, last)),
          last: Math.min(last, Math.floor((sight.top + sight.height - 1) / height)),
        };
    this.#clear(view);
    const { first } = this.#seen;
    const isSideways = sight.left !== left && sight.top === top;
    const needed = columnsSeen(view, sight, 0);
    const drawn = columnsAround(view, sight, isSideways ? aside.most : aside.least);
    let count = 0;
    for (let at = first; at <= this.#seen.last; at += 1) if (this.#draw(at, needed, drawn, painter, scene)) count += 1;
    if (count > 0) return true;
    const ahead = [this.#seen.last + 1, first - 1].filter((at) => at >= 0 && at <= last && !this.#isPinned);
    if (sight.top < top) ahead.reverse();
    for (const at of ahead) if (this.#draw(at, needed, drawn, painter, scene)) return true;
    const wider = columnsSeen(view, sight, aside.most / 2);
    const widest = columnsAround(view, sight, aside.most);
    for (let at = first; at <= this.#seen.last; at += 1) {
      if (!hasTime && this.#isWanting(at, wider)) return true;
      if (this.#draw(at, wider, widest, painter, scene)) return true;
    }
    return false;
  }

  /** Removes stale blocks out of view: they would show old chips, or lie at a place that others take now. */
  #clear(view: View): void {
    const height = this.#heightOf(view);
    const isReframed = height !== this.#height;
    this.#height = height;
    for (const [at, block] of this.#blocks) {
      const isNear = at >= this.#seen.first - 1 && at <= this.#seen.last + 1;
      if (!isReframed && (isNear || (!block.isStale && block.rows.size === 0))) continue;
      block.canvas.style.transform = 'translateX(-100000px)';
      this.#spare.push(block);
      this.#blocks.delete(at);
    }
  }

  /** The rows that are drawn, in view and just outside; `to` is excluded. */
  rows(view: View): { from: number; to: number } {
    if (this.#isPinned) return { from: pinnedRow, to: view.firstRow === pinnedRow ? 0 : pinnedRow };
    const { first, last } = this.#seen;
    const from = this.#blocks.has(first - 1) ? first - 1 : first;
    const to = this.#blocks.has(last + 1) ? last + 1 : last;
    return rowsBetween(view, from * usualHeight, (to + 1) * usualHeight);
  }

  #heightOf(view: View): number {
    return this.#isPinned ? view.pinnedHeight : usualHeight;
  }

  #isWanting(at: number, { x, w }: Columns): boolean {
    const block = this.#blocks.get(at);
    return !block || block.isStale || block.rows.size > 0 || block.x > x || block.x + block.w < x + w;
  }

  /** Returns false if the block was there and up to date. */
  #draw(at: number, needed: Columns, drawn: Columns, painter: Painter, scene: Scene): boolean {
    if (!this.#isWanting(at, needed)) return false;
    const block = this.#blocks.get(at) ?? this.#take(at);
    const { view } = scene;
    const ratio = globalThis.devicePixelRatio || 1;
    const [y, h] = [at * this.#heightOf(view), this.#heightOf(view)];
    if (this.#isAllButRows(block, needed, ratio)) {
      this.#drawRows(block, { y, h }, painter, scene);
      return true;
    }
    Object.assign(block, drawn, { isStale: false });
    block.rows.clear();
    const window = { ...drawn, y, h };
    const { canvas, context } = block;
    const [width, height] = [Math.round(window.w * ratio), Math.round(window.h * ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${window.w}px`;
      canvas.style.height = `${window.h}px`;
    }
    canvas.style.transform = `translate(${window.x}px, ${window.y}px)`;
    // Without a canvas, as in tests, the rest of the grid still works.
    if (!context || width === 0 || height === 0) return true;
    context.setTransform(ratio, 0, 0, ratio, -window.x * ratio, -window.y * ratio);
    const rows = this.#isPinned ? { from: pinnedRow, to: 0 } : rowsBetween(view, window.y, window.y + window.h);
    painter.paint(context, { ...scene, window, rows });
    return true;
  }

  /** Where pixels are split, the edge of a row would be mixed with its neighbour. */
  #isAllButRows({ isStale, rows, x, w }: Block, needed: Columns, ratio: number): boolean {
    return !isStale && rows.size > 0 && Number.isInteger(ratio) && x <= needed.x && x + w >= needed.x + needed.w;
  }

  /** Paints the stale rows alone: the others are still on the canvas. */
  #drawRows({ context, rows, x, w }: Block, { y, h }: { y: number; h: number }, painter: Painter, scene: Scene): void {
    const { view } = scene;
    for (const row of context ? rows : []) {
      const top = Math.max(y, view.topOf(row));
      const bottom = Math.min(y + h, view.topOf(row) + view.heightOf(row));
      const window = { x, y: top, w, h: bottom - top };
      if (context && window.h > 0) painter.paint(context, { ...scene, window, rows: { from: row, to: row + 1 } });
    }
    rows.clear();
  }

  /** A new canvas, or the one farthest from the viewport. */
  #take(at: number): Block {
    const spare = this.#spare.pop();
    if (spare) {
      spare.isStale = true;
      this.#blocks.set(at, spare);
      return spare;
    }
    const { first, last } = this.#seen;
    const far = (one: number): number => Math.max(first - one, one - last);
    const farthest = [...this.#blocks.keys()].sort((one, other) => far(other) - far(one))[0];
    const used = farthest !== undefined && far(farthest) > 1 ? this.#blocks.get(farthest) : undefined;
    if (farthest !== undefined && used) this.#blocks.delete(farthest);
    const block = used ?? this.#make();
    block.isStale = true;
    this.#blocks.set(at, block);
    return block;
  }

  #make(): Block {
    const canvas = document.createElement('canvas');
    canvas.className = classes.canvas ?? '';
    canvas.setAttribute('aria-hidden', 'true');
    this.#home.prepend(canvas);
    return { canvas, context: canvas.getContext('2d', { alpha: false }), isStale: true, rows: new Set(), x: 0, w: 0 };
  }
}
