// A canvas that lies in the content and scrolls with it, a little larger than what is seen: the browser moves it by itself,
// and it is drawn anew before its edge comes into sight.
import { type Box, clamp } from './geometry.ts';
import type { Painter, Scene } from './paint.ts';
import type { View } from './view.ts';
import { pinnedRow } from './view.ts';

const ahead = { x: 300, y: 220 };

export interface Sight {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class Pane {
  readonly #canvas: HTMLCanvasElement;
  readonly #isPinned: boolean;
  #context: CanvasRenderingContext2D | null | undefined;
  #window: Box | null = null;
  #seen = { left: 0, top: 0 };

  constructor(canvas: HTMLCanvasElement, isPinned: boolean) {
    this.#canvas = canvas;
    this.#isPinned = isPinned;
  }

  /** True: what is seen is not all drawn. */
  isShort(view: View, sight: Sight): boolean {
    const window = this.#window;
    if (!window) return true;
    const [right, bottom] = [sight.left + sight.width, sight.top + sight.height];
    const { w, h } = this.#extent(view);
    return (
      sight.left < window.x ||
      Math.min(right, w) > window.x + window.w ||
      (!this.#isPinned && (sight.top < window.y || Math.min(bottom, h) > window.y + window.h))
    );
  }

  rows(view: View): { from: number; to: number } {
    if (this.#isPinned) return { from: pinnedRow, to: view.firstRow === pinnedRow ? 0 : pinnedRow };
    const { y = 0, h = 0 } = this.#window ?? {};
    const from = Math.floor(y / view.rowHeight);
    return { from, to: Math.min(view.rowCount, Math.ceil((y + h) / view.rowHeight)) };
  }

  /** Puts the canvas around what is seen, with more room the way it is going. */
  centre(view: View, sight: Sight): void {
    const { w, h } = this.#extent(view);
    const width = Math.min(w, sight.width + 2 * ahead.x);
    const height = this.#isPinned ? h : Math.min(h, sight.height + 2 * ahead.y);
    const before = (now: number, then: number, room: number): number => {
      if (now === then) return room;
      return now > then ? room / 4 : (room * 7) / 4;
    };
    this.#window = {
      x: Math.floor(clamp(sight.left - before(sight.left, this.#seen.left, ahead.x), 0, Math.max(0, w - width))),
      y: this.#isPinned
        ? 0
        : Math.floor(clamp(sight.top - before(sight.top, this.#seen.top, ahead.y), 0, Math.max(0, h - height))),
      w: Math.ceil(width),
      h: Math.ceil(height),
    };
    this.#seen = { left: sight.left, top: sight.top };
  }

  draw(painter: Painter, scene: Pick<Scene, 'view' | 'caught' | 'verdict'>): void {
    const window = this.#window;
    if (!window) return;
    const canvas = this.#canvas;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.round(window.w * ratio), Math.round(window.h * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    canvas.style.width = `${window.w}px`;
    canvas.style.height = `${window.h}px`;
    canvas.style.transform = `translate(${window.x}px, ${window.y}px)`;
    // Without a canvas, as in tests, the rest of the grid works all the same.
    this.#context ??= canvas.getContext('2d', { alpha: false });
    const context = this.#context;
    if (!context || window.w === 0 || window.h === 0) return;
    context.setTransform(ratio, 0, 0, ratio, -window.x * ratio, -window.y * ratio);
    painter.paint(context, { ...scene, window, rows: this.rows(scene.view) });
  }

  #extent(view: View): { w: number; h: number } {
    return { w: view.sizes.width, h: this.#isPinned ? view.pinnedHeight : view.rowCount * view.rowHeight };
  }
}
