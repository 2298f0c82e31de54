// The tokens of a session (wire.md, "Session"), and the one-time tokens in mails.
import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { Bounded } from '#server/kernel/bounded.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { derive } from '#server/secret.ts';

const accessLife = 15 * 60;
/** Who makes the tokens, and for whom: a token of anything else that uses the secret is refused. */
const audience = 'vigie-api';

export interface Claims {
  sub: string;
  sid: string;
  /** The profile that platform staff act for. */
  as: string | null;
}

interface Keys {
  private: KeyObject;
  public: KeyObject;
}

// RFC 8410: the prefix of the 32 bytes of an Ed25519 seed.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const keysBySecret = new Map<string, Keys>();

/** Derived from the secret, not random, so that every process signs and reads the same tokens. */
function keysOf(secret: string): Keys {
  let keys = keysBySecret.get(secret);
  if (!keys) {
    const der = Buffer.concat([pkcs8Prefix, derive(secret, 'access-token')]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    keys = { private: key, public: createPublicKey(key) };
    keysBySecret.set(secret, keys);
  }
  return keys;
}

export function issueAccess(secret: string, claims: Claims, at: Date): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  return new SignJWT({ sid: claims.sid, ...(claims.as ? { as: claims.as } : {}) })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(claims.sub)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessLife)
    .sign(keysOf(secret).private);
}

const refused = (message: string): Problem => new Problem('unauthenticated', message);

/** Reads the Authorization header. Verified tokens are cached: verifying costs more than a query. */
export function createAccessReader(secret: string): (authorization: string | undefined) => Promise<Claims> {
  const verified = new Bounded<Claims>(10_000);
  return async (authorization) => {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (!token) throw refused(wireMessages.missingToken);
    const known = verified.get(token, Date.now());
    if (known) return known;
    try {
      const { payload } = await jwtVerify(token, keysOf(secret).public, {
        algorithms: ['EdDSA'],
        audience,
        requiredClaims: ['exp'],
      });
      const { sub, sid, as = null, exp } = payload;
      if (!isUuid(sub) || !isUuid(sid) || !(as === null || isUuid(as))) throw new errors.JWTInvalid('claims');
      const claims = { sub, sid, as };
      verified.set(token, claims, (exp as number) * 1_000);
      return claims;
    } catch (error) {
      throw refused(error instanceof errors.JWTExpired ? wireMessages.expiredToken : wireMessages.invalidToken);
    }
  };
}

const refreshMac = (secret: string, head: Buffer): Buffer =>
  createHmac('sha256', derive(secret, 'refresh-token')).update(head).digest();

/** Always the same for one generation, so that the previous token returns the same successor. */
export function refreshTokenOf(secret: string, sessionId: string, generation: number): string {
  const head = Buffer.alloc(20);
  head.write(sessionId.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(generation, 16);
  return `${head.toString('base64url')}.${refreshMac(secret, head).toString('base64url')}`;
}

/** Null: not one of our tokens. */
export function readRefreshToken(secret: string, token: string): { sessionId: string; generation: number } | null {
  const head = Buffer.from(token.split('.')[0] ?? '', 'base64url');
  if (head.length !== 20) return null;
  const sessionId = head.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const generation = head.readUInt32BE(16);
  // Compare hashes, so that the response time reveals nothing of the token.
  return hashOf(token) === hashOf(refreshTokenOf(secret, sessionId, generation)) ? { sessionId, generation } : null;
}

/** A secret of this size cannot be guessed, so a plain hash is enough. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const oneTimeToken = (): string => randomBytes(32).toString('base64url');
