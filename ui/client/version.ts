// Asks the server for a newer version or maintenance, at the start and every hour (1 §9).

import { readVersion } from '#core/session/version.ts';
import { minimumVersion } from '#core/tenant.ts';
import { call } from './call.ts';
import { maintenance, planned } from './connection.ts';
import { sessionStore } from './session-state.ts';
import { store } from './store.ts';

export const versionInterval = 3_600_000;

export const clientVersion: string = import.meta.env.VITE_VERSION ?? '0.0.0';

/** The version that a reload would bring. */
export const update = store<string | null>(null);

const ignored = new Set<string>();

export function ignoreUpdate(): void {
  const version = update.get();
  if (version) ignored.add(version);
  update.set(null);
}

export function isNewer(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

export async function checkVersion(client = clientVersion): Promise<void> {
  const answer = await call(readVersion);
  // AB-032: platform staff go on working.
  const isClosed = answer.maintenance && !sessionStore.get()?.asker.platform;
  maintenance.set(isClosed ? (answer.message ?? 'Maintenance en cours') : null);
  planned.set(answer.planned ?? null);
  const outdated = isNewer(answer.version, client) || isNewer(minimumVersion, client);
  if (outdated && !ignored.has(answer.version)) update.set(answer.version);
}
