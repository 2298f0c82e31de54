// Encrypts a message for one browser (RFC 8291, one record of RFC 8188): the push service carries it and cannot read it.
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface BrowserKeys {
  /** A point of P-256, uncompressed, base64url. */
  p256dh: string;
  /** 16 bytes, base64url. */
  auth: string;
}

/** What a push service must accept, less the header, the tag and the delimiter. */
export const longestMessage = 3_993;

const recordSize = 4_096;

const expand = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Whether the point is on the curve: with another one a secret could be guessed. */
export function isBrowserKey({ p256dh, auth }: BrowserKeys): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    const point = Buffer.from(p256dh, 'base64url');
    own.computeSecret(point);
    return point.length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** `by`: fixed values of the test; otherwise a new key and salt for each message. */
export function encrypt(
  message: Buffer,
  { p256dh, auth }: BrowserKeys,
  by: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  if (message.length > longestMessage) throw new Error('the message is too long');
  const pair = createECDH('prime256v1');
  if (by.privateKey) pair.setPrivateKey(by.privateKey);
  else pair.generateKeys();
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), pair.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const key = expand(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = by.salt ?? randomBytes(16);
  const cipher = createCipheriv(
    'aes-128-gcm',
    expand(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    expand(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(recordSize, 16);
  header.writeUInt8(ours.length, 20);
  // The byte 2 ends the last record.
  const sealed = [cipher.update(message), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([header, ours, ...sealed]);
}
