// The first steps of a new agency, computed from what it has; and its sample data.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** In the order in which they help. Sample data does none of them. */
export const firstSteps = {
  legal: 'Compléter l’identité de l’agence',
  logo: 'Ajouter votre logo',
  agent: 'Créer votre premier collaborateur',
  customer: 'Créer votre premier client',
  site: 'Créer votre premier site',
  service: 'Planifier votre premier service',
  published: 'Publier votre planning',
} as const;

export type FirstStep = keyof typeof firstSteps;
export const firstStepNames = Object.keys(firstSteps) as FirstStep[];

const state = z.strictObject({
  /** The agency was opened with the list, and its owner did not dismiss it. */
  shown: z.boolean(),
  done: z.record(z.enum(firstStepNames as [FirstStep, ...FirstStep[]]), z.boolean()),
  /** How many sample records there are; 0: none. */
  samples: z.int(),
  /** Samples are for an agency without a planning. */
  mayLoad: z.boolean(),
});
export type FirstStepsState = z.output<typeof state>;

const output = z.strictObject({ firstSteps: state });

export const readFirstSteps = endpoint({
  name: 'readFirstSteps',
  method: 'GET',
  path: '/firstSteps',
  mounts: { agency: 'owner' },
  summary: 'Les premiers pas de l’agence, et ses exemples',
  output,
});

export const dismissFirstSteps = endpoint({
  name: 'dismissFirstSteps',
  method: 'POST',
  path: '/firstSteps/dismiss',
  mounts: { agency: 'owner' },
  summary: 'Masquer les premiers pas',
  output,
});

export const loadSamples = endpoint({
  name: 'loadSamples',
  method: 'POST',
  path: '/samples',
  mounts: { agency: 'owner' },
  summary: 'Charger des exemples : clients, sites, collaborateurs et une semaine de services',
  output,
});

/** A sample, and what of the user's depends on it. */
const usedSample = z.strictObject({ name: z.string(), by: z.string() });
export type UsedSample = z.output<typeof usedSample>;

declare module '../kernel/problem.ts' {
  interface ProblemDetails {
    used?: UsedSample[];
  }
}

/** `keepUsed`: what the user's own records depend on stays, and is his from then on. */
export const removeSamples = endpoint({
  name: 'removeSamples',
  method: 'POST',
  path: '/samples/remove',
  mounts: { agency: 'owner' },
  summary: 'Retirer les exemples',
  input: z.strictObject({ keepUsed: z.boolean().default(false) }),
  refusals: { used: z.array(usedSample).describe('Ce qui dépend des exemples (409)') },
  output,
});

export const sampleMessages = {
  busy: 'Votre agence a déjà un planning : les exemples ne se chargent que dans une agence qui n’en a pas.',
  used: 'Des fiches d’exemple servent à vos propres fiches, ou sont devenues les vôtres.',
} as const;
