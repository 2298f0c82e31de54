import { replaceHash } from '#ui/client/hash.ts';
import { leaveDevice } from './device.ts';
import { setFieldMode } from './mode.ts';

/** Opens the desk's application. */
export function leaveField(): void {
  leaveDevice();
  replaceHash('/home');
  setFieldMode(false);
}
