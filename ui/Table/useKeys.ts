import { type RefObject, useEffect, useRef } from 'react';

const typing = 'input, textarea, select, [contenteditable]';

/**
 * Single-key shortcuts of a page, ignored while the user types or a dialog is open. Shift is ignored: a French keyboard
 * needs it for « / ».
 */
export function useKeys(root: RefObject<HTMLElement | null>, acts: Record<string, () => void>): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const act = latest.current[event.key];
      if (!act || event.ctrlKey || event.altKey || event.metaKey || target.matches(typing)) return;
      if (target !== document.body && !root.current?.contains(target)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root]);
}
