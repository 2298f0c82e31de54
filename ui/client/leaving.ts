import { replaceHash } from './hash.ts';
import { keepTokens } from './tokens.ts';

/** Clears the session on this device and shows the sign-in page. */
export function leave(): void {
  keepTokens(null);
  replaceHash('/login');
}
