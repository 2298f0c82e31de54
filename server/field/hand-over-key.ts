import { derive } from '#server/secret.ts';

/** Decision 93: the device itself, whatever becomes of its person's account. Base64. */
export const handOverKey = (secret: string, agency: string, device: string): string =>
  derive(secret, `field-hand-over ${agency} ${device}`).toString('base64');

/** Tells whether the device is revoked, and nothing else. Base64. */
export const standingKey = (secret: string, agency: string, device: string): string =>
  derive(secret, `field-standing ${agency} ${device}`).toString('base64');
