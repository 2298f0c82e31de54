// What every visitor may know of the server. Apart from sign-in: a telephone asks before its home.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** Its states: maintenance.ts beside this. The message is rich text. */
export const maintenanceSchema = z.strictObject({ message: z.string(), startAt: z.string(), endAt: z.string() });

export const readVersion = endpoint({
  name: 'readVersion',
  method: 'GET',
  path: '/version',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Version du serveur et maintenance',
  output: z.strictObject({
    version: z.string(),
    maintenance: z.boolean(),
    /** Of the maintenance under way, as plain text. */
    message: z.string().nullable(),
    /** Announced or under way. */
    planned: maintenanceSchema.nullable(),
    ptiModalPermissions: z.boolean(),
  }),
});
