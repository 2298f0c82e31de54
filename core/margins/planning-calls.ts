// Margins while one plans: of each site in the shown period, and of what a publication changes.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { toPublish } from '../planning/calls.ts';
import { badPeriod, days, isPeriod } from './calls.ts';

const siteMargin = z.strictObject({
  id: z.uuid(),
  revenue: z.number(),
  cost: z.number(),
  margin: z.number(),
  rate: z.number().nullable(),
  unpriced: z.int(),
  uncosted: z.int(),
});
export type SiteMargin = z.output<typeof siteMargin>;

export const fetchSiteMargins = endpoint({
  name: 'fetchSiteMargins',
  method: 'POST',
  path: '/fetch/margins/sites',
  mounts: { agency: ['listMargins'] },
  summary: 'La marge de chaque site dans la période du planning, prévue et faite',
  input: z.strictObject(days).refine(isPeriod, badPeriod),
  output: z.strictObject({ currency: z.string(), sites: z.array(siteMargin) }),
  reads: true,
});

const figures = z.strictObject({ revenue: z.number(), cost: z.number() });
const published = z.strictObject({
  id: z.uuid(),
  /** As published; null: it was not. */
  before: figures.nullable(),
  /** As it will be; null: it is removed or cancelled. */
  after: figures.nullable(),
  /** As it will be: without a price, and people whose pay is unknown. */
  unpriced: z.int(),
  uncosted: z.int(),
});
export type PublishedMargin = z.output<typeof published>;

export const fetchPublicationMargins = endpoint({
  name: 'fetchPublicationMargins',
  method: 'POST',
  path: '/fetch/margins/publication',
  mounts: { agency: ['listMargins'] },
  summary: 'La marge de chaque service qu’une publication change, telle que publiée et telle que prévue',
  input: z.strictObject(toPublish),
  /** None: nothing to publish, or days too far apart. */
  output: z.strictObject({ currency: z.string(), services: z.array(published) }),
  reads: true,
});
