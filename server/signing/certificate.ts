// The platform's certificate: a key derived from SECRET, so that every process has the same, and an X.509 certificate of it,
// made once and kept (RFC 5280). Signed files carry it, so that it outlives a change of SECRET.
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { derive } from '#server/secret.ts';

/** Of 2³² derived values one is no valid key: then the next. */
export function signingKey(secret: string, tries = 0): KeyObject {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(derive(secret, `signing-${tries}`));
  } catch (error) {
    if (tries > 3) throw error;
    return signingKey(secret, tries + 1);
  }
  const point = pair.getPublicKey();
  const own = pair.getPrivateKey();
  const words = [point.subarray(1, 33), point.subarray(33), Buffer.concat([Buffer.alloc(32 - own.length), own])];
  const [x, y, d] = words.map((one) => one.toString('base64url')) as [string, string, string];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}

const spki = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

/** Names the key in the table of certificates. */
export const keyDigest = (key: KeyObject): string => createHash('sha256').update(spki(key)).digest('hex');

// DER, as far as a certificate needs it.
const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const oid = (...bytes: number[]): Buffer => tlv(0x06, Buffer.from(bytes));
const bits = (content: Buffer, unused = 0): Buffer => tlv(0x03, Buffer.from([unused]), content);
const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text));
const yes = tlv(0x01, Buffer.from([0xff]));

/** Times from 2050 on have four digits of year (RFC 5280, 4.1.2.5). */
const time = (at: Date): Buffer => {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  return at.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(digits.slice(2))) : tlv(0x18, Buffer.from(digits));
};

const ecdsaSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const commonName = oid(0x55, 0x04, 0x03);
const extension = (id: Buffer, isCritical: boolean, value: Buffer): Buffer =>
  sequence(id, ...(isCritical ? [yes] : []), tlv(0x04, value));

const years = 10;

/** Signed by itself: it proves that a file comes from this installation, unchanged; who signed, the evidence says. */
export function makeCertificate(key: KeyObject, name: string, now: Date): { der: Buffer; until: Date } {
  const since = new Date(now.getTime() - 86_400_000);
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  const info = spki(key);
  const serial = createHash('sha256').update(info).update(since.toISOString()).digest().subarray(0, 16);
  // Positive, and without a zero in front.
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  const whose = sequence(tlv(0x31, sequence(commonName, utf8(name))));
  const keyId = createHash('sha1').update(info.subarray(-65)).digest();
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, serial),
    ecdsaSha256,
    whose,
    sequence(time(since), time(until)),
    whose,
    info,
    tlv(
      0xa3,
      sequence(
        extension(oid(0x55, 0x1d, 0x0e), false, tlv(0x04, keyId)),
        extension(oid(0x55, 0x1d, 0x13), true, sequence()),
        // Digital signature, non-repudiation.
        extension(oid(0x55, 0x1d, 0x0f), true, bits(Buffer.from([0xc0]), 6)),
      ),
    ),
  );
  return { der: sequence(body, ecdsaSha256, bits(sign('sha256', body, key))), until };
}
