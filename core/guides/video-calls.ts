// Videos of screens (AB-023..AB-029).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { filled, webAddress } from './texts.ts';

/** AB-025 */
export const longestDescription = 5_000;
export const descriptionTooLong = '5000 caractères max';
/** AB-026 */
export const addressTwice = 'Cette adresse est déjà dans la liste';
export const mostVideos = 1_000;

const uuid = z.uuid('Identifiant invalide');
const own = uuid.transform((id) => id.toLowerCase());
const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** AB-027 */
const position = z.int('Nombre entier attendu').min(0, 'Positif ou nul').max(1_000, '1000 au plus').default(0);
const routeName = z.string('Texte attendu').regex(/^[\w-]{1,60}$/, 'Écran inconnu');
/** The name of a screen's route; its label is the breadcrumb that was shown. */
const place = z.strictObject({
  id: own.optional(),
  route: routeName,
  label: filled(200),
  position,
});

const video = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  createdAt: z.string(),
  title: z.string(),
  description: z.string(),
  urls: z.array(z.string()),
  routes: z.array(z.strictObject({ id: z.uuid(), route: z.string(), label: z.string(), position: z.int() })),
});
export type TutorialVideo = z.output<typeof video>;

export const listTutorialVideos = endpoint({
  name: 'listTutorialVideos',
  method: 'GET',
  path: '/tutorial/videos',
  mounts: { platform: 'support' },
  summary: 'Toutes les vidéos et les écrans où elles s’affichent, la plus récente d’abord',
  output: z.strictObject({ videos: z.array(video) }),
});

export const saveTutorialVideo = endpoint({
  name: 'saveTutorialVideo',
  method: 'POST',
  path: '/tutorial/video',
  mounts: { platform: 'admin' },
  summary: 'Créer ou modifier une vidéo',
  input: z.strictObject({
    /** Absent: a new one. */
    id: own.optional(),
    version: z.int('Nombre entier attendu').min(1).optional(),
    title: filled(200),
    description: filled(longestDescription, descriptionTooLong),
    urls: z
      .array(webAddress, 'Liste attendue')
      .max(20, '20 adresses au plus')
      .default([])
      .refine(isUnique, addressTwice),
    routes: z
      .array(place, 'Liste attendue')
      .max(100, '100 écrans au plus')
      .default([])
      .refine((places) => isUnique(places.map(({ route }) => route)), 'Cet écran est déjà dans la liste'),
  }),
  output: z.strictObject({ video }),
});

export const removeTutorialVideo = endpoint({
  name: 'removeTutorialVideo',
  method: 'DELETE',
  path: '/tutorial/video/{id}',
  mounts: { platform: 'admin' },
  summary: 'Supprimer une vidéo',
  params: byId,
});

/** In the order of their positions on this screen. */
export const readScreenVideos = endpoint({
  name: 'readScreenVideos',
  method: 'POST',
  reads: true,
  path: '/screen-videos',
  mounts: { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' },
  summary: 'Les vidéos d’aide d’un écran',
  input: z.strictObject({ route: routeName }),
  output: z.strictObject({
    videos: z.array(video.pick({ id: true, title: true, description: true, urls: true })),
  }),
});
