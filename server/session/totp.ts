// Codes of an authenticator application: RFC 6238 with SHA-1, six digits, thirty seconds.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const period = 30;
const digits = 6;
/** Phone clocks may be slightly off. */
const drift = 1;

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1_000 / period);

/** RFC 4226, 5.3: `length` digits of the counter's HMAC. */
export function codeOf(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** length).padStart(length, '0');
}

export const isApplicationCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The period of this code, the current or an adjacent one; null: no match. */
export function stepOf(secret: Buffer, code: string, at: Date): number | null {
  const now = stepAt(at);
  let found: number | null = null;
  for (let step = now - drift; step <= now + drift; step += 1) {
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** As long as the output of the HMAC (RFC 4226, 4). */
export const newSecret = (): Buffer => randomBytes(20);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding, as applications expect it. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}
