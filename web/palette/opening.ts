// Whether the palette is open, and on what: anything, or the agencies that platform staff go to.
import { store } from '#ui/client/store.ts';

export type Looking = 'everything' | 'agencies';

export const paletteOpening = store<Looking | null>(null);

let typed = '';
let release = (): void => undefined;

/** Whoever types on before the palette is there means the palette: no letter reaches the form below. */
export function holdTyping(): void {
  release();
  const hold = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key.length === 1) typed += event.key;
  };
  window.addEventListener('keydown', hold, true);
  // A palette that cannot be loaded gives the keyboard back.
  const patience = setTimeout(() => takeTyped(), 3_000);
  release = () => {
    clearTimeout(patience);
    window.removeEventListener('keydown', hold, true);
  };
}

export function takeTyped(): string {
  release();
  const taken = typed;
  typed = '';
  return taken;
}
