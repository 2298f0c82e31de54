// Whether this browser opens the field application instead of the desk's. Read before anything else is loaded.
import { onRemembered, recall, remember } from '#ui/client/device.ts';

const place = 'field';
const listeners = new Set<() => void>();

export const isFieldMode = (): boolean => recall(place) !== null;

export function setFieldMode(on: boolean): void {
  remember(place, on ? '1' : null);
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
