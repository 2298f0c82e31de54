// Work after the commit, such as mails. Answers do not wait for it; a server that stops does.
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/operations/log.ts';

const underWay = new Set<Promise<void>>();

/** A mail server that does not answer must not block the stop. */
const patience = 15_000;

export function later(work: () => Promise<void>, log: Log): void {
  const done = work()
    .catch((error: unknown) => log.failed('after the answer', error))
    .finally(() => underWay.delete(done));
  underWay.add(done);
}

export async function settled(): Promise<void> {
  const end = new AbortController();
  const tooLong = wait(patience, undefined, { signal: end.signal }).catch(() => {});
  await Promise.race([Promise.all(underWay), tooLong]);
  end.abort();
}
