// A form action: busy while it runs; its error is kept until the next try.
import { useCallback, useRef, useState } from 'react';
import { Problem } from '#core/kernel/problem.ts';
import { actKey } from './act-key.ts';

export interface Act<A extends unknown[]> {
  run(...args: A): void;
  busy: boolean;
  problem: Error | null;
  /** The server's message about one field. */
  violation(path: string): string | null;
}

export interface KeyOf {
  (content: unknown): string;
  /** The act is done: in a form that stays open, the same content is another act. Without `content`: every act. */
  renew(content?: unknown): void;
}

/** The keys of acts: the same content sent again is the same act, even if the first answer was lost. */
export function keysByContent(): KeyOf {
  const keys = new Map<string, string>();
  const keyOf = (content: unknown): string => {
    const body = JSON.stringify(content);
    const key = keys.get(body) ?? actKey();
    keys.set(body, key);
    return key;
  };
  const renew = (content?: unknown): void => {
    if (content === undefined) keys.clear();
    else keys.delete(JSON.stringify(content));
  };
  return Object.assign(keyOf, { renew });
}

/** Those of one form. */
export function useActKey(): KeyOf {
  const [keyOf] = useState(keysByContent);
  return keyOf;
}

export function useAct<A extends unknown[]>(act: (...args: A) => Promise<void>): Act<A> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const running = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  const run = useCallback((...args: A): void => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    latest
      .current(...args)
      .catch((error: unknown) => setProblem(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  }, []);
  const violations = problem instanceof Problem ? (problem.details.violations ?? []) : [];
  return { run, busy, problem, violation: (path) => violations.find((found) => found.path === path)?.message ?? null };
}
