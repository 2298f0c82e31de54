// In the browser: counts chips that should be completely visible, and are not on the screen.
import type { DayPilot } from '@daypilot/daypilot-lite-javascript';
import { rowHeightFor } from '#ui/TimeGrid/lanes.ts';
import { layouts } from '#ui/TimeGrid/types.ts';
import { firstMinute, type Planning } from './planning.ts';

export interface Missing {
  seen: number;
  missing: number;
}

const day = 24 * 60;
const dayOf = (start: number): number => Math.floor((start - firstMinute) / day);
/** Checks pixels: each chip's colour must be found in its cell. */
export function missingOfOurs({ rows, chips }: Planning, scroller: HTMLElement): Missing {
  const { cellWidth, titleWidth } = layouts.fourWeeks;
  // All canvases combined into one, as the browser positions them.
  const whole = document.createElement('canvas');
  whole.width = scroller.clientWidth;
  whole.height = scroller.clientHeight;
  const context = whole.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('#ours canvas')) {
    const { m41: x, m42: y } = new DOMMatrix(canvas.style.transform);
    context.drawImage(canvas, x - left, y - top);
  }
  const head = 44;
  const [right, bottom] = [
    scroller.scrollLeft + scroller.clientWidth - titleWidth,
    scroller.scrollTop + scroller.clientHeight - head,
  ];
  const cells = new Map<string, typeof chips>();
  for (const chip of chips) {
    const key = `${chip.row} ${dayOf(chip.start)}`;
    const cell = cells.get(key);
    if (cell) cell.push(chip);
    else cells.set(key, [chip]);
  }
  const fullest = new Map<string | null, number>();
  for (const cell of cells.values()) {
    const row = cell[0]?.row ?? null;
    fullest.set(row, Math.max(fullest.get(row) ?? 0, cell.length));
  }
  const found: Missing = { seen: 0, missing: 0 };
  let below = 0;
  for (const { id } of rows) {
    const [rowTop, cellHeight] = [below, rowHeightFor(fullest.get(id) ?? 0, layouts.fourWeeks)];
    below += cellHeight;
    if (rowTop < top || below > bottom) continue;
    for (
      let column = Math.ceil(scroller.scrollLeft / cellWidth);
      (column + 1) * cellWidth <= right && column < 28;
      column += 1
    ) {
      const cell = cells.get(`${id} ${column}`) ?? [];
      if (cell.length === 0) continue;
      const { data } = context.getImageData(column * cellWidth - left, rowTop - top, cellWidth, cellHeight);
      const colours = new Set<number>();
      for (let at = 0; at < data.length; at += 4)
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      for (const chip of cell) {
        found.seen += 1;
        if (!colours.has(Number.parseInt(chip.colour.slice(1), 16))) found.missing += 1;
      }
    }
  }
  return found;
}

interface TheirRow {
  id: string;
  top: number;
  height: number;
}

/** Checks the DOM: each event must have its element. */
export function missingOfTheirs({ chips }: Planning, scroller: HTMLElement, theirs: DayPilot.Scheduler): Missing {
  const lines = new Map((theirs as unknown as { rowlist: TheirRow[] }).rowlist.map((row) => [row.id, row] as const));
  const drawn = new Set(
    [...document.querySelectorAll('.scheduler_default_event')].map((node) =>
      (node as unknown as { event: DayPilot.Event }).event.id(),
    ),
  );
  const [right, bottom] = [scroller.scrollLeft + scroller.clientWidth, scroller.scrollTop + scroller.clientHeight];
  const found: Missing = { seen: 0, missing: 0 };
  for (const chip of chips) {
    const row = lines.get(chip.row ?? '');
    const x = dayOf(chip.start) * layouts.fourWeeks.cellWidth;
    if (!row || row.top < scroller.scrollTop || row.top + row.height > bottom) continue;
    if (x < scroller.scrollLeft || x + layouts.fourWeeks.cellWidth > right) continue;
    found.seen += 1;
    if (!drawn.has(chip.id)) found.missing += 1;
  }
  return found;
}
