// The rows of a long page that are in sight, with some around them. Rows of a grid are equally high, which makes it a
// division; cards are not, so that each is measured once it was drawn.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Shorter pages are drawn whole. */
const wholeUpTo = 100;
/** Drawn beyond each edge, so that a quick hand meets no empty rows. */
const around = 10;
/** The span moves by steps, so that not every pixel draws anew. */
const step = 5;

interface Span {
  from: number;
  to: number;
}

export interface RowWindow extends Span {
  /** Heights that stand for the rows not drawn. */
  before: number;
  after: number;
  /** To be called when the frame scrolls. */
  look(): void;
  /** Scrolls as far as needed for this row to be in sight. */
  reveal(index: number): void;
}

/** How high rows are, as measured: people who enlarge their text have higher rows. */
interface Heights {
  /** Top of the row, from the top of the first. */
  topOf(index: number): number;
  /** The row at so many pixels from the top of the first. */
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

/** What scrolls: the grid's own frame, or for cards the page around them. */
export function scrollerOf(list: HTMLElement): HTMLElement {
  for (let at = list.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

interface Options {
  count: number;
  usualHeight: number;
  /** Cards: of any height, in a page that scrolls. */
  cards?: boolean;
}

export function useWindow(
  list: RefObject<HTMLElement | null>,
  { count, usualHeight, cards = false }: Options,
): RowWindow {
  const whole = count <= wholeUpTo;
  const [span, setSpan] = useState<Span>({ from: 0, to: 2 * around });
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
    setSpan((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [list, whole, count, cards, heights]);
  useLayoutEffect(look, [look]);

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
  const { topOf } = heights();
  return {
    from,
    to,
    before: whole ? 0 : topOf(from),
    after: whole ? 0 : topOf(count) - topOf(to),
    look,
    reveal,
  };
}
