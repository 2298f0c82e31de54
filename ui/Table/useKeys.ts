import { type RefObject, useEffect, useRef } from 'react';

const typing = 'input, textarea, select, [contenteditable]';

/** Single keys of a page: heard unless somebody types or a dialog is open. Shift is no matter: on a French keyboard « / » needs it. */
export function useKeys(root: RefObject<HTMLElement | null>, acts: Record<string, () => void>): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const act = latest.current[event.key];
      if (!act || event.ctrlKey || event.altKey || event.metaKey || target.matches(typing)) return;
      if (target !== document.body && !root.current?.contains(target)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, [root]);
}
