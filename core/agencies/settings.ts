// What an agency says of itself and how it works (1 §3 "Agency (company)", AB-007). One schema for each field: the call
// takes any of them, and answers all.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { tooLong } from '../kernel/validators.ts';

/** The longest that still lets a customer's number be read at a glance. */
export const longestPrefix = 20;

const fields = z.strictObject({
  /** H-014: what generated customer numbers start with; empty: nothing. */
  customerNumberPrefix: z
    .string('Texte attendu')
    .trim()
    .max(longestPrefix, tooLong(longestPrefix))
    .regex(/^\P{C}*$/u, 'Caractère interdit'),
});
export type AgencyFields = z.output<typeof fields>;

const agency = z.strictObject({ id: z.uuid(), version: z.int(), ...fields.shape });
export type AgencySettings = z.output<typeof agency>;

export const readAgency = endpoint({
  name: 'readAgency',
  method: 'GET',
  path: '',
  mounts: { agency: ['readAgencySetting'] },
  summary: 'Lire les paramètres de l’agence',
  output: z.strictObject({ agency }),
});

/** The agency stands in the path, since rights are held in one: « PUT agency » of the specification names none. */
export const saveAgency = endpoint({
  name: 'saveAgency',
  method: 'PUT',
  path: '',
  mounts: { agency: ['editAgencySetting'] },
  summary: 'Modifier les paramètres de l’agence',
  input: z.strictObject({ version: z.int().optional(), ...fields.partial().shape }),
  output: z.strictObject({ agency }),
});
