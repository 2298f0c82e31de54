// One frame of the canvas: ground, absences, lines, chips, and what may be dropped where.
import { type Box, touches, xOf } from './geometry.ts';
import type { More, Placed } from './lanes.ts';
import type { ChipColours, Palette } from './palette.ts';
import { chipColours } from './palette.ts';
import type { GridMark, GridRange, GridVerdict } from './types.ts';
import type { View } from './view.ts';
import { lineHeight, linesOf, type Measure, padding, shortened, signsOf, signWidth } from './words.ts';

export interface Scene {
  view: View;
  /** The rows drawn, the last not among them. */
  rows: { from: number; to: number };
  /** Of the content, in pixels: what the canvas shows. */
  window: Box;
  /** Chips that a rubber band would select. */
  caught: ReadonlySet<string> | null;
  verdict: ((row: number) => GridVerdict | null | undefined) | null;
}

type Context = CanvasRenderingContext2D;

const corner = 9;
/** Of what is refused: told from a warning by its size, too. */
const largeCorner = 13;

export class Painter {
  readonly palette: Palette;
  #colours = new Map<string, ChipColours>();
  #widths = new Map<string, number>();
  #hatches = new Map<string, CanvasPattern | string>();
  #context: Context | null = null;

  constructor(palette: Palette) {
    this.palette = palette;
  }

  coloursOf(colour: string): ChipColours {
    let found = this.#colours.get(colour);
    if (!found) {
      found = chipColours(colour, this.palette);
      this.#colours.set(colour, found);
    }
    return found;
  }

  fontOf(isTitle: boolean): string {
    return `${isTitle ? 600 : 400} ${isTitle ? 11 : 10.5}px ${this.palette.font}`;
  }

  /** Each text once. */
  measure: Measure = (text, isTitle) => {
    const key = isTitle ? text : `\n${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      const context = this.#context;
      if (!context) return text.length * 6;
      context.font = this.fontOf(isTitle);
      width = context.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  };

  /** The context is already moved so that content coordinates fit. */
  paint(context: Context, scene: Scene): void {
    this.#context = context;
    const { view, rows, window } = scene;
    this.#ground(context, scene);
    for (let row = rows.from; row < rows.to; row += 1)
      for (const range of view.rangesOf(row)) this.#range(context, view, row, range, window);
    this.#lines(context, scene);
    if (scene.verdict) this.#verdicts(context, scene);
    context.textBaseline = 'alphabetic';
    for (let row = rows.from; row < rows.to; row += 1) {
      const top = view.topOf(row);
      const { placed, more } = view.layoutOf(row);
      for (const one of placed)
        if (one.x < window.x + window.w && one.x + one.w > window.x)
          this.#chip(context, one, top, scene.caught?.has(one.chip.id) ?? false);
      for (const one of more)
        if (one.x < window.x + window.w && one.x + one.w > window.x) this.#more(context, one, top);
    }
  }

  #ground(context: Context, { view, window }: Scene): void {
    const { surface, sunken, accent } = this.palette;
    context.fillStyle = surface;
    context.fillRect(window.x, window.y, window.w, window.h);
    const { cellWidth } = view.sizes;
    for (const [at, column] of view.columns.entries()) {
      const x = at * cellWidth;
      if ((!column.isOff && !column.isToday) || x > window.x + window.w || x + cellWidth < window.x) continue;
      if (column.isOff) {
        context.fillStyle = sunken;
        context.fillRect(x, window.y, cellWidth, window.h);
      }
      if (!column.isToday) continue;
      context.globalAlpha = 0.08;
      context.fillStyle = accent;
      context.fillRect(x, window.y, cellWidth, window.h);
      context.globalAlpha = 1;
    }
  }

  #lines(context: Context, { view, rows, window }: Scene): void {
    context.fillStyle = this.palette.line;
    const { cellWidth } = view.sizes;
    const last = Math.min(view.columns.length, Math.ceil((window.x + window.w) / cellWidth));
    for (let at = Math.max(1, Math.floor(window.x / cellWidth)); at <= last; at += 1)
      context.fillRect(at * cellWidth - 1, window.y, 1, window.h);
    for (let row = rows.from; row < rows.to; row += 1)
      context.fillRect(window.x, view.topOf(row) + view.heightOf(row) - 1, window.w, 1);
  }

  #range(context: Context, view: View, row: number, range: GridRange, window: Box): void {
    const { cellWidth } = view.sizes;
    const from = xOf(view.columns, cellWidth, range.start);
    const box: Box = {
      x: from,
      y: view.topOf(row),
      w: xOf(view.columns, cellWidth, range.end) - from,
      h: view.heightOf(row) - 1,
    };
    if (box.w < 1 || !touches(box, window)) return;
    const { fill } = this.coloursOf(range.colour);
    context.globalAlpha = 0.22;
    context.fillStyle = fill;
    context.fillRect(box.x, box.y, box.w, box.h);
    context.globalAlpha = range.pattern === 'hatched' ? 0.55 : 1;
    if (range.pattern === 'hatched') {
      context.fillStyle = this.#hatch(context, fill);
      context.fillRect(box.x, box.y, box.w, box.h);
    }
    context.globalAlpha = 1;
    this.#rangeLabel(context, view, row, range.label, box);
  }

  /** Where no chip covers it: in the first cell that is free, as far as the free ones go. */
  #rangeLabel(context: Context, view: View, row: number, text: string, box: Box): void {
    const { cellWidth } = view.sizes;
    const isFree = (at: number): boolean => view.props.mode === 'hours' || view.chipsIn(row, at).length === 0;
    const last = view.columnAt(box.x + box.w - 1);
    let from = view.columnAt(box.x);
    while (from <= last && !isFree(from)) from += 1;
    let to = from;
    while (to <= last && isFree(to)) to += 1;
    const left = Math.max(box.x, from * cellWidth);
    const right = Math.min(box.x + box.w, to * cellWidth);
    const label = to > from ? shortened(text, right - left - 2 * padding, false, this.measure) : '';
    if (!label) return;
    context.fillStyle = this.palette.ink;
    context.font = this.fontOf(false);
    context.fillText(label, left + padding, box.y + box.h - 5);
  }

  #hatch(context: Context, colour: string): CanvasPattern | string {
    let found = this.#hatches.get(colour);
    if (!found) {
      const tile = document.createElement('canvas');
      tile.width = 8;
      tile.height = 8;
      const pen = tile.getContext('2d');
      if (pen) {
        pen.strokeStyle = colour;
        pen.lineWidth = 1.5;
        for (const shift of [-8, 0, 8]) {
          pen.moveTo(shift, 8);
          pen.lineTo(shift + 8, 0);
        }
        pen.stroke();
      }
      found = (pen && context.createPattern(tile, 'repeat')) ?? colour;
      this.#hatches.set(colour, found);
    }
    return found;
  }

  #verdicts(context: Context, { view, rows, window, verdict }: Scene): void {
    const washes = [this.palette.red, this.palette.orange, this.palette.green];
    context.globalAlpha = this.palette.isDark ? 0.26 : 0.16;
    for (let row = rows.from; row < rows.to; row += 1) {
      const said = verdict?.(row);
      if (!said) continue;
      context.fillStyle = washes[said.allowed] as string;
      context.fillRect(window.x, view.topOf(row), window.w, view.heightOf(row) - 1);
    }
    context.globalAlpha = 1;
  }

  #chip(context: Context, placed: Placed, top: number, isCaught: boolean): void {
    const { chip, x, w, h } = placed;
    const y = top + placed.y;
    const { fill, ink, border } = this.coloursOf(chip.colour);
    const marks = chip.marks ?? [];
    context.fillStyle = border;
    context.beginPath();
    context.roundRect(x, y, w, h, 3);
    context.fill();
    context.fillStyle = fill;
    context.beginPath();
    context.roundRect(x + 1, y + 1, w - 2, h - 2, 2);
    context.fill();
    if (marks.includes('draft') || isCaught) this.#outline(context, x, y, w, h, isCaught, ink);
    placed.lines ??= linesOf(chip, w, h, this.measure);
    context.fillStyle = ink;
    const [title, below] = placed.lines;
    const first = y + (below === undefined ? h / 2 + 4 : Math.min(12, h / 2 - 1.5));
    if (title) {
      context.font = this.fontOf(true);
      context.fillText(title, x + padding, first);
    }
    if (below) {
      context.font = this.fontOf(false);
      context.fillText(below, x + padding, first + lineHeight);
    }
    const signs = signsOf(chip);
    for (const [at, sign] of signs.entries())
      drawSign(context, sign, x + w - padding - (signs.length - at) * signWidth, first - 4, ink);
    const alarm = marks.includes('refused') ? this.palette.red : marks.includes('warning') ? this.palette.orange : null;
    if (alarm) drawCorner(context, x + w, y, alarm, fill, marks.includes('refused') ? largeCorner : corner);
  }

  /** A draft is dashed, what a band has caught has a thick frame. */
  #outline(context: Context, x: number, y: number, w: number, h: number, isCaught: boolean, ink: string): void {
    context.strokeStyle = isCaught ? this.palette.accent : ink;
    context.lineWidth = isCaught ? 2 : 1;
    context.setLineDash(isCaught ? [] : [3, 2]);
    context.strokeRect(x + 1, y + 1, w - 2, h - 2);
    context.setLineDash([]);
  }

  #more(context: Context, { chips, x, y, w, h }: More, top: number): void {
    context.fillStyle = this.palette.lineStrong;
    context.beginPath();
    context.roundRect(x, top + y, w, h, 3);
    context.fill();
    context.fillStyle = this.palette.ink;
    context.font = this.fontOf(true);
    const text = `+${chips.length}`;
    const width = this.measure(text, true);
    context.font = this.fontOf(true);
    context.fillText(text, x + Math.max(1, Math.min(w - width, 80) / 2), top + y + h / 2 + 4);
  }
}

function drawCorner(context: Context, right: number, top: number, colour: string, ground: string, of: number): void {
  // A rim of the chip's own colour: red on red would not be seen.
  for (const [size, fill] of [
    [of + 2, ground],
    [of, colour],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    context.moveTo(right - size, top);
    context.lineTo(right, top);
    context.lineTo(right, top + size);
    context.fill();
  }
}

function drawSign(context: Context, sign: GridMark, x: number, y: number, ink: string): void {
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.beginPath();
  if (sign === 'changed') {
    context.arc(x + 4, y, 2.5, 0, 7);
    context.fill();
  } else if (sign === 'locked') {
    context.arc(x + 4, y - 0.5, 2, Math.PI, 0);
    context.stroke();
    context.fillRect(x + 1, y, 6, 4);
  } else {
    context.arc(x + 2.5, y, 2, 0, 7);
    context.fill();
    context.beginPath();
    context.arc(x + 6, y, 2, 0, 7);
    context.stroke();
  }
}
