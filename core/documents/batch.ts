// A PDF of many people's papers, such as the payslips of a month, split and handed out in one act (issue « Paper », 3).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';

/** Each bounds the time of one act. */
export const mostParts = 500;
export const mostPages = 2_000;

export const batchMessages = {
  notPdf: 'Choisissez un PDF.',
  unreadable: 'Ce PDF ne peut pas être lu : il est abîmé ou protégé par un mot de passe.',
  tooLong: `${mostPages} pages au plus en une fois.`,
  beyond: 'Cette page n’est pas dans le PDF.',
  overlap: 'Une page ne va qu’à une personne.',
  again: (day: string): string =>
    `Ce PDF a déjà été distribué le ${day}. Confirmez pour le distribuer encore une fois.`,
} as const;

const text = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');
const named = z.object({ id: z.uuid('Identifiant invalide') });
const page = z.int('Nombre attendu').min(1, batchMessages.beyond).max(mostPages, batchMessages.beyond);

const mounts = { agency: ['createDocument'] } as const;

const part = z.strictObject({
  from: z.int(),
  to: z.int(),
  agent: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Why the only person found is not proposed, or what to know of him. */
  sheet: z.enum(['INACTIVE', 'ARCHIVED', 'DELETED']).nullable(),
  /** He has no access to read it: he left, or never had an account. */
  byPost: z.boolean(),
  by: z.enum(['BOTH', 'NUMBER', 'NAME']).nullable(),
  candidates: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  excerpt: z.string(),
});
export type BatchPart = z.output<typeof part>;

/** Nothing is written: a person checks each part first. */
export const readDocumentBatch = endpoint({
  name: 'readDocumentBatch',
  method: 'POST',
  path: '/documents/batch/read',
  mounts,
  summary: 'Découper un PDF par le texte de ses pages et proposer à qui revient chaque partie',
  reads: true,
  weight: 20,
  input: z.strictObject({
    file: named,
    /** A part begins on each page with this text. */
    marker: text(100).optional(),
  }),
  output: z.strictObject({
    pages: z.int(),
    /** The last time that this PDF was handed out. */
    already: z.string().nullable(),
    parts: z.array(part),
  }),
});

export const handOutDocuments = endpoint({
  name: 'handOutDocuments',
  method: 'POST',
  path: '/documents/batch',
  mounts,
  summary: 'Remettre à chaque collaborateur sa partie d’un PDF, tous en une fois',
  weight: 50,
  input: z.strictObject({
    file: named,
    name: text(150).min(1, messages.required),
    date: z.iso.date('Date attendue').nullable().optional(),
    attachedFolders: z.array(named).max(20, '20 dossiers au plus').optional(),
    parts: z
      .array(z.strictObject({ from: page, to: page, agent: named }))
      .min(1, messages.required)
      .max(mostParts, `${mostParts} documents au plus en une fois.`),
    /** Although this PDF was handed out before. */
    again: z.boolean().optional(),
  }),
  output: z.strictObject({
    handed: z.int(),
    /** Those without access, whose paper goes by post. */
    byPost: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  }),
});
