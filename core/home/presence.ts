// The proof of the month for a customer (issue of the field, 8): his services held, the last round and the last event of each
// site. No names: decision 064. The name ends with the entity, so that every change of a service refreshes it.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

const siteMonth = z.strictObject({
  site: z.strictObject({ id: z.uuid(), name: z.string() }),
  /** Begun or due since the first of the month. */
  services: z.int(),
  held: z.int(),
  /** Nobody came. */
  missed: z.int(),
  /** Begun after the agency's tolerance. */
  late: z.int(),
  /** Minutes of those services, up to now; one with several agents counts once. */
  planned: z.int(),
  /** Minutes of them when somebody was there. */
  present: z.int(),
  /** Rounds of the month that were ended; null: the caller may not read them. */
  rounds: z.int().nullable(),
  /** The last one, of any month. */
  lastRound: z
    .strictObject({
      service: z.uuid(),
      name: z.string(),
      startedAt: z.string(),
      /** Null: under way. */
      endedAt: z.string().nullable(),
      validated: z.int(),
      total: z.int(),
    })
    .nullable(),
  lastEvent: z.strictObject({ id: z.uuid(), label: z.string(), at: z.string() }).nullable(),
});
export type SiteMonth = z.output<typeof siteMonth>;

export const readPresence = endpoint({
  name: 'homePresence:service',
  method: 'GET',
  path: '/home/presence',
  mounts: { customer: ['listServices'] },
  summary: 'Le mois sur ses sites : services tenus, présence, dernière ronde et dernier événement',
  output: z.strictObject({
    /** Its first day. */
    month: z.string(),
    sites: z.array(siteMonth),
  }),
});
