// argon2id; each hash contains its parameters, so that they can be raised without a migration.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id (19 MiB, two passes); the library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `salt`: for a secret that is looked up by its hash; default: random. */
export const hashPassword = (password: string, salt?: Uint8Array): Promise<string> =>
  hash(password, { ...cost, ...(salt ? { salt } : {}) });

const nobodys = hashPassword(randomBytes(32).toString('base64url'));

/** Takes the same time without an account, so that the response time reveals nothing. */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  const right = await verify(hashed ?? (await nobodys), password);
  return hashed !== null && right;
}
