// Searches records of all kinds at once, for the command palette.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** A single letter would match almost everything. */
export const shortestSearch = 2;

const found = z.strictObject({
  /** The entity's name. */
  entity: z.string(),
  id: z.uuid(),
  name: z.string(),
  /** Other searched values: address, number or position. */
  detail: z.string().nullable(),
  status: z.int().nullable(),
});
export type Found = z.output<typeof found>;

export const searchRecords = endpoint({
  name: 'searchRecords',
  method: 'POST',
  reads: true,
  path: '/search',
  mounts: { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' },
  summary: 'Chercher parmi toutes les fiches que l’on peut lister ; 5 au plus de chaque sorte',
  input: z.strictObject({
    query: z.string('Texte attendu').max(200),
    /** Only these entities, by name; absent: all. */
    entities: z.array(z.string().max(64)).max(50).optional(),
    /** Archived records too. */
    archived: z.boolean().optional(),
  }),
  output: z.strictObject({ results: z.array(found) }),
});
