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

const ofAgent = z.strictObject({ id: z.string() });
/** An agent his own; staff anybody's. */
const holders = { agency: ['readAgentPlanning'], agent: ['readOwnPlanning'] } as const;

/** When the feed was made and by whom; its address is told once, when it is made. */
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
  // Its reply holds a secret: never stored for a repetition, which makes another address.
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

export const calendarMessages = { unknown: 'Cet agenda n’existe pas ou plus.' } as const;

/** Collaborators with an address who want theirs (L-022), customers with a contact who receives it (L-023). */
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
        /** Of these very days; null: never. */
        sentAt: z.string().nullable(),
        isUnchanged: z.boolean(),
      }),
    ),
    /** Who works on these days and gets nothing: no address, or does not want it. */
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
