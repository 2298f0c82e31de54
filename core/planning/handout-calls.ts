// The planning as PDF, as calendar feed and by mail (M-020, L-018 to L-023).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { planningPeriod } from './calls.ts';

/** One page per agent or site, or one table for all, as printed for the wall of the control room. */
export const handoutLayouts = { pages: 'Une page chacun', table: 'Tableau' } as const;
export type HandoutLayout = keyof typeof handoutLayouts;

export const paperSizes = ['A4', 'A3'] as const;
export type PaperSize = (typeof paperSizes)[number];

const handout = planningPeriod.safeExtend({
  layout: z.enum(Object.keys(handoutLayouts) as HandoutLayout[], 'Présentation inconnue').default('pages'),
  paper: z.enum(paperSizes, 'Format inconnu').default('A4'),
  /** Agency staff only: includes services that are not published. */
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

const ofAgent = z.strictObject({ id: z.string() });
/** An agent reads only his own; staff reads all. */
const holders = { agency: ['readAgentPlanning'], agent: ['readOwnPlanning'] } as const;

/** When the feed was created and by whom; its address is shown only once, at creation. */
const calendar = z.strictObject({ createdAt: z.string(), author: z.string() });

export const readCalendar = endpoint({
  name: 'readCalendar',
  method: 'GET',
  path: '/planning/calendar/{id}',
  mounts: holders,
  summary: 'Le collaborateur a-t-il une adresse d’agenda, et depuis quand',
  params: ofAgent,
  output: z.strictObject({ calendar: calendar.nullable() }),
});

export const makeCalendar = endpoint({
  name: 'makeCalendar',
  method: 'POST',
  // The reply contains a secret: it is never stored for retries. A retry creates another address.
  repeatable: true,
  path: '/planning/calendar/{id}',
  mounts: holders,
  summary: 'Créer l’adresse d’agenda d’un collaborateur ; l’ancienne ne répond plus',
  params: ofAgent,
  output: z.strictObject({ calendar: calendar.extend({ url: z.string() }) }),
});

export const removeCalendar = endpoint({
  name: 'removeCalendar',
  method: 'DELETE',
  path: '/planning/calendar/{id}',
  mounts: holders,
  summary: 'Supprimer l’adresse d’agenda d’un collaborateur',
  params: ofAgent,
});

export const readFeed = endpoint({
  name: 'readFeed',
  method: 'GET',
  binary: true,
  path: '/calendar/{token}/planning.ics',
  mounts: { root: 'public' },
  summary: 'Les services publiés d’un collaborateur, pour son agenda (iCalendar) ; l’adresse est secrète',
  params: z.strictObject({ token: z.string().max(100) }),
});

export const calendarMessages = {
  unknown: 'Cet agenda n’existe pas ou plus.',
  locked: (agency: string, reason: string): string =>
    `L’agenda est suspendu, l’accès de ${agency} est fermé : ${reason}`,
} as const;

/** Agents with an address who accept the mail (L-022), customers with a contact who receives it (L-023). */
export const planningReaders = { agents: 'Collaborateurs', customers: 'Clients' } as const;
export type PlanningReaders = keyof typeof planningReaders;

const to = z.strictObject({
  to: z.enum(Object.keys(planningReaders) as PlanningReaders[], 'Destinataires inconnus'),
});

export const previewPlanningMail = endpoint({
  name: 'previewPlanningMail',
  method: 'POST',
  reads: true,
  path: '/planning/mail/{to}/preview',
  mounts: { agency: ['editService'] },
  summary: 'À qui le planning d’une période partirait, et le premier des e-mails',
  params: to,
  input: planningPeriod,
  output: z.strictObject({
    recipients: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        addresses: z.array(z.string()),
        services: z.int(),
        /** The last mail for exactly these days; null: never. */
        sentAt: z.string().nullable(),
        isUnchanged: z.boolean(),
      }),
    ),
    /** People who work on these days and receive nothing: no address, or opted out. */
    without: z.array(z.string()),
    mail: z.strictObject({ subject: z.string(), paragraphs: z.array(z.string()) }).nullable(),
  }),
});

export const sendPlanning = endpoint({
  name: 'sendPlanning',
  method: 'POST',
  path: '/planning/mail/{to}',
  mounts: { agency: ['editService'] },
  summary: 'Envoyer par e-mail à chacun son planning d’une période, en PDF',
  params: to,
  input: planningPeriod.safeExtend({
    recipients: z
      .array(z.uuid('Identifiant invalide'))
      .min(1, 'Merci de choisir un destinataire')
      .max(500, 'Cinq cents destinataires au plus à la fois'),
  }),
  output: z.strictObject({ asked: z.int() }),
});
