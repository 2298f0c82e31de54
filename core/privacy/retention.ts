// Retention rules: super-admins see them and change them within their bounds, with the results of the nightly job.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const retentionUnits = {
  day: ['jour', 'jours'],
  month: ['mois', 'mois'],
  year: ['an', 'ans'],
} as const;
export type RetentionUnit = keyof typeof retentionUnits;

export const retentionFates = { delete: 'Suppression', anonymise: 'Anonymisation' } as const;

/** « 5 ans » */
export const periodText = (period: number, unit: RetentionUnit): string =>
  `${period} ${retentionUnits[unit][period > 1 ? 1 : 0]}`;

export const retentionRule = z.strictObject({
  key: z.string(),
  label: z.string(),
  fate: z.enum(['delete', 'anonymise']),
  countedFrom: z.string(),
  unit: z.enum(['day', 'month', 'year']),
  period: z.int(),
  shortest: z.int(),
  longest: z.int(),
  legalBasis: z.string(),
  source: z.string(),
  /** The module it waits for; null: applied every night. */
  module: z.string().nullable(),
  version: z.int(),
  lastRun: z.strictObject({ at: z.string(), count: z.int() }).nullable(),
});
export type RetentionRule = z.output<typeof retentionRule>;

export const listRetentionRules = endpoint({
  name: 'listRetentionRules',
  method: 'GET',
  path: '/admin/retention',
  mounts: { root: 'superAdmin' },
  summary: 'Lister les durées de conservation et ce que la purge de nuit a fait',
  output: z.strictObject({
    rules: z.array(retentionRule),
    runs: z.array(
      z.strictObject({ id: z.uuid(), label: z.string(), at: z.string(), before: z.string(), count: z.int() }),
    ),
  }),
});

export const saveRetentionRule = endpoint({
  name: 'saveRetentionRule',
  method: 'PUT',
  path: '/admin/retention/{key}',
  mounts: { root: 'superAdmin' },
  summary: 'Modifier une durée de conservation, dans ses limites',
  params: z.strictObject({ key: z.string().max(50) }),
  input: z.strictObject({ period: z.int('Nombre entier uniquement').min(1).max(10_000), version: z.int() }),
  output: z.strictObject({ rule: retentionRule }),
});
