// Suggests addresses that the agency already uses. No external service is called (issue 3).
import * as z from 'zod';
import { location } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';

export type Location = z.output<typeof location>;

/** The initial centre of a map: the centre of France (I-024). */
export const defaultPoint: Location = { latitude: 46.6, longitude: 2.4 };

export const knownAddress = z.strictObject({
  street: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  location: location.nullable(),
});
export type KnownAddress = z.output<typeof knownAddress>;

/** Shorter queries match too much, and no index supports them. */
export const shortestQuery = 3;

/** E-055 */
export const cityNotFound = 'Impossible de localiser la ville.';
/** AE-011 */
export const positionNotFound =
  "Impossible de localiser votre position. Si le problème persiste merci de réinstaller l'application mobile";

/** Addresses of the customers and sites that the caller may list, and of the agency. */
export const fetchAddresses = endpoint({
  name: 'fetchAddresses',
  method: 'POST',
  reads: true,
  path: '/fetch/addresses',
  mounts: { agency: 'signedIn', customer: 'signedIn' },
  summary: 'Trouver une adresse déjà connue, par ses mots ou autour d’un point',
  input: z.strictObject({
    query: z.string().max(200).nullish(),
    /** 'city': each town once, at the centre of its known addresses. */
    part: z.enum(['street', 'city'], 'Valeur inconnue').nullish(),
    /** Returns the known address nearest to this point, within two kilometres. */
    near: location.nullish(),
  }),
  output: z.strictObject({ addresses: z.array(knownAddress) }),
});
