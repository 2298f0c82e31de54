// The server's own key towards push services (VAPID, RFC 8292). Derived from SECRET, so that every process has the same and
// nothing has to be kept.
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Environment } from '#server/environment.ts';
import { addressIn } from '#server/mail/mime.ts';
import { derive } from '#server/secret.ts';

interface VapidKeys {
  private: KeyObject;
  /** Uncompressed point, base64url. */
  public: string;
}

const known = new Map<string, VapidKeys>();

/** Of 2³² derived values one is no valid key: then the next. */
function pairOf(secret: string, tries = 0): ReturnType<typeof createECDH> {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(derive(secret, `vapid-${tries}`));
    return pair;
  } catch (error) {
    if (tries > 3) throw error;
    return pairOf(secret, tries + 1);
  }
}

export function vapidKeys(secret: string): VapidKeys {
  let keys = known.get(secret);
  if (!keys) {
    const pair = pairOf(secret);
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'));
    const own = pair.getPrivateKey();
    const d = Buffer.concat([Buffer.alloc(32 - own.length), own]).toString('base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: x as string, y: y as string, d };
    keys = { private: createPrivateKey({ key: jwk, format: 'jwk' }), public: point.toString('base64url') };
    known.set(secret, keys);
  }
  return keys;
}

/** Apple refuses an address at « localhost »: the public address if it is one. */
const subjectOf = ({ publicUrl, mailFrom }: Pick<Environment, 'publicUrl' | 'mailFrom'>): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${addressIn(mailFrom)}`;

/** Services accept a day at most. */
const life = 12 * 3_600;

export async function vapidHeader(
  environment: Pick<Environment, 'secret' | 'publicUrl' | 'mailFrom'>,
  address: string,
  now: Date,
): Promise<string> {
  const keys = vapidKeys(environment.secret);
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(address).origin)
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + life)
    .setSubject(subjectOf(environment))
    .sign(keys.private);
  return `vapid t=${token}, k=${keys.public}`;
}
