// The sites where an agent may not work (decision 37), for his sheet; they are edited on the site.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const readBarredSites = endpoint({
  name: 'barred:site',
  method: 'GET',
  path: '/agent/{id}/barredSites',
  // Empty without the right to list sites.
  mounts: { agency: ['readAgent'] },
  summary: 'Les sites où un collaborateur ne peut pas être planifié',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ sites: z.array(z.strictObject({ id: z.uuid(), name: z.string() })) }),
});
