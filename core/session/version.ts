// What every visitor may know of the server. Apart from sign-in: a telephone asks before its home.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const readVersion = endpoint({
  name: 'readVersion',
  method: 'GET',
  path: '/version',
  mounts: { root: 'public' },
  summary: 'Version du serveur et maintenance',
  output: z.strictObject({
    version: z.string(),
    maintenance: z.boolean(),
    message: z.string().nullable(),
    ptiModalPermissions: z.boolean(),
  }),
});
