// Virtual scrolling: the visible rows with some around them, and in a grid at rest the others, a few at a time: rows that
// are there already cost a scroll nothing. Rows of a grid have equal heights, so a division is enough; cards are measured
// once drawn.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIdleSteps } from './useIdleSteps.ts';

/** Shorter lists are drawn completely. */
const wholeUpTo = 100;
/** Extra rows beyond each edge, so that fast scrolling shows no gap. */
const around = 10;
/** The range changes in steps, so that not every pixel redraws; a step takes well below a frame. */
const step = 5;
/** Rows drawn ahead; of a longer list those around the visible ones. */
const mostAhead = 300;

interface Span {
  from: number;
  to: number;
}

export interface RowWindow extends Span {
  /** Heights of the rows before and after the drawn ones. */
  before: number;
  after: number;
  /** Call it on scroll. */
  look(): void;
  /** Scrolls until this row is visible. */
  reveal(index: number): void;
}

/** The drawn rows and those that scroll into view; the others stay, as far as they touch them. */
function joined(drawn: Span, seen: Span): Span {
  if (holds(drawn, seen)) return drawn;
  if (seen.from > drawn.to || seen.to < drawn.from) return seen;
  return {
    from: Math.max(Math.min(drawn.from, seen.from), seen.to - mostAhead),
    to: Math.min(Math.max(drawn.to, seen.to), seen.from + mostAhead),
  };
}

/** The rows to draw ahead around the visible ones. */
function aheadOf({ from, to }: Span, count: number): Span {
  if (count <= mostAhead) return { from: 0, to: count };
  const beside = Math.floor((mostAhead - (to - from)) / 2);
  return { from: Math.max(0, from - beside), to: Math.min(count, to + beside) };
}

/** One step further: down first, as most people scroll. */
function grown({ from, to }: Span, wanted: Span): Span {
  if (to < wanted.to) return { from, to: Math.min(wanted.to, to + step) };
  return { from: Math.max(wanted.from, from - step), to };
}

const holds = (span: Span, other: Span): boolean => span.from <= other.from && span.to >= other.to;

/** Measured row heights: enlarged text makes rows higher. */
interface Heights {
  /** Offset of the row from the first one. */
  topOf(index: number): number;
  /** The row at this offset. */
  indexAt(offset: number): number;
}

const even = (height: number): Heights => ({
  topOf: (index) => index * height,
  indexAt: (offset) => Math.floor(offset / height),
});

function uneven(measured: ReadonlyMap<number, number>, usualHeight: number): Heights {
  const sum = [...measured.values()].reduce((total, height) => total + height, 0);
  const usual = measured.size > 0 ? sum / measured.size : usualHeight;
  const heightOf = (index: number): number => measured.get(index) ?? usual;
  return {
    topOf: (index) => {
      let top = 0;
      for (let at = 0; at < index; at += 1) top += heightOf(at);
      return top;
    },
    indexAt: (offset) => {
      let index = 0;
      for (let bottom = heightOf(0); bottom <= offset; bottom += heightOf(index)) index += 1;
      return index;
    },
  };
}

/** The scrolling element: the frame of the grid, or the page for cards. */
export function scrollerOf(list: HTMLElement): HTMLElement {
  for (let at = list.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

interface Options {
  count: number;
  usualHeight: number;
  /** Cards: any height, in a scrolling page. */
  cards?: boolean;
  /** What every row is drawn from. If one differs, all rows are drawn again: first only those in view. */
  basis?: readonly unknown[];
  /** Other rows are on their way: none are drawn ahead. */
  busy?: boolean;
}

const noBasis: readonly unknown[] = [];

export function useWindow(
  list: RefObject<HTMLElement | null>,
  { count, usualHeight, cards = false, basis = noBasis, busy = false }: Options,
): RowWindow {
  const whole = count <= wholeUpTo;
  const [span, setSpan] = useState<Span>({ from: 0, to: 2 * around });
  const seen = useRef(span);
  const drawn = useRef(span);
  drawn.current = span;
  const [drawnFrom, setDrawnFrom] = useState(basis);
  if (basis.some((part, at) => part !== drawnFrom[at])) {
    setDrawnFrom(basis);
    setSpan(seen.current);
  }
  const measured = useRef(new Map<number, number>());
  const heights = useCallback((): Heights => {
    if (cards) return uneven(measured.current, usualHeight);
    return even(list.current?.querySelector<HTMLElement>('tr[data-index]')?.offsetHeight || usualHeight);
  }, [list, cards, usualHeight]);
  useLayoutEffect(() => {
    if (!cards || whole) return;
    for (const card of list.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
      if (card.offsetHeight > 0) measured.current.set(Number(card.dataset.index), card.offsetHeight);
  });

  const look = useCallback(() => {
    const element = list.current;
    if (!element || whole) return;
    const frame = cards ? scrollerOf(element) : element;
    const past = cards ? frame.getBoundingClientRect().top - element.getBoundingClientRect().top : frame.scrollTop;
    const { indexAt } = heights();
    const first = Math.min(count, indexAt(Math.max(0, past)));
    const last = indexAt(Math.max(0, past) + frame.clientHeight);
    const from = Math.max(0, first - around - (first % step));
    const to = Math.min(count, last + 1 - (first % step) + around + step);
    seen.current = { from, to };
    const next = cards ? seen.current : joined(drawn.current, seen.current);
    // An update that changes nothing would still be queued, and undo the return to the window in a more urgent render.
    if (next.from !== drawn.current.from || next.to !== drawn.current.to) setSpan(next);
  }, [list, whole, count, cards, heights]);
  useLayoutEffect(look, [look]);

  const grow = useCallback(() => {
    // Within the idle time, not in a task after it.
    flushSync(() => setSpan(grown(drawn.current, aheadOf(seen.current, count))));
  }, [count]);
  const isAhead = holds(span, aheadOf(seen.current, count));
  useIdleSteps(cards || whole || busy || isAhead ? null : grow, span);

  const reveal = (index: number): void => {
    const element = list.current;
    if (!element) return;
    const frame = cards ? scrollerOf(element) : element;
    const { topOf } = heights();
    const above = cards ? element.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop : 0;
    const room = frame.clientHeight - (cards ? 0 : (element.querySelector('thead')?.offsetHeight ?? 0));
    const [top, bottom] = [above + topOf(index), above + topOf(index + 1)];
    if (top < frame.scrollTop) frame.scrollTop = top;
    else if (bottom > frame.scrollTop + room) frame.scrollTop = bottom - room;
    look();
  };

  const { from, to } = whole
    ? { from: 0, to: count }
    : { from: Math.min(span.from, count), to: Math.min(span.to, count) };
  // Read only if rows are missing: it makes the browser lay out what changed.
  const { topOf } = from === 0 && to === count ? even(usualHeight) : heights();
  return { from, to, before: topOf(from), after: topOf(count) - topOf(to), look, reveal };
}
