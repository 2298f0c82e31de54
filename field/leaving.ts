import { replaceHash } from '#ui/client/hash.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { leaveDevice } from './device.ts';
import { forgetFieldMode, setFieldMode } from './mode.ts';

/** Opens the desk's application. */
export const leaveField = (): void => openAtDesk('/home');

export function openAtDesk(place: string): void {
  void leaveDevice();
  replaceHash(place);
  setFieldMode(false);
}

/** The session on this device is dead, or somebody else's: the sign-in page leads back here. */
export function signInAgain(): void {
  keepTokens(null);
  replaceHash('/login?from=/terrain');
}

/** Nothing of the field is left here; the session ended with the revocation. */
export function leaveRevoked(): void {
  keepTokens(null);
  void leaveDevice();
  replaceHash('/home');
  forgetFieldMode();
}
