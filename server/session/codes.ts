// One-time codes of the second factor: codes of the application, and recovery codes.
import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#core/session/account.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { derive, keyedDigest } from '#server/secret.ts';
import { hashPassword } from './password.ts';
import { unseal } from './sealing.ts';
import { isApplicationCode, stepOf } from './totp.ts';

/** Committed at once: a code is used up even if the call fails later. */
export async function acceptCode(call: Call, userId: string, code: string): Promise<boolean> {
  const { environment, database } = call.services;
  const { platform } = database;
  if (!isApplicationCode(code)) {
    const spent = await platform.query(
      'update user_recovery_codes set used_at = $3 where user_id = $1 and hash = any ($2) and used_at is null',
      [userId, await recoveryHashes(environment.secret, userId, code), call.now],
    );
    return spent.rowCount === 1;
  }
  const { rows } = await platform.query<{ secret: Buffer }>(
    'select secret from user_second_factors where user_id = $1 and confirmed_at is not null',
    [userId],
  );
  const step = rows[0] ? stepOf(unseal(environment.secret, userId, rows[0].secret), code, call.now) : null;
  if (step === null) return false;
  const spent = await platform.query(
    'update user_second_factors set last_step = $2 where user_id = $1 and last_step < $2',
    [userId, step],
  );
  return spent.rowCount === 1;
}

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const word = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** « XXXXX-XXXXX »: almost fifty bits, too few for a fast hash. The salt is the account's own, so that one hash finds the code. */
const recoveryHash = (secret: string, userId: string, code: string): Promise<string> =>
  hashPassword(code.replace('-', ''), derive(secret, `recovery-code:${userId}`));

/** Codes drawn by earlier versions have a keyed hash. */
const recoveryHashes = async (secret: string, userId: string, code: string): Promise<string[]> => [
  await recoveryHash(secret, userId, code),
  keyedDigest(secret, 'recovery-code', `${userId} ${code.replace('-', '')}`),
];

/** Replaces the recovery codes; they are shown once and stored hashed. */
export async function drawRecoveryCodes(db: Db, secret: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${word()}-${word()}`);
  await db.query({ text: 'delete from user_recovery_codes where user_id = $1', values: [userId] });
  await db.query({
    text: 'insert into user_recovery_codes (user_id, hash) select $1, unnest($2::text[])',
    values: [userId, await Promise.all(codes.map((code) => recoveryHash(secret, userId, code)))],
  });
  return codes;
}

/** Makes every process read again whether the account must set up a second factor. */
export const forgetSession = (db: Db, userId: string): Promise<unknown> =>
  db.query({ text: `select pg_notify('session', $1)`, values: [userId] });

export async function removeSecondFactor(db: Db, userId: string): Promise<void> {
  await forgetSession(db, userId);
  await db.query({ text: 'delete from user_second_factors where user_id = $1', values: [userId] });
  await db.query({ text: 'delete from user_recovery_codes where user_id = $1', values: [userId] });
}
