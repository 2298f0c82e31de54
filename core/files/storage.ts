// How much an agency stores, and how much it may.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { notificationKind } from '../kernel/notification.ts';

/** What people call the stored files, by their media types. */
export const storedKinds = {
  PICTURES: 'Photos et images',
  PDF: 'Documents PDF',
  OFFICE: 'Textes et tableurs',
  MEDIA: 'Vidéos et sons',
  OTHER: 'Archives et autres',
} as const;

export type StoredKind = keyof typeof storedKinds;

export function storedKindOf(mimeType: string): StoredKind {
  if (mimeType.startsWith('image/')) return 'PICTURES';
  if (mimeType === 'application/pdf') return 'PDF';
  if (mimeType.startsWith('video/') || mimeType.startsWith('audio/')) return 'MEDIA';
  return /word|excel|sheet|opendocument|^text\//.test(mimeType) ? 'OFFICE' : 'OTHER';
}

/** The share of its limit from which the owner is told. */
export const nearlyFull = 0.9;

export const gigabyte = 1024 ** 3;

/** Names the warning: once a month for each limit, so that space freed and filled again tells again. */
export const storageEvent = (limit: number, at: Date): string => `storage-${limit}-${at.toISOString().slice(0, 7)}`;

const storage = z.strictObject({
  /** Bytes. */
  used: z.number(),
  /** Bytes; null: no limit. */
  limit: z.number().nullable(),
  /** The limit is this agency's own, not the installation's. */
  own: z.boolean(),
  /** Largest first. */
  kinds: z.array(z.strictObject({ kind: z.string(), label: z.string(), files: z.int(), size: z.number() })),
});
export type Storage = z.output<typeof storage>;

export const readStorage = endpoint({
  name: 'readStorage',
  method: 'GET',
  path: '/storage',
  mounts: { agency: ['readAgencySetting'] },
  summary: 'L’espace de stockage de l’agence, et ce qu’elle en occupe',
  output: z.strictObject({ storage }),
});

export const saveStorageLimit = endpoint({
  name: 'saveStorageLimit',
  method: 'PUT',
  path: '/admin/agency/{id}/storage',
  mounts: { root: 'admin' },
  summary: 'Fixer l’espace de stockage d’une agence',
  params: byId,
  input: z.strictObject({
    /** Go; null: the limit of the installation; 0: no limit. */
    limit: z
      .int('Nombre entier de Go attendu')
      .min(0, 'Un espace ne peut pas être négatif')
      .max(1_000_000, '1 000 000 Go au plus')
      .nullable(),
  }),
});

export const storageNearlyFull = notificationKind({
  name: 'storageNearlyFull',
  label: 'L’espace de stockage de l’agence est presque plein',
  rights: ['editAgencySetting'],
  channels: ['here', 'mail'],
});
