// Asks before what cannot be undone. The dialog itself (ConfirmHost) loads apart.
import { store } from './client/store.ts';

export interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  /** Default: « Annuler »; null: there is nothing to choose, only to read. */
  cancelLabel?: string | null;
  danger?: boolean;
}

/** The question on the table. */
export const asked = store<(Question & { answer(yes: boolean): void }) | null>(null);

export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}
