// Checks the password, then the code of the second factor. Wrong ones of either count as failures alike.
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { accountMessages } from '#core/session/account.ts';
import type { Call, Caller } from '#server/kernel/call.ts';
import { beginAttempt, failAttempt, logged, takeBackAttempt } from './attempts.ts';
import { acceptCode } from './codes.ts';
import { verifyPassword } from './password.ts';
import { isLicensed } from './sessions.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  password_hash: string | null;
  licensed: boolean;
  second_factor: boolean;
}

export interface Typed {
  email: string;
  password: string;
  /** Null: the request has none. */
  code: string | null;
}

type Proof = Account | 'wrongPassword' | 'codeRequired' | 'wrongCode';

interface Wanted {
  /** Requires the code, if the account has a second factor. */
  code: boolean;
  licence?: boolean;
}

async function prove(call: Call, { email, password, code }: Typed, wanted: Wanted): Promise<Proof> {
  const { environment, database } = call.services;
  const attempt = { secret: environment.secret, email, ip: call.source.ip, now: call.now };
  const refuse = (reason: string): void => call.services.log.refused('sign-in', { ...logged(attempt), reason });
  await beginAttempt(database, attempt).catch((error: unknown) => {
    if (error instanceof Problem) refuse(error.kind);
    throw error;
  });
  const { rows } = await database.platform.query<Account>(
    `select u.id, u.firstname || ' ' || u.lastname as name, u.email, u.password_hash, ${isLicensed} as licensed,
        exists (select from user_second_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor
      from users u where u.email = $1`,
    [email],
  );
  const account = rows[0] ?? null;
  const right = await verifyPassword(account?.password_hash ?? null, password);
  if (!account || !right || (wanted.licence && !account.licensed)) {
    await failAttempt(database, attempt);
    refuse('wrongPassword');
    return 'wrongPassword';
  }
  const asksCode = wanted.code && account.second_factor;
  if (asksCode && code !== null && !(await acceptCode(call, account.id, code))) {
    await failAttempt(database, attempt);
    refuse('wrongCode');
    return 'wrongCode';
  }
  // Uncount only this attempt: a right password must not reset the earlier wrong codes.
  await takeBackAttempt(database, attempt);
  return asksCode && code === null ? 'codeRequired' : account;
}

/**
 * The account that signs in. Throws after too many attempts or if a code is needed; null: wrong credentials. It commits
 * its counts, so do not call it inside a transaction.
 */
export async function provenAccount(
  call: Call,
  typed: Typed,
  { licence }: { licence: boolean },
): Promise<Account | null> {
  const proof = await prove(call, typed, { code: true, licence });
  if (proof === 'wrongPassword') return null;
  if (typeof proof === 'object') return proof;
  throw new Problem('unauthenticated', accountMessages[proof], { secondFactor: true });
}

const refused = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/**
 * The signed-in person types the password again before sensitive changes, in case the session is not his own; with a
 * second factor, the code too.
 */
export async function confirmedPassword(
  call: Call,
  { password, code }: { password: string; code?: string | undefined },
  { path = 'password', asksCode = true }: { path?: string; asksCode?: boolean } = {},
): Promise<Account> {
  const proof = await prove(call, { email: await ownEmail(call), password, code: code || null }, { code: asksCode });
  if (proof === 'wrongPassword') throw refused(path, accountMessages.wrongPassword);
  if (typeof proof !== 'object') throw refused('code', accountMessages[proof]);
  return proof;
}

/** Same, with the code; refuses an account without a second factor. */
export async function confirmedCode(call: Call, typed: { password: string; code: string }): Promise<Account> {
  const proof = await prove(call, { email: await ownEmail(call), ...typed }, { code: true });
  if (proof === 'wrongPassword') throw refused('password', accountMessages.wrongPassword);
  if (typeof proof !== 'object') throw refused('code', accountMessages.wrongCode);
  if (!proof.second_factor) throw new Problem('conflict', accountMessages.noSecondFactor);
  return proof;
}

async function ownEmail(call: Call): Promise<string> {
  const { rows } = await call.services.database.platform.query<{ email: string }>(
    'select email from users where id = $1',
    [(call.caller as Caller).userId],
  );
  if (!rows[0]) throw new Problem('unauthenticated', wireMessages.invalidToken);
  return rows[0].email;
}
