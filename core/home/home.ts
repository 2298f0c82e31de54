// The first screen: number of records of each kind, the caller's latest changes, pending invitations.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** Entities of the first screen, in order. Records of services and rounds are too many to count there. */
export const homeEntities: readonly string[] = ['site', 'customer', 'agent'];

const home = z.strictObject({
  /** Of the entities that the caller may list. */
  counts: z.array(
    z.strictObject({ entity: z.string(), states: z.array(z.strictObject({ status: z.int(), count: z.int() })) }),
  ),
  /** Records that the caller changed, latest first. */
  recent: z.array(
    z.strictObject({ entity: z.string(), id: z.uuid(), name: z.string(), action: z.string(), at: z.string() }),
  ),
  /** Null: the caller may not invite. */
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
  madeOf: 'all',
  summary: 'L’accueil : nombres, dernières fiches modifiées, invitations en attente',
  output: z.strictObject({ home }),
});
