// The agency's contact details, for its staff and customers (B-040).
import * as z from 'zod';
import { knownAddress } from '../addresses/addresses.ts';
import { endpoint } from '../kernel/endpoint.ts';

const agencyContact = z.strictObject({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.array(z.string()),
  address: knownAddress,
});
export type AgencyContact = z.output<typeof agencyContact>;

export const readAgencyContact = endpoint({
  name: 'readAgencyContact',
  method: 'GET',
  path: '/contact',
  mounts: { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' },
  whenLocked: true,
  summary: 'Le téléphone, l’adresse e-mail et l’adresse de l’agence',
  output: z.strictObject({ contact: agencyContact }),
});
