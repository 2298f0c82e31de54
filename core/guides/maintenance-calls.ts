// Planning a maintenance (AB-031). What it does: core/session/maintenance.ts and decision 103.
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { htmlLimit, isBlankHtml } from '../kernel/html.ts';
import { messages } from '../kernel/problem.ts';
import { maintenanceSchema } from '../session/version.ts';

export const endsBeforeStart = 'La fin doit suivre le début';
/** Nobody works in an agency meanwhile. */
export const longestMaintenance = 24;

const answer = z.strictObject({ maintenance: maintenanceSchema.nullable() });

export const readMaintenance = endpoint({
  name: 'readMaintenance',
  method: 'GET',
  path: '/maintenance-message',
  mounts: { platform: 'support' },
  summary: 'La maintenance prévue ou en cours',
  output: answer,
});

export const saveMaintenance = endpoint({
  name: 'saveMaintenance',
  method: 'POST',
  path: '/maintenance-message',
  mounts: { platform: 'admin' },
  summary: 'Prévoir une maintenance, avec son message',
  input: z
    .strictObject({
      message: z
        .string('Texte attendu')
        .max(htmlLimit, `Maximum ${htmlLimit} caractères`)
        .refine((text) => !isBlankHtml(text), messages.required),
      startAt: calledMoment(),
      endAt: calledMoment(),
      /** The plan that the caller read, null: none; another one now is not replaced unseen. */
      seen: maintenanceSchema.nullable().optional(),
    })
    .refine(({ startAt, endAt }) => Date.parse(endAt) > Date.parse(startAt), {
      path: ['endAt'],
      message: endsBeforeStart,
    })
    .refine(({ startAt, endAt }) => Date.parse(endAt) - Date.parse(startAt) <= longestMaintenance * 3_600_000, {
      path: ['endAt'],
      message: `${longestMaintenance} heures au plus`,
    }),
  output: answer,
});

/** Announced: it does not take place. Under way: it is over now. */
export const endMaintenance = endpoint({
  name: 'endMaintenance',
  method: 'DELETE',
  path: '/maintenance-message',
  mounts: { platform: 'admin' },
  summary: 'Annuler la maintenance prévue, ou terminer celle en cours',
});
