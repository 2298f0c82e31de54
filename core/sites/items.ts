// The equipment on a site (simplified stock): one list, read and saved apart from the site's form.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { day, integer, lines, text } from '../kernel/field.ts';
import { draftSchema, rowSchema } from '../kernel/schema.ts';

export const itemFields = {
  name: text('Désignation', { required: true, max: 120, width: 'half' }),
  quantity: integer('Quantité', { required: true, default: 1, min: 0, max: 100_000, width: 'half' }),
  reference: text('Numéro de série ou référence', { max: 120, width: 'half' }),
  expiry: day('Expire le', { width: 'half' }),
  comment: text('Commentaire', { max: 500 }),
  /** The position in the list. */
  position: integer('Position', { written: 'server', required: true, sql: 'rank' }),
};

/** The site with its equipment only. Agents and customers see what the site allows (C-018). */
export const SiteItems = entity({
  name: 'site',
  plural: 'sites',
  table: 'sites',
  label: { one: 'Matériel', many: 'Matériel' },
  description: 'Ce que votre agence laisse sur le site : extincteurs, radios, registres…',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants: {
    list: {},
    read: { agency: ['listSiteItems'], agent: ['listOwnSites'], customer: ['listSites'] },
    create: {},
    edit: { agency: ['editSiteItem'], customer: ['editSiteItem'] },
  },
  // Who has it open and its history are those of the site.
  paths: { read: '/site/{id}', save: '/site/{id}/items' },
  missing: 'Site introuvable',
  fields: {
    name: text('Nom', { written: 'server', required: true }),
    items: lines('Matériel', itemFields, { section: 'Matériel', one: 'Élément', table: 'site_items' }),
  },
});

const site = z.strictObject({ site: rowSchema(SiteItems) });

export const readSiteItems = endpoint({
  name: 'items:site',
  method: 'GET',
  path: SiteItems.paths.save,
  mounts: SiteItems.grants.read,
  summary: "Lire le matériel d'un site, dans l'ordre des positions",
  params: z.strictObject({ id: z.string(), orderBy: z.literal('position', 'Tri inconnu').optional() }),
  output: site,
});

export const saveSiteItems = endpoint({
  name: 'saveItems:site',
  method: 'POST',
  path: SiteItems.paths.save,
  mounts: { ...SiteItems.grants.edit, agent: ['editSiteItem'] },
  agencyRows: true,
  summary: "Enregistrer le matériel d'un site : la liste donnée remplace l'ancienne",
  params: z.strictObject({ id: z.string() }),
  input: draftSchema(SiteItems, false),
  output: site,
});
