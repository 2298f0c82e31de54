import { useRef } from 'react';
import { confirm } from './confirm.tsx';

/** Asks before unsaved text is discarded (E-035). */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: 'Quitter sans enregistrer ?',
    message: 'Certaines modifications seront perdues.',
    confirmLabel: 'Quitter',
    cancelLabel: 'Continuer la saisie',
    danger: true,
  });

/** Closes a dialog: at once, or after the question if something was typed. */
export const closing =
  ({ isTouched, busy, onClose }: { isTouched: boolean; busy: boolean; onClose(): void }) =>
  (): void => {
    if (busy) return;
    if (!isTouched) onClose();
    else void askToLeave().then((sure) => sure && onClose());
  };

export interface Leaving {
  /** Set by the form: something was typed. */
  dirty: { current: boolean };
  /** Closes the dialog, or does something else that loses what was typed, after the question. */
  ask(): void;
  before(act: () => void): void;
}

/** For a dialog whose form is another component. */
export function useLeaving(onClose: () => void): Leaving {
  const dirty = useRef(false);
  const before = async (act: () => void): Promise<void> => {
    if (dirty.current && !(await askToLeave())) return;
    dirty.current = false;
    act();
  };
  return { dirty, ask: () => void before(onClose), before: (act) => void before(act) };
}
