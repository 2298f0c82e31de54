// How the secrets of second factors lie in the database: sealed under a key derived from SECRET, bound to their account.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derive } from '#server/secret.ts';

const [nonceLength, tagLength] = [12, 16];

export function seal(secret: string, userId: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', derive(secret, 'second-factor'), nonce).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when it was changed, moved to another account, or sealed under another SECRET. */
export function unseal(secret: string, userId: string, kept: Buffer): Buffer {
  const nonce = kept.subarray(0, nonceLength);
  const decipher = createDecipheriv('aes-256-gcm', derive(secret, 'second-factor'), nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(userId))
    .setAuthTag(kept.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(kept.subarray(nonceLength + tagLength)), decipher.final()]);
}
