// The planning on paper, in a calendar and by mail: what leaves the screen (M-020, L-018 to L-023).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { planningPeriod } from './calls.ts';

/** A page for each, or all of them in one table, as it hangs on the wall of the control room. */
export const handoutLayouts = { pages: 'Une page chacun', table: 'Tableau' } as const;
export type HandoutLayout = keyof typeof handoutLayouts;

export const paperSizes = ['A4', 'A3'] as const;
export type PaperSize = (typeof paperSizes)[number];

const handout = planningPeriod.safeExtend({
  layout: z.enum(Object.keys(handoutLayouts) as HandoutLayout[], 'Présentation inconnue').default('pages'),
  paper: z.enum(paperSizes, 'Format inconnu').default('A4'),
  /** Staff alone: with what nobody was told of yet. */
  drafts: z.boolean('Oui ou non attendu').default(false),
});

export const downloadAgentPlanning = endpoint({
  name: 'downloadAgentPlanning',
  method: 'POST',
  reads: true,
  binary: true,
  path: '/planning/agents/pdf',
  mounts: { agency: ['readAgentPlanning'], agent: ['readOwnPlanning'] },
  summary: 'Le planning des collaborateurs sur une période, en PDF ; un collaborateur, le sien seulement',
  input: handout,
});

export const downloadSitePlanning = endpoint({
  name: 'downloadSitePlanning',
  method: 'POST',
  reads: true,
  binary: true,
  path: '/planning/sites/pdf',
  mounts: { agency: ['readSitePlanning'], customer: ['readSitePlanning'] },
  summary: 'Le planning des sites sur une période, en PDF ; un client, celui de ses sites, sans les noms',
  input: handout,
});
