// Canvases that lie in the content and scroll with it, each a few rows high: the browser moves them by itself, and only what
// comes into sight is drawn. What lies just outside is drawn ahead, one canvas a frame.
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
  /** The columns drawn, in pixels. */
  x: number;
  w: number;
}

/** About as high as what is scrolled in two frames. */
const usualHeight = 220;
/** Drawn on either side of what is seen, in pixels: little where it must be there at once, and more when there is time, or
 *  when it is scrolled sideways. */
const aside = { least: 60, most: 400 };

type Scene = Pick<PaintedScene, 'view' | 'caught' | 'verdict'>;
type Columns = Pick<Block, 'x' | 'w'>;

/** As many pixels more on either side of what is seen. At an edge one side has more, for a canvas is dear to resize. */
function columnsAround(view: View, { left, width }: Sight, more: number): Columns {
  const all = view.sizes.width;
  const w = Math.min(all, Math.ceil(width + 2 * more));
  return { x: Math.floor(clamp(left - more, 0, all - w)), w };
}

/** What must be drawn for nothing to be missing: on a wide screen the columns end before it does. */
function columnsSeen(view: View, { left, width }: Sight, more: number): Columns {
  const x = Math.max(0, left - more);
  return { x, w: Math.min(view.sizes.width, left + width + more) - x };
}

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

  /** Null: nothing drawn is right any more. */
  spoil(view: View, rows: ReadonlySet<string | null> | null): void {
    if (rows === null) for (const block of this.#blocks.values()) block.isStale = true;
    for (const id of rows ?? []) {
      const row = view.rowOf(id);
      if (row === undefined || this.#isPinned !== (row === pinnedRow)) continue;
      const block = this.#blocks.get(this.#isPinned ? 0 : Math.floor(row / this.#count(view)));
      if (block) block.isStale = true;
    }
  }

  /** Draws what is seen and not drawn; with time, one block more. True: there is more to draw. */
  show(painter: Painter, scene: Scene, sight: Sight, hasTime: boolean): boolean {
    const { view } = scene;
    const last = this.#isPinned ? Math.sign(view.pinnedHeight) - 1 : Math.ceil(view.rowCount / this.#count(view)) - 1;
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

  /** What is stale and out of sight would show old chips, or stand where others do now. */
  #clear(view: View): void {
    const height = this.#heightOf(view);
    const isReframed = height !== this.#height;
    this.#height = height;
    for (const [at, block] of this.#blocks) {
      const isNear = at >= this.#seen.first - 1 && at <= this.#seen.last + 1;
      if (!isReframed && (isNear || !block.isStale)) continue;
      block.canvas.style.transform = 'translateX(-100000px)';
      this.#spare.push(block);
      this.#blocks.delete(at);
    }
  }

  /** Those drawn, in sight and just outside; the last not among them. */
  rows(view: View): { from: number; to: number } {
    if (this.#isPinned) return { from: pinnedRow, to: view.firstRow === pinnedRow ? 0 : pinnedRow };
    const count = this.#count(view);
    const { first, last } = this.#seen;
    const from = this.#blocks.has(first - 1) ? first - 1 : first;
    const to = this.#blocks.has(last + 1) ? last + 1 : last;
    return { from: from * count, to: Math.min(view.rowCount, (to + 1) * count) };
  }

  #count(view: View): number {
    return this.#isPinned ? 1 : Math.max(1, Math.round(usualHeight / view.rowHeight));
  }

  #heightOf(view: View): number {
    return this.#isPinned ? view.pinnedHeight : this.#count(view) * view.rowHeight;
  }

  #isWanting(at: number, { x, w }: Columns): boolean {
    const block = this.#blocks.get(at);
    return !block || block.isStale || block.x > x || block.x + block.w < x + w;
  }

  /** False: it was there, with all that is needed. */
  #draw(at: number, needed: Columns, drawn: Columns, painter: Painter, scene: Scene): boolean {
    if (!this.#isWanting(at, needed)) return false;
    const block = this.#blocks.get(at) ?? this.#take(at);
    Object.assign(block, drawn, { isStale: false });
    const { view } = scene;
    const count = this.#count(view);
    const from = this.#isPinned ? pinnedRow : at * count;
    const window = { ...drawn, y: at * this.#heightOf(view), h: this.#heightOf(view) };
    const { canvas, context } = block;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.round(window.w * ratio), Math.round(window.h * ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${window.w}px`;
      canvas.style.height = `${window.h}px`;
    }
    canvas.style.transform = `translate(${window.x}px, ${window.y}px)`;
    // Without a canvas, as in tests, the rest of the grid works all the same.
    if (!context || width === 0 || height === 0) return true;
    context.setTransform(ratio, 0, 0, ratio, -window.x * ratio, -window.y * ratio);
    const to = this.#isPinned ? 0 : Math.min(view.rowCount, from + count);
    painter.paint(context, { ...scene, window, rows: { from, to } });
    return true;
  }

  /** A new canvas, or the one that is farthest from what is seen. */
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
    this.#blocks.set(at, block);
    return block;
  }

  #make(): Block {
    const canvas = document.createElement('canvas');
    canvas.className = classes.canvas ?? '';
    canvas.setAttribute('aria-hidden', 'true');
    this.#home.prepend(canvas);
    return { canvas, context: canvas.getContext('2d', { alpha: false }), isStale: true, x: 0, w: 0 };
  }
}
