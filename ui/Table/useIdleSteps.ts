// Work that can wait: a step at a time while the browser has nothing else to do and nobody scrolls, types or clicks.
import { useEffect, useRef } from 'react';

/** Milliseconds since the last act of the user, before the first step. */
const calm = 1_000;
/** Milliseconds left of the idle time: a step must fit into it. */
const enough = 8;

const acts = ['scroll', 'wheel', 'touchmove', 'keydown', 'pointerdown', 'click'] as const;

/** Null: nothing is left to do. The next step is asked for once `done` differs. Without idle callbacks no step is taken. */
export function useIdleSteps(step: (() => void) | null, done: unknown): void {
  const last = useRef(0);
  const waits = step !== null && 'requestIdleCallback' in window;
  useEffect(() => {
    if (!waits) return;
    last.current = performance.now();
    const note = (): void => {
      last.current = performance.now();
    };
    for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true });
    return () => {
      for (const act of acts) window.removeEventListener(act, note, { capture: true });
    };
  }, [waits]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `done` says that the last step is drawn
  useEffect(() => {
    if (!waits) return;
    let [timer, idle] = [0, 0];
    const ask = (): void => {
      const left = calm - (performance.now() - last.current);
      if (left > 0) timer = window.setTimeout(ask, left);
      else idle = window.requestIdleCallback((deadline) => (isFree(deadline) ? step() : ask()));
    };
    const isFree = (deadline: IdleDeadline): boolean =>
      deadline.timeRemaining() >= enough && performance.now() - last.current >= calm;
    ask();
    return () => {
      window.clearTimeout(timer);
      window.cancelIdleCallback(idle);
    };
  }, [waits, step, done]);
}
