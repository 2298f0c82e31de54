// Files: allowed types and sizes, and the calls that upload and download them.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { storedFileSchema } from '../kernel/schema.ts';

/** Total bytes of one upload (1 §5). */
export const uploadLimit = 25 * 1024 * 1024;

export { fileMessages } from './messages.ts';

/** Media type → allowed extensions (E-028). */
export const allowedTypes: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
  'application/zip': ['zip'],
  'video/mp4': ['mp4'],
  'audio/mpeg': ['mp3'],
};

export const allowedExtensions: readonly string[] = Object.values(allowedTypes).flat();

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The media type of the extension; empty: not allowed. */
export const typeOfName = (name: string): string =>
  Object.keys(allowedTypes).find((type) => allowedTypes[type]?.includes(extensionOf(name))) ?? '';

/** Checked by name before the upload; the server checks the content. */
export const mayBeSent = (name: string): boolean => allowedExtensions.includes(extensionOf(name));

export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** Extensions of images. */
export const pictureExtensions: readonly string[] = imageTypes.flatMap((type) => allowedTypes[type] ?? []);
export const isImage = (mimeType: string): boolean => imageTypes.includes(mimeType);

/** Widths of images in pixels: in lists and tiles, and in texts (1 §5). */
export const pictureSizes = ['320', '1500'] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** Types that a browser displays safely, without running any of their content. */
export const isShownByBrowsers = (mimeType: string): boolean =>
  isImage(mimeType) || mimeType === 'application/pdf' || mimeType === 'text/plain';

const everyone = { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' } as const;

/** multipart/form-data, one part per file; `file` is the first of `files`. */
export const uploadFiles = endpoint({
  name: 'uploadFiles',
  method: 'POST',
  path: '/upload',
  mounts: everyone,
  summary: 'Envoyer un ou plusieurs fichiers (25 Mo en tout)',
  body: 'files',
  // The same content under the same name is the same file: no idempotency key is needed, and no connection is held for one.
  repeatable: true,
  output: z.strictObject({ file: storedFileSchema, files: z.array(storedFileSchema) }),
});

/** A file is visible to users who see a row that uses it, else only to its uploader. */
export const downloadFile = endpoint({
  name: 'downloadFile',
  method: 'GET',
  path: '/file/{id}',
  mounts: everyone,
  summary: 'Télécharger un fichier',
  params: z.strictObject({
    id: z.string(),
    inline: z.literal('1').optional(),
    // An image, scaled down to this width.
    size: z.enum(pictureSizes, 'Valeur inconnue').optional(),
    // Of a link created by `linkFile`.
    session: z.string().optional(),
    until: z.string().optional(),
    key: z.string().optional(),
  }),
  binary: true,
  linked: true,
});

/** A link valid for five minutes without the token, while the session is open: for a new tab or an image. */
export const linkFile = endpoint({
  name: 'linkFile',
  method: 'POST',
  path: '/file/{id}/link',
  mounts: everyone,
  summary: 'Obtenir un lien provisoire vers un fichier',
  reads: true,
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ url: z.string(), expiresAt: z.string() }),
});

/** The same by the address of a stored file; other addresses are refused. */
export const downloadByUrl = endpoint({
  name: 'downloadByUrl',
  method: 'GET',
  path: '/download',
  mounts: everyone,
  summary: 'Télécharger un fichier par son adresse',
  params: z.strictObject({ url: z.string().max(500) }),
  binary: true,
});

export const zipFiles = endpoint({
  name: 'zipFiles',
  method: 'POST',
  path: '/zip',
  reads: true,
  mounts: everyone,
  summary: 'Télécharger plusieurs fichiers en une archive',
  input: z.strictObject({ urls: z.array(z.string().max(500)).min(1).max(500) }),
  binary: true,
});

/** The picture of the caller's profile in this agency; null removes it. */
export const saveOwnPicture = endpoint({
  name: 'saveOwnPicture',
  method: 'POST',
  path: '/user/picture',
  mounts: everyone,
  summary: 'Changer sa propre photo',
  repeatable: true,
  input: z.strictObject({ file: z.strictObject({ id: z.uuid('Identifiant invalide') }).nullable() }),
  output: z.strictObject({ profilePicture: storedFileSchema.nullable() }),
});
