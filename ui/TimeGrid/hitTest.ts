// Hit test: from a point of the window to the chip or cell under it.
import type { Engine } from './engine.ts';
import { clamp, headHeight } from './geometry.ts';
import { type Hit, pinnedRow } from './view.ts';

export interface Place {
  row: number;
  /** Content coordinates; y from the top of the pane. */
  x: number;
  y: number;
}

interface Point {
  clientX: number;
  clientY: number;
}

/** Null: over the titles, the header or a scroll bar. */
export function placeOf(engine: Engine, point: Point): Place | null {
  const { view } = engine;
  const { x, y } = inScroller(engine, point);
  if (x < view.sizes.titleWidth || y < headHeight || x >= view.room.width || y >= view.room.height) return null;
  return inPane(engine, x, y);
}

/** The nearest cell to a point that may be outside the grid. */
export function nearest(engine: Engine, point: Point): Place | null {
  const { sizes, room } = engine.view;
  const { x, y } = inScroller(engine, point);
  return inPane(engine, clamp(x, sizes.titleWidth, room.width - 1), clamp(y, headHeight, room.height - 1));
}

function inScroller({ parts: { scroller } }: Engine, { clientX, clientY }: Point): { x: number; y: number } {
  const frame = scroller.getBoundingClientRect();
  return { x: clientX - frame.left - scroller.clientLeft, y: clientY - frame.top - scroller.clientTop };
}

function inPane({ view, parts }: Engine, x: number, y: number): Place | null {
  const left = x - view.sizes.titleWidth + parts.scroller.scrollLeft;
  if (view.pinnedHeight > 0 && y < headHeight + view.pinnedHeight)
    return { row: pinnedRow, x: left, y: y - headHeight };
  const top = y - headHeight - view.pinnedHeight + parts.scroller.scrollTop;
  return view.rowCount === 0 ? null : { row: view.rowAt(top), x: left, y: top };
}

export function hitOf({ view }: Engine, event: Event, at: Place | null): Hit {
  const found = at && view.hit(at.row, at.x, at.y - view.topOf(at.row));
  // The target's chip wins over the coordinates: a click of a screen reader has none.
  const id = (event.target as HTMLElement).closest<HTMLElement>('[data-chip]')?.dataset.chip;
  if (id === undefined || (found?.kind === 'chip' && found.placed.chip.id === id)) return found;
  const chip = view.index.byId(id);
  const place = chip && view.placeOf(chip);
  if (!chip || !place) return found;
  return { kind: 'chip', row: place.row, placed: { chip, column: place.column, ...place.box }, edge: null };
}
