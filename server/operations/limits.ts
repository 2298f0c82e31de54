// How many calls one session, or one network without a session, may make: counted in memory, and told to the other
// processes through the database once a second, by those alone who ask much. Decision 030.
import { randomUUID } from 'node:crypto';
import { Problem } from '#core/kernel/problem.ts';
import type { Database } from '#server/db/database.ts';
import { networkSource } from '#server/session/attempts.ts';

/** Short, so that whoever asked too much waits seconds. */
const length = 10_000;
const often = 1_000;
/** Below this share of the limit nothing is told: of ordinary people nothing ever is. */
const quiet = 0.1;
/** Many people sit behind one address, and sign in at eight o'clock. */
const perNetwork = 5;
/** Payloads of NOTIFY end at 8000 bytes. */
const told = 100;
/** A flood of addresses must not fill the memory; the rest of the window then counts as one. */
const most = 100_000;

export interface Limits {
  /** Throws when there were too many. */
  session(id: string): void;
  network(ip: string): void;
  close(): void;
}

const free: Limits = { session: () => {}, network: () => {}, close: () => {} };

interface Word {
  process: string;
  window: number;
  counts: [source: string, count: number][];
}

export async function openLimits(database: Pick<Database, 'listen' | 'platform'>, perMinute: number): Promise<Limits> {
  if (perMinute === 0) return free;
  const limit = Math.ceil((perMinute * length) / 60_000);
  const process = randomUUID();
  let window = 0;
  let own = new Map<string, number>();
  /** What each other process last said of this window; it says sums, so a word that was lost is made up for. */
  let others = new Map<string, Map<string, number>>();
  const said = new Map<string, number>();

  const turn = (): void => {
    const now = Math.floor(Date.now() / length);
    if (now === window) return;
    window = now;
    own = new Map();
    others = new Map();
    said.clear();
  };
  const elsewhere = (source: string): number => {
    let sum = 0;
    for (const counts of others.values()) sum += counts.get(source) ?? 0;
    return sum;
  };
  const count = (given: string, allowed: number): void => {
    turn();
    const source = own.has(given) || own.size < most ? given : 'others';
    const sum = (own.get(source) ?? 0) + 1;
    if (sum + elsewhere(source) <= allowed) {
      own.set(source, sum);
      return;
    }
    const retryAfter = Math.max(1, Math.ceil(((window + 1) * length - Date.now()) / 1_000));
    throw new Problem(
      'tooMany',
      `Trop de demandes. Réessayez dans ${retryAfter > 1 ? `${retryAfter} secondes` : 'une seconde'}.`,
      { retryAfter },
    );
  };

  await database.listen({
    channel: 'limits',
    heard: (payload) => {
      const word = JSON.parse(payload) as Word;
      turn();
      if (word.process === process || word.window !== window) return;
      const counts = others.get(word.process) ?? new Map<string, number>();
      for (const [source, sum] of word.counts) counts.set(source, sum);
      others.set(word.process, counts);
    },
    listening: () => {},
  });
  const tell = (): void => {
    turn();
    const news = [...own].filter(([source, sum]) => sum >= limit * quiet && said.get(source) !== sum);
    if (news.length === 0) return;
    const counts = news.sort(([, one], [, other]) => other - one).slice(0, told);
    for (const [source, sum] of counts) said.set(source, sum);
    const word: Word = { process, window, counts };
    // Not heard, it is said again with the next sum.
    database.platform
      .query({ name: 'limits', text: `select pg_notify('limits', $1)`, values: [JSON.stringify(word)] })
      .catch(() => {});
  };
  const timer = setInterval(tell, often).unref();

  return {
    session: (id) => count(id, limit),
    network: (ip) => count(networkSource(ip), limit * perNetwork),
    close: () => clearInterval(timer),
  };
}
