// The calls of tutorials and useful documents (3 §7; AB-020, AB-030). Each is saved as a whole; a version that somebody else
// saved in between is refused, not overwritten.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { htmlLimit } from '../kernel/html.ts';
import { messages } from '../kernel/problem.ts';
import { storedFileSchema } from '../kernel/schema.ts';
import { isRight, type Right } from '../rights.ts';
import { filled, webAddress } from './texts.ts';
import {
  deepestCategory,
  mostCategories,
  type TutorialCategory,
  type TutorialDocument,
  tutorialRoleNames,
} from './tutorials.ts';

const uuid = z.uuid('Identifiant invalide');
const own = uuid.transform((id) => id.toLowerCase());
const version = z.int('Nombre entier attendu').min(0);
const most = <T extends z.ZodType>(of: T, count: number) =>
  z.array(of, 'Liste attendue').max(count, `${count} au plus`);

const limits = {
  roles: most(z.enum(tutorialRoleNames, 'Rôle inconnu'), tutorialRoleNames.length).default([]),
  isGranted: most(
    z.string('Texte attendu').refine((key): key is Right => isRight(key), 'Droit inconnu'),
    50,
  ).default([]),
};
const writtenFile = z.strictObject(
  { id: own, name: filled(200) },
  { error: ({ input }) => (input === undefined || input === null ? messages.required : 'Fichier attendu') },
);

const writtenDocument = z.strictObject({ id: own.optional(), label: filled(300), file: writtenFile, ...limits });

const writtenCategory = (depth: number): z.ZodType =>
  z.strictObject({
    id: own.optional(),
    label: filled(200),
    src: webAddress,
    ...limits,
    documents: most(writtenDocument, 50).default([]),
    children: (depth < deepestCategory
      ? most(writtenCategory(depth + 1), mostCategories)
      : z.array(z.unknown()).max(0, `${deepestCategory} niveaux au plus`)
    ).default([]),
  });

export interface WrittenCategory extends Omit<TutorialCategory, 'id' | 'documents' | 'children'> {
  id?: string;
  documents: (Omit<TutorialDocument, 'id' | 'file'> & { id?: string; file: { id: string; name: string } })[];
  children: WrittenCategory[];
}

const file = z.strictObject({ id: z.uuid(), name: z.string(), mimeType: z.string(), size: z.int() });
const readLimits = { roles: z.array(z.enum(tutorialRoleNames)), isGranted: z.array(z.string() as z.ZodType<Right>) };
const readDocument = z.strictObject({ id: z.uuid(), label: z.string(), file, ...readLimits });
const readCategory = (depth: number): z.ZodType<TutorialCategory> =>
  z.strictObject({
    id: z.uuid(),
    label: z.string(),
    src: z.string(),
    ...readLimits,
    documents: z.array(readDocument),
    children: depth < deepestCategory ? z.array(readCategory(depth + 1)) : z.array(z.unknown()).max(0),
  }) as never;

const tutorials = z.strictObject({ tutorials: z.array(readCategory(1)), version });

/** Platform staff read the whole; an agency's people what their role and rights open. */
export const readTutorials = endpoint({
  name: 'readTutorials',
  method: 'GET',
  path: '/tutorials',
  mounts: { platform: 'support', agency: 'signedIn', agent: 'signedIn' },
  summary: 'Les tutoriels : catégories, vidéos et documents',
  output: tutorials,
});

export const saveTutorials = endpoint({
  name: 'saveTutorials',
  method: 'POST',
  path: '/tutorials',
  mounts: { platform: 'admin' },
  summary: 'Enregistrer les tutoriels',
  input: z.strictObject({
    tutorials: most(writtenCategory(1), mostCategories) as unknown as z.ZodType<WrittenCategory[]>,
    version,
  }),
  output: tutorials,
});

const writtenDoc = z.strictObject({
  id: own.optional(),
  title: filled(200),
  content: z.string('Texte attendu').max(htmlLimit, `${htmlLimit} caractères au plus`).default(''),
  files: most(z.strictObject({ id: own.optional(), label: filled(300), file: writtenFile }), 50).default([]),
});

const usefulDoc = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  /** Sanitised rich text. */
  content: z.string(),
  files: z.array(z.strictObject({ id: z.uuid(), label: z.string(), file })),
});
export type UsefulDoc = z.output<typeof usefulDoc>;
const usefulDocs = z.strictObject({ usefulDocs: z.array(usefulDoc), version });

export const readUsefulDocs = endpoint({
  name: 'readUsefulDocs',
  method: 'GET',
  path: '/useful-docs',
  mounts: { platform: 'support', agency: ['listUsefulDocuments'] },
  summary: 'Les documents utiles que la plateforme met à disposition',
  output: usefulDocs,
});

export const saveUsefulDocs = endpoint({
  name: 'saveUsefulDocs',
  method: 'POST',
  path: '/useful-docs',
  mounts: { platform: 'admin' },
  summary: 'Enregistrer les documents utiles',
  input: z.strictObject({ usefulDocs: most(writtenDoc, 200), version }),
  output: usefulDocs,
});

export const uploadGuideFile = endpoint({
  name: 'uploadGuideFile',
  method: 'POST',
  path: '/guide-file',
  mounts: { platform: 'admin' },
  summary: 'Envoyer un fichier des tutoriels ou des documents utiles',
  body: 'files',
  repeatable: true,
  output: z.strictObject({ file: storedFileSchema, files: z.array(storedFileSchema) }),
});

/** Only what the reader's own tutorials or useful documents name. */
export const readGuideFile = endpoint({
  name: 'readGuideFile',
  method: 'GET',
  path: '/guide-file/{id}',
  mounts: { platform: 'support', agency: 'signedIn', agent: 'signedIn' },
  summary: 'Télécharger un fichier des tutoriels ou des documents utiles',
  params: z.strictObject({ id: z.string() }),
  binary: true,
});
