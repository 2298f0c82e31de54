// The tokens of a session, and their renewal. Apart from sign-in: a telephone loads only this before its home.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const token = z.string().min(1).max(500);

export const tokens = z.strictObject({ token: z.string(), refresh_token: z.string() });
export type Tokens = z.output<typeof tokens>;

export const refreshToken = endpoint({
  name: 'refreshToken',
  method: 'POST',
  path: '/token/refresh',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Renouveler le jeton',
  input: z.strictObject({ refresh_token: token }),
  output: tokens,
});
