// The rows of a long page that are in sight, with some around them. All rows are equally high, which makes it a division.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

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

export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, usualHeight: number): RowWindow {
  const whole = count <= wholeUpTo;
  const [span, setSpan] = useState<Span>({ from: 0, to: 2 * around });
  // As measured: people who enlarge their text have higher rows.
  const heightOf = useCallback(
    () => scroller.current?.querySelector<HTMLElement>('tr[data-index]')?.offsetHeight || usualHeight,
    [scroller, usualHeight],
  );
  const look = useCallback(() => {
    const frame = scroller.current;
    if (!frame || whole) return;
    const height = heightOf();
    const first = Math.floor(frame.scrollTop / height);
    const shown = Math.ceil(frame.clientHeight / height);
    const from = Math.max(0, first - around - (first % step));
    const to = Math.min(count, first - (first % step) + shown + around + step);
    setSpan((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [scroller, whole, count, heightOf]);
  useLayoutEffect(look, [look]);

  const reveal = (index: number): void => {
    const frame = scroller.current;
    if (!frame) return;
    const height = heightOf();
    const room = frame.clientHeight - (frame.querySelector('thead')?.offsetHeight ?? 0);
    const top = index * height;
    if (top < frame.scrollTop) frame.scrollTop = top;
    else if (top + height > frame.scrollTop + room) frame.scrollTop = top + height - room;
    look();
  };

  const { from, to } = whole
    ? { from: 0, to: count }
    : { from: Math.min(span.from, count), to: Math.min(span.to, count) };
  const height = whole ? 0 : heightOf();
  return { from, to, before: from * height, after: (count - to) * height, look, reveal };
}
