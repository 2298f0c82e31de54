// Closing a dialog asks first when something would be lost.
import { useRef } from 'react';
import { confirm } from '#ui/confirm.tsx';

export interface Leaving {
  /** The form says whether anything is unsaved. */
  dirty: { current: boolean };
  ask(): void;
}

export function useLeaving(onClose: () => void): Leaving {
  const dirty = useRef(false);
  const ask = async (): Promise<void> => {
    const question = {
      title: 'Quitter sans enregistrer ?',
      message: 'Certaines modifications seront perdues.',
      confirmLabel: 'Quitter',
      danger: true,
    };
    if (dirty.current && !(await confirm(question))) return;
    dirty.current = false;
    onClose();
  };
  return { dirty, ask: () => void ask() };
}
