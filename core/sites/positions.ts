// Positions of the sites around a point, for a map.
import * as z from 'zod';
import { location } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { Site } from './site.ts';

export const sitePositions = endpoint({
  name: 'sitePositions',
  method: 'POST',
  reads: true,
  path: '/fetch/sites/positions',
  mounts: Site.grants.list,
  summary: 'Situer les sites en service autour d’un point',
  /** Without a point: around the agency's address, or the centre of the country (I-024). */
  input: z.strictObject({ near: location.nullish() }),
  output: z.strictObject({
    centre: location,
    /** The two hundred nearest, nearest first. */
    positions: z.array(z.strictObject({ id: z.uuid(), name: z.string(), location })),
  }),
});
