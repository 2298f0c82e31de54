// Closing a dialog asks first when something would be lost.
import { useRef } from 'react';
import { askToLeave } from '#ui/leaving.ts';

export interface Leaving {
  /** The form says whether anything is unsaved. */
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
