// State of the palette: closed, open for everything, or for the agencies of platform staff.
import { store } from '#ui/client/store.ts';

export type Looking = 'everything' | 'agencies';

export const paletteOpening = store<Looking | null>(null);

let typed = '';
let release = (): void => undefined;

/** Text typed while the palette loads is meant for the palette: no letter reaches the form below. */
export function holdTyping(): void {
  takeTyped();
  const hold = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key.length === 1) typed += event.key;
  };
  window.addEventListener('keydown', hold, true);
  // If the palette cannot be loaded, release the keyboard. What was typed waits for it: a slow network may take longer.
  const releaseTimer = setTimeout(() => release(), 10_000);
  release = () => {
    clearTimeout(releaseTimer);
    window.removeEventListener('keydown', hold, true);
  };
}

export function takeTyped(): string {
  release();
  const taken = typed;
  typed = '';
  return taken;
}
