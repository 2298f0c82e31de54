// Rate limits per session, or per network without a session. Counted in memory; once a second, high counts are
// published to the other processes through the database. Decision 030.
import { randomUUID } from 'node:crypto';
import { Problem } from '#core/kernel/problem.ts';
import type { Database } from '#server/db/database.ts';
import { networkSource } from '#server/session/attempts.ts';

/** Milliseconds of a window. Short, so that a refused client waits only seconds. */
const length = 10_000;
const often = 1_000;
/** Counts below this share of the limit are not published; ordinary sessions stay below it. */
const quiet = 0.1;
/** Many people share one address, and sign in at eight o'clock. */
const perNetwork = 5;
/** Counts per notification: a NOTIFY payload has at most 8000 bytes. */
const mostPublished = 100;
/** A flood of addresses must not fill the memory: all further sources share one count. */
const most = 100_000;

export interface Limits {
  /** Throws when the session made too many calls. `weight`: the call counts as so many. */
  session(id: string, weight?: number): void;
  network(ip: string): void;
  close(): void;
}

const free: Limits = { session: () => {}, network: () => {}, close: () => {} };

interface Counts {
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
  /** The last counts of each other process in this window. They are sums, so a later one makes up for a lost one. */
  let others = new Map<string, Map<string, number>>();
  const published = new Map<string, number>();

  const turn = (): void => {
    const now = Math.floor(Date.now() / length);
    if (now === window) return;
    window = now;
    own = new Map();
    others = new Map();
    published.clear();
  };
  const elsewhere = (source: string): number => {
    let sum = 0;
    for (const counts of others.values()) sum += counts.get(source) ?? 0;
    return sum;
  };
  const count = (wanted: string, allowed: number, weight = 1): void => {
    turn();
    const source = own.has(wanted) || own.size < most ? wanted : 'others';
    // Under a low limit a heavy call still passes alone.
    const sum = (own.get(source) ?? 0) + Math.min(weight, allowed);
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
    onNotification: (payload) => {
      const received = JSON.parse(payload) as Counts;
      turn();
      if (received.process === process || received.window !== window) return;
      const counts = others.get(received.process) ?? new Map<string, number>();
      for (const [source, sum] of received.counts) counts.set(source, sum);
      others.set(received.process, counts);
    },
    listening: () => {},
  });
  const publish = (): void => {
    turn();
    const news = [...own].filter(([source, sum]) => sum >= limit * quiet && published.get(source) !== sum);
    if (news.length === 0) return;
    const counts = news.sort(([, one], [, other]) => other - one).slice(0, mostPublished);
    for (const [source, sum] of counts) published.set(source, sum);
    const message: Counts = { process, window, counts };
    // A lost notification is made up for by the next sum.
    database.platform
      .query({ name: 'limits', text: `select pg_notify('limits', $1)`, values: [JSON.stringify(message)] })
      .catch(() => {});
  };
  const timer = setInterval(publish, often).unref();

  return {
    session: (id, weight) => count(id, limit, weight),
    network: (ip) => count(networkSource(ip), limit * perNetwork),
    close: () => clearInterval(timer),
  };
}
