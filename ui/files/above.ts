// A dialog above another one: Escape closes it alone.
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';

const mark = 'data-mantine-stop-propagation';

/** Where it holds the focus, no dialog hears Escape but by its own `onKeyDown`. Every part that can hold it bears the mark. */
export const ownKeys = { [mark]: true };

export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };

/** Those that answer Escape wherever the focus is, the uppermost last. */
const above: (() => void)[] = [];

// Dialogs listen at the window when they are mounted: this one has been there before any of them (ui/dialog.ts).
globalThis.addEventListener(
  'keydown',
  (event) => {
    const close = above.at(-1);
    if (!close || event.key !== 'Escape' || event.isComposing) return;
    // An open list within it, or a question over it, closes first.
    if (event.target instanceof Element && event.target.getAttribute(mark) === 'true') return;
    event.stopImmediatePropagation();
    close();
  },
  { capture: true },
);

/** The other way, for parts that bear no mark (a list to choose from, nothing at all): goes with `closeOnEscape={false}`. */
export function useOwnEscape(close: () => void, opened = true): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return;
    const mine = (): void => closeNow();
    above.push(mine);
    return () => void above.splice(above.indexOf(mine), 1);
  }, [opened]);
}

/** Above records, below questions. */
export const aboveRecords = 300;
