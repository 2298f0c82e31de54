// The whole catalogue in one save (Y-014), and the removal of a discount by its own path.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { rowSchema, saveSchema } from '../kernel/schema.ts';
import { CatalogArticle } from './catalog.ts';

export const mostArticles = 500;

export const saveCatalog = endpoint({
  name: 'saveCatalog',
  method: 'POST',
  // A static word, before any agency's id.
  path: '/agency/catalog',
  mounts: { root: 'signedIn' },
  summary: 'Enregistrer les articles du catalogue : avec `id` modifiés, sans `id` créés ; tous ou aucun',
  input: z.strictObject({
    /** Absent: the caller's only agency. */
    agency: z.strictObject({ id: z.uuid('Identifiant invalide') }).optional(),
    catalogArticles: z
      .array(saveSchema(CatalogArticle))
      .min(1, 'Obligatoire')
      .max(mostArticles, `${mostArticles} articles au plus`),
  }),
  output: z.strictObject({ catalogArticles: z.array(rowSchema(CatalogArticle)) }),
});

/** Y-015: the path of the specification, in addition to the `delete` move of every entity. */
export const deleteDiscount = endpoint({
  name: 'remove:discount',
  method: 'DELETE',
  path: '/discount/{id}',
  mounts: { agency: ['deleteDiscount'] },
  summary: 'Supprimer une remise',
  params: byId,
});
