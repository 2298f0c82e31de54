// The undo of changes in the grid of the planning.
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { consent, planningError, savedServices } from './calls.ts';

const uuid = z.uuid('Identifiant invalide');
const named = z.strictObject({ id: uuid });
const undone = z.strictObject({
  startAt: calledMoment().optional(),
  endAt: calledMoment().optional(),
  site: named.optional(),
  agents: z.array(named).max(50).optional(),
  nbAgents: z.int().min(1).max(50).optional(),
});
export type UndoneValues = z.output<typeof undone>;

export const undoServices = endpoint({
  name: 'undoServices',
  method: 'POST',
  path: '/services/undo',
  mounts: { agency: ['editService'] },
  summary: 'Annuler des changements de services, tous ou aucun ; refusé là où quelqu’un les a modifiés depuis',
  input: z.strictObject({
    services: z
      .array(
        z.strictObject({
          id: uuid,
          /** The changed values, before and after the change. */
          before: undone,
          after: undone,
          /** The change was saved with accepted anomalies. */
          accepted: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(1_000)
      .refine((all) => new Set(all.map(({ id }) => id.toLowerCase())).size === all.length, 'Service nommé deux fois'),
    confirmed: z.boolean().optional(),
    consent: consent.optional(),
  }),
  output: savedServices,
  refusals: { errors: z.array(planningError).describe('Ce que disent les contrôles du planning (409)') },
});
