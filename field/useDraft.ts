// What is typed on a screen, kept on disk at every touch: it outlives a dead battery and a closed application.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FieldSession } from './session.ts';

interface Draft<T> {
  typed: T;
  /** What the screen shows, or will: a photo may be ready after the next words are typed. */
  latest: RefObject<T>;
  change(changes: Partial<T> | ((before: T) => Partial<T>)): void;
  /** Null: it is recorded. On disk when it resolves, unless the disk is full. */
  keep(next: T | null): Promise<void>;
}

/** `place`: see `draftPlace`; of one record as long as the screen is open. */
export function useDraft<T extends object>(
  { drafts }: Pick<FieldSession, 'drafts'>,
  place: string,
  fresh: () => T,
): Draft<T> {
  const [typed, setTyped] = useState(fresh);
  const latest = useRef(typed);
  const isTouched = useRef(false);
  const put = useCallback((next: T): void => {
    latest.current = next;
    setTyped(next);
  }, []);
  useEffect(() => {
    let isGone = false;
    const show = (draft: T | null): void => {
      if (draft && !isGone && !isTouched.current) put({ ...latest.current, ...draft });
    };
    // What cannot be read is typed again.
    void drafts.read<T>(place).then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, [drafts, place, put]);
  const keep = (next: T | null): Promise<void> => drafts.keep(place, next).catch(() => undefined);
  return {
    typed,
    latest,
    change: (changes) => {
      const before = latest.current;
      const next = { ...before, ...(typeof changes === 'function' ? changes(before) : changes) };
      isTouched.current = true;
      put(next);
      void keep(next);
    },
    keep,
  };
}
