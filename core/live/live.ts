// What happens elsewhere while somebody looks: which records changed, and who else has this one open.
import * as z from 'zod';
import { endpoint, type Other } from '../kernel/endpoint.ts';

const everyone = { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' } as const;

/** A stream ends by then and is opened anew with a token that is still good (15 minutes). */
export const longestStream = 600;
/** Something is said at least so often: a silence of twice as long is a dead connection. */
export const heartbeat = 20_000;
/** Who has not been heard of for so long has left. */
export const presenceLasts = 50_000;

export type LiveEvent =
  /** First of every stream. Unless `quiet`, what was shown before it may be out of date. */
  | { type: 'hello'; quiet: boolean }
  /** `ids` null: any of them, or ids that are not told on this path. */
  | { type: 'changed'; entity: string; ids: readonly string[] | null }
  | { type: 'presence'; entity: string; id: string; others: readonly Other[] };

export const watchLive = endpoint({
  name: 'watchLive',
  method: 'GET',
  path: '/live',
  mounts: everyone,
  summary: 'Suivre les changements en direct : flux text/event-stream, un événement JSON par message',
  params: z
    .strictObject({
      seconds: z.coerce.number('Nombre invalide').int().min(0).max(longestStream).optional(),
      /** Milliseconds since the asker last knew everything: if nothing happened meanwhile, `hello` is quiet. */
      age: z.coerce.number('Nombre invalide').int().min(0).max(86_400_000).optional(),
    })
    .default({}),
  binary: true,
  streams: true,
});
