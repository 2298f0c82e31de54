// The revision of a contract's prices: what it changes is shown, then it is applied.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { rowSchema } from '../kernel/schema.ts';
import { CommercialContract } from './contract.ts';

export const revisionMessages = {
  noFormula: 'Ce contrat n’a pas d’indexation : choisissez un indice et sa formule.',
  noValue: 'Aucune valeur de cet indice à cette date : saisissez-la d’abord.',
  before: 'La révision commence pendant le contrat.',
  done: 'Ce contrat a déjà une révision à cette date, ou plus tard.',
} as const;

const input = z.strictObject({ date: calledDay() });

export const previewRevision = endpoint({
  name: 'previewRevision:commercialContract',
  method: 'POST',
  path: '/commercialContract/{id}/revision/preview',
  mounts: { agency: ['editCustomerContract'] },
  summary: 'Ce qu’une révision des prix changerait : le coefficient, et chaque prix avant et après',
  reads: true,
  params: byId,
  input,
  output: z.strictObject({
    index: z.strictObject({ date: z.string(), value: z.number() }),
    coefficient: z.number(),
    currency: z.string(),
    changes: z.array(z.strictObject({ label: z.string(), before: z.number(), after: z.number() })),
  }),
});

export const reviseContract = endpoint({
  name: 'revise:commercialContract',
  method: 'POST',
  path: '/commercialContract/{id}/revision',
  mounts: { agency: ['editCustomerContract'] },
  summary: 'Réviser les prix d’un contrat à partir d’une date ; les services d’avant gardent leurs prix',
  params: byId,
  input,
  output: z.strictObject({ commercialContract: rowSchema(CommercialContract) }),
});
