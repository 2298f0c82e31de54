// The control file: what to put right before a controller of the CNAPS comes, and what to hand him.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { dayPeriod } from '../planning/hours-calls.ts';
import { type GapEntity, gapKindNames } from './gaps.ts';
import { type ControlPart, partNames } from './parts.ts';

/** Days of one file. */
export const longestControl = 366;

const entities = [
  'agency',
  'agent',
  'customer',
  'service',
  'agentContract',
  'customerContract',
] as const satisfies GapEntity[];
const part = z.enum(partNames as [ControlPart, ...ControlPart[]]);

const period = dayPeriod(longestControl);

const gap = z.strictObject({
  kind: z.enum(gapKindNames),
  record: z.strictObject({ entity: z.enum(entities), id: z.string() }).nullable(),
  name: z.string(),
  detail: z.string(),
  article: z.string().nullable(),
});

/** It holds what the register and the pay export do; contracts and papers ask for their own right besides. */
const mounts = { agency: ['exportData'] } as const;

export const readControl = endpoint({
  name: 'readControl',
  method: 'POST',
  path: '/fetch/control',
  mounts,
  summary: 'Ce qui est à mettre en ordre avant un contrôle du CNAPS, et le contenu du dossier',
  weight: 5,
  // Services change too often for a call of this weight.
  madeOf: ['agent', 'agentContract', 'customer', 'customerContract'],
  input: period,
  output: z.strictObject({
    gaps: z.array(gap),
    /** How many of each part; null: the caller lacks its right. */
    parts: z.array(z.strictObject({ part, count: z.int().nullable() })),
  }),
  // Not a plain read: reading the register of an erased person is logged.
  repeatable: true,
});

export const downloadControl = endpoint({
  name: 'downloadControl',
  method: 'GET',
  path: '/control/file',
  mounts,
  summary: 'Le dossier de contrôle d’une période : une archive et son sommaire',
  weight: 20,
  params: period,
  binary: true,
});
