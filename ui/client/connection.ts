// Connection and maintenance state, shown by the banners of the frame (AE-004, AE-005, AE-008).
import type { Maintenance } from '#core/session/maintenance.ts';
import { store } from './store.ts';

export type Connection = 'works' | 'lost' | 'restored';

export const connection = store<Connection>('works');

export const connectionLost = (): void => connection.set('lost');

export function connectionWorks(): void {
  if (connection.get() === 'lost') connection.set('restored');
}

/** The server's message during maintenance; null for platform staff, whom nothing is closed to. */
export const maintenance = store<string | null>(null);

/** Announced or under way, as last read with the version. */
export const planned = store<Maintenance | null>(null);
