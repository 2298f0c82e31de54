// Live events: which records changed, and who else has a record open.
import * as z from 'zod';
import { endpoint, type Other } from '../kernel/endpoint.ts';

const everyone = { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' } as const;

/** Longest stream in seconds: it ends before the token expires (15 minutes) and is opened again. */
export const longestStream = 600;
/** Milliseconds between heartbeats: a longer silence is a dead connection. */
export const heartbeat = 20_000;
/** Milliseconds after which a session without a heartbeat has left the record. */
export const presenceLasts = 50_000;

export type LiveEvent =
  /** First event of every stream. If `quiet`, what changed since the client was up to date follows; else anything may have. */
  | { type: 'hello'; quiet: boolean }
  /** `ids` null: any row, or ids are not sent on this path. */
  | { type: 'changed'; entity: string; ids: readonly string[] | null }
  /** A maintenance was planned, changed or ended: the version call says it. */
  | { type: 'version' }
  | { type: 'presence'; entity: string; id: string; others: readonly Other[] };

export const watchLive = endpoint({
  name: 'watchLive',
  method: 'GET',
  path: '/live',
  mounts: everyone,
  // An alarm rings at once at the desk of a locked agency too, and during a maintenance.
  whenLocked: true,
  duringMaintenance: true,
  summary: 'Suivre les changements en direct : flux text/event-stream, un événement JSON par message',
  params: z
    .strictObject({
      seconds: z.coerce.number('Nombre invalide').int().min(0).max(longestStream).optional(),
      /** Milliseconds since the client was last up to date: it is sent what changed since. */
      age: z.coerce.number('Nombre invalide').int().min(0).max(86_400_000).optional(),
    })
    .default({}),
  binary: true,
  streams: true,
});
