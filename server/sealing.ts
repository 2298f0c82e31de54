// Encrypts values in the database with a key derived from SECRET for one purpose, bound to their row.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derive } from '#server/secret.ts';

const [nonceLength, tagLength] = [12, 16];

export interface Seal {
  secret: string;
  /** A field of an agency's records: a key per agency. */
  purpose: 'second-factor' | 'mail' | 'export' | 'push' | `field:${string}`;
  /** The id of the account or mail, or the record and field. */
  boundTo: string;
}

/** The current secret, and during a rotation the previous one. */
export interface Secrets {
  secret: string;
  previousSecret?: string | null;
}

const idOf = (secret: string): string => derive(secret, 'key-id').toString('hex').slice(0, 8);

/** The secret with this id; default: the current one. */
export function secretOf({ secret, previousSecret }: Secrets, id = idOf(secret)): { id: string; secret: string } {
  const found = [secret, previousSecret].find((one) => one && idOf(one) === id);
  if (!found) throw new Error('sealed under a SECRET that is not known here');
  return { id, secret: found };
}

/**
 * The first byte of a sealed value names its cipher, so that it can be replaced (ASVS V11.2.2): add one here and make it
 * the current one. Old values stay readable, and a rotation of SECRET seals them again. All take a nonce of 12 bytes.
 */
const ciphers: Readonly<Record<number, 'aes-256-gcm' | 'chacha20-poly1305'>> = {
  1: 'aes-256-gcm',
  2: 'chacha20-poly1305',
};
const current = 1;

export function seal({ secret, purpose, boundTo }: Seal, plain: Buffer, by = current): Buffer {
  const nonce = randomBytes(nonceLength);
  const options = { authTagLength: tagLength };
  const cipher = createCipheriv(ciphers[by] as 'aes-256-gcm', derive(secret, purpose), nonce, options);
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(by), nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the value was changed, copied to another row, or sealed with another SECRET. */
export function unseal(by: Seal, kept: Buffer): Buffer {
  const named = ciphers[kept[0] ?? 0];
  if (!named) return opened(by, 'aes-256-gcm', kept);
  try {
    return opened(by, named, kept.subarray(1));
  } catch {
    // Sealed before ciphers were named: its first byte is one of the nonce.
    return opened(by, 'aes-256-gcm', kept);
  }
}

function opened({ secret, purpose, boundTo }: Seal, cipher: 'aes-256-gcm' | 'chacha20-poly1305', kept: Buffer): Buffer {
  const nonce = kept.subarray(0, nonceLength);
  const options = { authTagLength: tagLength };
  const decipher = createDecipheriv(cipher as 'aes-256-gcm', derive(secret, purpose), nonce, options);
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(kept.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(kept.subarray(nonceLength + tagLength)), decipher.final()]);
}
