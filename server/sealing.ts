// Encrypts values in the database with a key derived from SECRET for one purpose, bound to their row.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derive } from '#server/secret.ts';

const [nonceLength, tagLength] = [12, 16];

export interface Seal {
  secret: string;
  /** A field of an agency's records: a key per agency. */
  purpose: 'second-factor' | 'mail' | 'export' | `field:${string}`;
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

export function seal({ secret, purpose, boundTo }: Seal, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', derive(secret, purpose), nonce).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the value was changed, copied to another row, or sealed with another SECRET. */
export function unseal({ secret, purpose, boundTo }: Seal, kept: Buffer): Buffer {
  const nonce = kept.subarray(0, nonceLength);
  const decipher = createDecipheriv('aes-256-gcm', derive(secret, purpose), nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(kept.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(kept.subarray(nonceLength + tagLength)), decipher.final()]);
}
