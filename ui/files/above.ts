// A dialog above another one: Escape closes only the topmost.
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';

const mark = 'data-mantine-stop-propagation';

/**
 * While an element with this mark has the focus, only its own `onKeyDown` receives Escape. Mark every focusable part.
 */
export const ownKeys = { [mark]: true };

export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };

/** Dialogs that close on Escape wherever the focus is; the topmost is last. */
const above: (() => void)[] = [];

// Dialogs listen on the window when they mount: this listener is registered before them (ui/dialog.ts).
globalThis.addEventListener(
  'keydown',
  (event) => {
    const close = above.at(-1);
    if (!close || event.key !== 'Escape' || event.isComposing) return;
    // An open list inside it, or a question above it, closes first.
    if (event.target instanceof Element && event.target.getAttribute(mark) === 'true') return;
    event.stopImmediatePropagation();
    close();
  },
  { capture: true },
);

/** For dialogs without marked parts (a list, no focusable element): use with `closeOnEscape={false}`. */
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
