// Paints one block of the canvas: background, absences, grid lines, chips, and the verdict of each row during a drag.
import { type Box, touches, xOf } from './geometry.ts';
import type { More, Placed } from './lanes.ts';
import type { ChipColours, Palette } from './palette.ts';
import { chipColours } from './palette.ts';
import { drawCorner, drawSign, hatching } from './signs.ts';
import type { GridRange, GridVerdict } from './types.ts';
import type { View } from './view.ts';
import {
  lineHeight,
  lineRoom,
  linesOf,
  type Measure,
  narrowColumn,
  paddingOf,
  shortened,
  signsOf,
  signWidth,
} from './words.ts';

export interface Scene {
  view: View;
  /** The rows drawn; `to` is excluded. */
  rows: { from: number; to: number };
  /** The part of the content that the canvas shows, in pixels. */
  window: Box;
  /** Chips that the rubber band would select. */
  caught: ReadonlySet<string> | null;
  verdict: ((row: number) => GridVerdict | null | undefined) | null;
}

type Context = CanvasRenderingContext2D;

export class Painter {
  readonly palette: Palette;
  #colours = new Map<string, ChipColours>();
  #widths = new Map<string, number>();
  #pens = new Map<boolean, Context | null>();

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

  /** Widths are cached. One context per font: changing the font costs more than measuring. */
  measure: Measure = (text, isTitle) => {
    const key = isTitle ? text : `\n${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      const pen = this.#pen(isTitle);
      width = pen ? pen.measureText(text).width : text.length * 6;
      this.#widths.set(key, width);
    }
    return width;
  };

  #pen(isTitle: boolean): Context | null {
    let pen = this.#pens.get(isTitle);
    if (pen === undefined) {
      pen = document.createElement('canvas').getContext('2d');
      if (pen) pen.font = this.fontOf(isTitle);
      this.#pens.set(isTitle, pen);
    }
    return pen;
  }

  /** The context is already translated to content coordinates. */
  paint(context: Context, scene: Scene): void {
    const { view, rows, window } = scene;
    this.#ground(context, scene);
    for (let row = rows.from; row < rows.to; row += 1)
      for (const range of view.rangesOf(row)) this.#range(context, view, row, range, window);
    this.#lines(context, scene);
    if (scene.verdict) this.#verdicts(context, scene);
    const [chips, more] = inSight(scene);
    for (const { placed, y } of chips) this.#body(context, placed, y, scene.caught?.has(placed.chip.id) ?? false);
    for (const { placed, y } of more) this.#more(context, placed, y);
    // Changing the font is expensive: all titles first, then all subtitles.
    context.textBaseline = 'alphabetic';
    for (const isTitle of [true, false]) {
      context.font = this.fontOf(isTitle);
      for (const { placed, y } of chips) this.#text(context, placed, y, isTitle);
    }
    context.font = this.fontOf(true);
    for (const { placed, y } of more) this.#count(context, placed, y);
    for (const { placed, y } of chips) this.#signs(context, placed, y);
  }

  /** One chip alone, as in a legend. */
  chip(context: Context, placed: Placed): void {
    this.#body(context, placed, placed.y, false);
    context.font = this.fontOf(true);
    this.#text(context, placed, placed.y, true);
    this.#signs(context, placed, placed.y);
  }

  #ground(context: Context, { view, window }: Scene): void {
    const { surface, sunken, accent, isDark } = this.palette;
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
      context.globalAlpha = isDark ? 0.34 : 0.1;
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
      context.fillStyle = hatching(context, fill);
      context.fillRect(box.x, box.y, box.w, box.h);
    }
    context.globalAlpha = 1;
    this.#rangeLabel(context, view, row, range.label, box);
  }

  /** In the first cell without a chip, as wide as the free cells that follow. */
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
    const padding = paddingOf(right - left);
    const label = to > from ? shortened(text, right - left - 2 * padding, false, this.measure) : '';
    if (!label) return;
    context.fillStyle = this.palette.ink;
    context.font = this.fontOf(false);
    context.fillText(label, left + padding, box.y + box.h - 5);
  }

  #verdicts(context: Context, { view, rows, window, verdict }: Scene): void {
    const washes = [this.palette.red, this.palette.orange, this.palette.green];
    context.globalAlpha = this.palette.isDark ? 0.26 : 0.16;
    for (let row = rows.from; row < rows.to; row += 1) {
      const judged = verdict?.(row);
      if (!judged) continue;
      context.fillStyle = washes[judged.allowed] as string;
      context.fillRect(window.x, view.topOf(row), window.w, view.heightOf(row) - 1);
    }
    context.globalAlpha = 1;
  }

  /** Rectangles with cut corners: rounded ones take five times as long. */
  #body(context: Context, { chip, x, w, h }: Placed, y: number, isCaught: boolean): void {
    const { fill, ink, border } = this.coloursOf(chip.colour);
    context.fillStyle = border;
    context.fillRect(x, y + 1, w, h - 2);
    context.fillRect(x + 1, y, w - 2, h);
    context.fillStyle = fill;
    context.fillRect(x + 1, y + 1, w - 2, h - 2);
    if (chip.marks?.includes('saving')) this.#savingLine(context, x, y + h, w, ink);
    if (isCaught || chip.marks?.includes('draft')) this.#outline(context, x, y, w, h, isCaught, ink);
  }

  /** At the foot of a chip that the server has not confirmed yet. */
  #savingLine(context: Context, x: number, bottom: number, w: number, ink: string): void {
    context.globalAlpha = 0.6;
    context.fillStyle = ink;
    context.fillRect(x + 1, bottom - 4, w - 2, 3);
    context.globalAlpha = 1;
  }

  #text(context: Context, placed: Placed, y: number, isTitle: boolean): void {
    const { chip, x, w, h } = placed;
    placed.lines ??= linesOf(chip, w, h, this.measure);
    const edge = paddingOf(w);
    const room = isTitle ? lineRoom(chip, w) : w - 2 * edge;
    for (const [line, text] of placed.lines.entries()) {
      if (!text || (line === 0) !== isTitle) continue;
      context.fillStyle = this.coloursOf(chip.colour).ink;
      const at = y + baseline(placed) + line * lineHeight;
      // The browser squeezes the text into this width; only if necessary, because it takes longer. A narrow
      // chip has no room for a width that was measured before its font was loaded.
      if (w < narrowColumn || this.measure(text, isTitle) > room)
        context.fillText(text, x + edge, at, Math.max(1, room));
      else context.fillText(text, x + edge, at);
    }
  }

  #signs(context: Context, placed: Placed, y: number): void {
    const { chip, x, w } = placed;
    const { marks, locked } = chip;
    if (!locked && (marks === undefined || marks.length === 0)) return;
    const { ink } = this.coloursOf(chip.colour);
    const signs = signsOf(chip, w, this.measure);
    for (const [at, sign] of signs.entries())
      drawSign(context, sign, x + w - paddingOf(w) - (signs.length - at) * signWidth, y + baseline(placed) - 4, ink);
    if (marks?.includes('refused')) drawCorner(context, x + w, y, this.palette.red, ink, true);
    else if (marks?.includes('warning')) drawCorner(context, x + w, y, this.palette.orange, ink, false);
  }

  /** Dashed for a draft, thick for a chip in the rubber band. */
  #outline(context: Context, x: number, y: number, w: number, h: number, isCaught: boolean, ink: string): void {
    context.strokeStyle = isCaught ? this.palette.accent : ink;
    context.lineWidth = isCaught ? 2 : 1;
    context.setLineDash(isCaught ? [] : [3, 2]);
    context.strokeRect(x + 1, y + 1, w - 2, h - 2);
    context.setLineDash([]);
  }

  #more(context: Context, { x, w, h }: More, y: number): void {
    context.fillStyle = this.palette.lineStrong;
    context.fillRect(x, y, w, h);
  }

  #count(context: Context, { chips, x, w, h }: More, y: number): void {
    const text = `+${chips.length}`;
    context.fillStyle = this.palette.ink;
    context.fillText(text, x + Math.max(1, Math.min(w - this.measure(text, true), 80) / 2), y + h / 2 + 4);
  }
}

/** Baseline of the title, from the top of the chip. */
const baseline = ({ h, lines }: Placed): number => (lines?.[1] === undefined ? Math.round(h / 2 + 4) : 12);

interface Drawn<T> {
  placed: T;
  y: number;
}

function inSight({ view, rows, window }: Scene): [Drawn<Placed>[], Drawn<More>[]] {
  const [chips, more]: [Drawn<Placed>[], Drawn<More>[]] = [[], []];
  const right = window.x + window.w;
  for (let row = rows.from; row < rows.to; row += 1) {
    const top = view.topOf(row);
    const layout = view.layoutOf(row);
    for (const placed of layout.placed)
      if (placed.x < right && placed.x + placed.w > window.x) chips.push({ placed, y: top + placed.y });
    for (const placed of layout.more)
      if (placed.x < right && placed.x + placed.w > window.x) more.push({ placed, y: top + placed.y });
  }
  return [chips, more];
}
