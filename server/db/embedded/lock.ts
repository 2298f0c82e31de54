// One application per folder. The kernel holds the lock (SQLite uses fcntl locks), so a killed process releases it.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#server/refusal.ts';

const busy = 5;
// When its launcher is killed, a server stops by itself: wait this long for it.
const patience = 3000;

export type Lock = { release(): void };

export async function takeLock(path: string, refusal: string): Promise<Lock> {
  for (const start = Date.now(); ; await wait(100)) {
    const lock = tryLock(path);
    if (lock) return lock;
    if (Date.now() - start > patience) throw new Refusal(refusal);
  }
}

export function tryLock(path: string): Lock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
}
