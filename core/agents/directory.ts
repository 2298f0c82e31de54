// The directory (F-056): who works for the agency, for all who work for it. Phones need their own right.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const directoryPerson = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  position: z.string().nullable(),
  /** Empty: none, or the caller may not read them. */
  phones: z.array(z.string()),
});
export type DirectoryPerson = z.output<typeof directoryPerson>;

export const fetchDirectory = endpoint({
  name: 'fetchDirectory',
  method: 'GET',
  path: '/directory',
  mounts: { agency: ['readAgentDirectory'], agent: ['readAgentDirectory'] },
  summary: 'Annuaire des collaborateurs en activité',
  output: z.strictObject({ people: z.array(directoryPerson) }),
});
