// Uploads of open forms: a save waits until they end, and fails if one failed.
import { fileMessages } from '#core/files/files.ts';
import { store } from '../client/store.ts';
import { notifyWarning } from '../notify.ts';

export interface Unsent {
  sending: number;
  failed: number;
}

const none: Unsent = { sending: 0, failed: 0 };
const inputs = new Map<symbol, Unsent>();

export const unsent = store<Unsent>(none);

/** Uploads of one input; null when it unmounts. */
export function report(input: symbol, own: Unsent | null): void {
  if (own) inputs.set(input, own);
  else inputs.delete(input);
  const sum = (key: keyof Unsent): number => [...inputs.values()].reduce((total, one) => total + one[key], 0);
  const [sending, failed] = [sum('sending'), sum('failed')];
  const before = unsent.get();
  if (before.sending !== sending || before.failed !== failed) unsent.set({ sending, failed });
}

/** Waits for the uploads; returns true if all succeeded. Failures are reported to the user. */
export async function readyToSave(): Promise<boolean> {
  const sent = await whenSent();
  if (!sent) notifyWarning(fileMessages.notSent);
  return sent;
}

function whenSent(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const { sending, failed } = unsent.get();
      if (sending > 0) return false;
      resolve(failed === 0);
      return true;
    };
    if (look()) return;
    const stop = unsent.subscribe(() => {
      if (look()) stop();
    });
  });
}
