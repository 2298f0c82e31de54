// What the first screen tells: how many records of each kind, what one changed last, who has not answered yet.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** What the first screen speaks of, in its order; a record of a service or of a round is not counted by the thousand there. */
export const homeEntities: readonly string[] = ['site', 'customer', 'agent'];

const home = z.strictObject({
  /** Of those that one may list. */
  counts: z.array(
    z.strictObject({ entity: z.string(), states: z.array(z.strictObject({ status: z.int(), count: z.int() })) }),
  ),
  /** The records that one changed oneself, the last first. */
  recent: z.array(
    z.strictObject({ entity: z.string(), id: z.uuid(), name: z.string(), action: z.string(), at: z.string() }),
  ),
  /** Null: inviting is not one's own affair. */
  invitations: z
    .strictObject({
      count: z.int(),
      oldest: z.array(
        z.strictObject({
          id: z.uuid(),
          fullname: z.string(),
          email: z.string(),
          type: z.enum(['AGENCY', 'CUSTOMER']),
          invitedAt: z.string(),
        }),
      ),
    })
    .nullable(),
});
export type Home = z.output<typeof home>;

export const readHome = endpoint({
  name: 'readHome',
  method: 'GET',
  path: '/home',
  mounts: { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' },
  summary: 'L’accueil : nombres, dernières fiches modifiées, invitations en attente',
  output: z.strictObject({ home }),
});
