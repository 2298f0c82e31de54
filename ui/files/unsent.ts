// Files of open forms that the server does not have yet: a save waits for them and leaves none behind.
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

/** What one input has on its way; null when it leaves the page. */
export function report(input: symbol, own: Unsent | null): void {
  if (own) inputs.set(input, own);
  else inputs.delete(input);
  const sum = (key: keyof Unsent): number => [...inputs.values()].reduce((total, one) => total + one[key], 0);
  const [sending, failed] = [sum('sending'), sum('failed')];
  const before = unsent.get();
  if (before.sending !== sending || before.failed !== failed) unsent.set({ sending, failed });
}

/** Once nothing is on its way any more: whether everything has arrived. What has not is told. */
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
