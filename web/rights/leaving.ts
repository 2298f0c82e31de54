// Asks before a dialog with unsaved changes is closed.
import { useRef } from 'react';
import { askToLeave } from '#ui/leaving.ts';

export interface Leaving {
  /** Set by the form: true if there are unsaved changes. */
  dirty: { current: boolean };
  ask(): void;
}

export function useLeaving(onClose: () => void): Leaving {
  const dirty = useRef(false);
  const ask = async (): Promise<void> => {
    if (dirty.current && !(await askToLeave())) return;
    dirty.current = false;
    onClose();
  };
  return { dirty, ask: () => void ask() };
}
