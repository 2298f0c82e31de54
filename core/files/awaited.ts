// Files whose content arrives after the row that names them. A phone reports what happened first, then sends its photos, in
// pieces: a weak network never sends a whole photo at once.
import * as z from 'zod';
import { atWork, endpoint } from '../kernel/endpoint.ts';

/** Bytes of a photo: 1,280 × 1,280 as JPEG is about a tenth of it. */
export const largestPhoto = 5 * 1024 * 1024;
/** Bytes of a piece. */
export const pieceSize = 96 * 1024;

/** How a photo is named before it arrives: its digest cannot change afterwards. */
export const photoRef = z.strictObject({
  id: z.uuid('Identifiant invalide'),
  sha256: z.string('Empreinte attendue').regex(/^[0-9a-f]{64}$/, 'Empreinte invalide'),
  size: z.int('Taille attendue').min(1, 'Le fichier est vide').max(largestPhoto, 'Photo trop lourde'),
});
export type PhotoRef = z.output<typeof photoRef>;

export const filePiece = z.strictObject({
  from: z.int('Nombre attendu').min(0).max(largestPhoto),
  /** Base64. */
  bytes: z
    .string('Contenu invalide')
    .max(Math.ceil(pieceSize / 3) * 4, 'Morceau trop long')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Contenu invalide'),
});

/** A piece that does not follow the last one is left out: the answer says where to go on. */
export const sendFilePiece = endpoint({
  name: 'sendFilePiece',
  method: 'POST',
  path: '/file/{id}/piece',
  mounts: { agent: 'signedIn' },
  ...atWork,
  summary: 'Envoyer la suite d’un fichier annoncé par le terrain',
  repeatable: true,
  params: z.strictObject({ id: z.string() }),
  input: filePiece,
  output: z.strictObject({
    /** Bytes that the server has. */
    received: z.int(),
    isComplete: z.boolean(),
    /** Why the whole content is not the announced one: nothing of it is kept. */
    refused: z.string().nullable(),
    now: z.string(),
  }),
});
