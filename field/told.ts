// What the last act did, shown for a moment above the button.
import { store } from '#ui/client/store.ts';

export const told = store<string | null>(null);

const shownFor = 6_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(words: string): void {
  clearTimeout(timer);
  told.set(words);
  timer = setTimeout(() => told.set(null), shownFor);
}

/** The store of the device refused: it is full, or gone. */
export const notStored = 'Ce téléphone n’a pas pu enregistrer. Libérez de la place, puis réessayez.';
