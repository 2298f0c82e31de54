// Whether this browser opens the field application instead of the desk's. Read before anything else is loaded.
import { onRemembered, recall, remember } from '#ui/client/device.ts';

const place = 'field';
const listeners = new Set<() => void>();

/** Null: nobody has chosen on this device (B-012). */
export function fieldChoice(): 'field' | 'desk' | null {
  const kept = recall(place);
  return kept === null ? null : kept === '1' ? 'field' : 'desk';
}

export const isFieldMode = (): boolean => fieldChoice() === 'field';

export function setFieldMode(on: boolean): void {
  remember(place, on ? '1' : '0');
  for (const listener of [...listeners]) listener();
}

/** Nobody has chosen here any more. */
export function forgetFieldMode(): void {
  remember(place, null);
  for (const listener of [...listeners]) listener();
}

export function watchFieldMode(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onRemembered(place, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
