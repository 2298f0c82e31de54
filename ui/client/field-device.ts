// What the desk's application knows of the field's on this device: whether it is enrolled, and how much waits there.
import { recall, remember } from './device.ts';
import { store } from './store.ts';

const place = 'field.waiting';
const read = (): number | null => {
  const text = recall(place);
  return text === null ? null : Number(text);
};

/** Events not sent yet; null: this device is not enrolled. */
export const fieldWaiting = store<number | null>(read());

export function rememberFieldWaiting(count: number | null): void {
  remember(place, count === null ? null : String(count));
  fieldWaiting.set(count);
}
