import { replaceHash } from '#ui/client/hash.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { leaveDevice } from './device.ts';
import { setFieldMode } from './mode.ts';

/** Opens the desk's application. */
export function leaveField(): void {
  void leaveDevice();
  replaceHash('/home');
  setFieldMode(false);
}

/** The session on this device is dead, or somebody else's: the sign-in page leads back here. */
export function signInAgain(): void {
  keepTokens(null);
  replaceHash('/login?from=/terrain');
}
