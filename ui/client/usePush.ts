// Whether this browser receives notifications, and the one act that changes it; for the desk's and the field's screen.
import { useEffect } from 'react';
import { useAct } from './act.ts';
import { allowLabel, allowPush, pushState, pushWords, refreshPush, stopLabel, stopPush } from './push.ts';
import { useStore } from './store.ts';

export interface PushOnThisDevice {
  words: string;
  problem: { message: string } | null;
  /** Null where this browser cannot, or the person has refused. */
  change: { label: string; isOn: boolean; busy: boolean; run(): void } | null;
}

export function usePush(): PushOnThisDevice {
  const state = useStore(pushState);
  const allow = useAct(allowPush);
  const stop = useAct(stopPush);
  useEffect(() => void refreshPush(), []);
  const change =
    state === 'off'
      ? { label: allowLabel, isOn: false, busy: allow.busy, run: () => allow.run() }
      : state === 'on'
        ? { label: stopLabel, isOn: true, busy: stop.busy, run: () => stop.run() }
        : null;
  return { words: pushWords[state], problem: allow.problem ?? stop.problem, change };
}
