// The agencies and profiles that platform staff choose from.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { company } from './session.ts';

export const listAgencies = endpoint({
  name: 'listAgencies',
  method: 'POST',
  reads: true,
  path: '/admin/fetch/agencies/names',
  mounts: { root: 'support' },
  summary: 'Chercher une agence',
  input: z.strictObject({
    query: z.string().max(200).nullish(),
    limit: z.int().min(1).max(250).default(10),
    page: z.int().min(1).default(1),
  }),
  output: z.strictObject({ agencies: z.array(company), filtered: z.int() }),
});

export const listProfiles = endpoint({
  name: 'listProfiles',
  method: 'POST',
  reads: true,
  path: '/admin/agency/{id}/fetch/profiles',
  visits: true,
  mounts: { root: 'support' },
  summary: "Les profils d'une agence au nom desquels agir",
  params: byId,
  input: z.strictObject({ query: z.string().max(200).nullish(), limit: z.int().min(1).max(50).default(20) }),
  output: z.strictObject({
    profiles: z.array(
      z.strictObject({
        id: z.uuid(),
        fullname: z.string(),
        position: z.string().nullable(),
        company: z.string(),
        type: z.enum(['AGENCY', 'CUSTOMER']),
      }),
    ),
  }),
});
