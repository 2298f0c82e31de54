// An authenticator application for tests: reads the shown secret and returns codes.
import { codeOf, stepAt } from '#server/session/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function fromBase32(text: string): Buffer {
  let [bits, held] = [0, 0];
  const bytes: number[] = [];
  for (const letter of text) {
    held = (held << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** `later`: periods from now. */
export const codeNow = (secret: string, later = 0): string => codeOf(fromBase32(secret), stepAt(new Date()) + later);
