// What is done with documents beside saving them: opening, downloading, removing, and knowing who read them.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { storedFileSchema } from '../kernel/schema.ts';
import { documentReaders } from './document.ts';

/** At once. */
export const mostZipped = 500;

export const deleteDocument = endpoint({
  name: 'remove:document',
  method: 'DELETE',
  path: '/document/{id}',
  mounts: { agency: ['deleteDocument'], agent: ['deleteOwnDocument'], customer: ['deleteOwnDocument'] },
  summary: 'Supprimer un document',
  params: byId,
});

/** J-007: it counts as a download and as a reading. */
export const downloadDocument = endpoint({
  name: 'download:document',
  method: 'GET',
  path: '/document/{id}/download',
  mounts: documentReaders,
  summary: 'Télécharger un document',
  params: byId,
  binary: true,
});

export const zipDocuments = endpoint({
  name: 'zip:document',
  method: 'POST',
  path: '/documents/download',
  mounts: documentReaders,
  summary: 'Télécharger plusieurs documents en une archive',
  repeatable: true,
  input: z.strictObject({
    ids: z
      .array(z.uuid('Identifiant invalide'))
      .min(1, messages.required)
      .max(mostZipped, `${mostZipped} documents au plus en une fois.`),
  }),
  binary: true,
});

/** J-011: what a screen shows of several documents, noted as read in the same call. */
export const openDocuments = endpoint({
  name: 'open:document',
  method: 'POST',
  path: '/documents/open',
  mounts: documentReaders,
  summary: 'Ouvrir plusieurs documents : leurs fichiers, et la note de qui les a ouverts',
  repeatable: true,
  input: z.strictObject({
    ids: z
      .array(z.uuid('Identifiant invalide'))
      .min(1, messages.required)
      .max(mostZipped, `${mostZipped} documents au plus en une fois.`),
  }),
  output: z.strictObject({
    documents: z.array(z.strictObject({ id: z.uuid(), name: z.string(), file: storedFileSchema })),
  }),
});

/** J-011: staff acting for a person do not read for him. */
export const markDocumentRead = endpoint({
  name: 'markDocumentRead',
  method: 'PATCH',
  path: '/document/{id}/read',
  mounts: documentReaders,
  summary: 'Noter qu’un document a été ouvert',
  repeatable: true,
  params: byId,
});

const reader = z.strictObject({
  /** Of the user. */
  id: z.uuid(),
  fullname: z.string(),
  kind: z.enum(['AGENCY', 'CUSTOMER']),
  readAt: z.string(),
  /** The version that he read last. */
  edition: z.int(),
  downloads: z.int(),
});
export type DocumentReader = z.output<typeof reader>;

/** J-012 */
export const listDocumentReaders = endpoint({
  name: 'readers:document',
  method: 'GET',
  path: '/document/{id}/readers',
  mounts: { agency: ['listDocumentReaders'] },
  summary: 'Qui a consulté un document, et quand',
  params: byId,
  output: z.strictObject({ readers: z.array(reader) }),
});
