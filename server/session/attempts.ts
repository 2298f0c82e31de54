// Wrong passwords are slowed, then locked, by account and by network. An address without an account is treated alike.
import { isIPv6 } from 'node:net';
import { Problem } from '#core/kernel/problem.ts';
import type { Database, Db } from '#server/db/database.ts';
import { keyedDigest } from '#server/secret.ts';

const minute = 60;
const lock = 15 * minute;
const network = { failures: 50, within: 10 * minute };

/** Seconds to wait after this many failures in a row. */
export function waitAfter(failures: number): number {
  if (failures < 5) return 0;
  return failures < 10 ? 5 * 2 ** (failures - 5) : lock;
}

/** A wrong name may be a password typed in the wrong field: store only its keyed hash. */
const accountSource = (secret: string, email: string): string => `account:${keyedDigest(secret, 'sign-in', email)}`;

/** One IPv6 subscriber has a whole /64. */
export function networkSource(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? '';
  if (!isIPv6(address)) return `network:${address}`;
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head;
  return `network:${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}`;
}

/** Who and where from, for the log: digests, so that a log file names neither people nor addresses. */
export const logged = ({ secret, email, ip }: Pick<Attempt, 'secret' | 'email' | 'ip'>): Record<string, string> => ({
  account: keyedDigest(secret, 'sign-in', email),
  network: networkDigest(secret, ip),
});

export const networkDigest = (secret: string, ip: string): string =>
  keyedDigest(secret, 'network', networkSource(ip)).slice(0, 22);

export interface Attempt {
  secret: string;
  email: string;
  ip: string;
  now: Date;
}

interface Failures {
  failures: number;
  since: Date;
  last_at: Date;
}

const inWords = (seconds: number): string => {
  if (seconds > 2 * minute) return `${Math.ceil(seconds / minute)} minutes`;
  return seconds > 1 ? `${seconds} secondes` : '1 seconde';
};

export function tooMany(seconds: number): Problem {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new Problem('tooMany', `Trop de tentatives. Réessayez dans ${inWords(retryAfter)}.`, { retryAfter });
}

/** Counts the attempt as failed before the password is checked, so that a hundred concurrent guesses count as a hundred. */
export async function beginAttempt(database: Database, { secret, email, ip, now }: Attempt): Promise<void> {
  const secondsSince = (at: Date): number => (now.getTime() - at.getTime()) / 1_000;
  await database.platformTransaction(async (db) => {
    const [from] = await db.query<Failures>({
      text: 'select failures, since, last_at from sign_in_failures where source = $1',
      values: [networkSource(ip)],
    });
    if (from && from.failures >= network.failures && secondsSince(from.since) < network.within) {
      throw tooMany(network.within - secondsSince(from.since));
    }
    const source = accountSource(secret, email);
    // Locks the row, whether new or existing.
    const [account] = await db.query<Failures>({
      text: `insert into sign_in_failures (source, failures, since, last_at) values ($1, 0, $2, $2)
        on conflict (source) do update set source = excluded.source returning failures, since, last_at`,
      values: [source, now],
    });
    if (!account) return;
    // A later attempt may have been counted first.
    const passed = Math.max(0, secondsSince(account.last_at));
    const failures = passed < lock ? account.failures : 0;
    const wait = waitAfter(failures) - passed;
    if (wait > 0) throw tooMany(wait);
    await db.query({
      text: 'update sign_in_failures set failures = $2, last_at = greatest(last_at, $3) where source = $1',
      values: [source, failures + 1, now],
    });
  });
}

export async function failAttempt(database: Database, { ip, now }: Attempt): Promise<void> {
  await database.platform.query(
    `insert into sign_in_failures as f (source, failures, since, last_at) values ($1, 1, $2, $2)
      on conflict (source) do update set last_at = $2,
        failures = case when f.since > $3 then f.failures + 1 else 1 end,
        since = case when f.since > $3 then f.since else $2 end`,
    [networkSource(ip), now, new Date(now.getTime() - network.within * 1_000)],
  );
  await database.platform.query(
    `delete from sign_in_failures where source in
      (select source from sign_in_failures where last_at < $1 limit 100 for update skip locked)`,
    [new Date(now.getTime() - 24 * 60 * minute * 1_000)],
  );
}

/** The attempt was not a failure: uncounts it. Earlier failures stay. */
export async function takeBackAttempt(database: Database, { secret, email }: Attempt): Promise<void> {
  await database.platform.query('update sign_in_failures set failures = greatest(failures - 1, 0) where source = $1', [
    accountSource(secret, email),
  ]);
}

/** After a right or a new password, the failures of the account are reset. */
export async function forgetAttempts(db: Db, secret: string, email: string): Promise<void> {
  await db.query({ text: 'delete from sign_in_failures where source = $1', values: [accountSource(secret, email)] });
}
