// Asks before an action that cannot be undone. The dialog (ConfirmHost) is loaded separately.
import { store } from './client/store.ts';

export interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  /** Default: « Annuler »; null: no choice, only information. */
  cancelLabel?: string | null;
  danger?: boolean;
  /** A text that may be typed with the answer. */
  asks?: { label: string; max: number };
  /** A file that may be joined to the answer. */
  joins?: { label: string; accept: string };
  /** The action: the dialog stays open until it succeeds, and says why it did not. `typed`: the text, trimmed. */
  act?(typed: string, file: File | null): Promise<void>;
  /** The action, which asks the person to prove who he is; its refusal is shown in the dialog. */
  prove?(proof: Proof): Promise<void>;
}

export interface Proof {
  password: string;
  code?: string;
}

/** The open question. */
export const asked = store<(Question & { answer(yes: boolean): void }) | null>(null);

/** `until`: the question is withdrawn when it no longer makes sense. */
export function confirm(question: Question, until?: AbortSignal): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const own = {
      ...question,
      answer: (yes: boolean): void => {
        // A late answer does not close a later question.
        if (asked.get() === own) asked.set(null);
        resolve(yes);
      },
    };
    asked.set(own);
    until?.addEventListener('abort', () => own.answer(false));
  });
}
