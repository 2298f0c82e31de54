// Calls about brands: their settings for super-admins, and the legal texts for everyone.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { type LegalText, legalTexts, type Module, moduleLabels } from '../tenant.ts';
import { type TileProviderName, tileProviders } from './tiles.ts';

/** Origin of a value: the host's own entry, the entry of all hosts, or the product. */
export const origins = { host: 'Cet hôte', any: 'Tous les hôtes (*)', product: 'Produit' } as const;
export type Origin = keyof typeof origins;
const origin = z.enum(Object.keys(origins) as [Origin, ...Origin[]]);

const legalText = z.enum(Object.keys(legalTexts) as [LegalText, ...LegalText[]]);
const moduleName = z.enum(Object.keys(moduleLabels) as [Module, ...Module[]]);

export const brandRow = z.strictObject({
  /** « * »: all hosts without their own entry. */
  host: z.string(),
  /** Base of the links in its mails. */
  url: z.string(),
  name: z.string(),
  accent: z.string(),
  logoUrl: z.string().nullable(),
  logoDarkUrl: z.string().nullable(),
  iconUrl: z.string(),
  contact: z.strictObject({ phone: z.string().nullable(), email: z.string().nullable() }),
  stores: z.strictObject({ apple: z.string().nullable(), google: z.string().nullable(), apk: z.string().nullable() }),
  /** As recipients see it. */
  sender: z.strictObject({ name: z.string(), address: z.string() }),
  trainingPlanUrl: z.string().nullable(),
  mapTiles: z.strictObject({ url: z.string(), attribution: z.string() }).nullable(),
  legal: z.array(legalText),
  modules: z.record(moduleName, z.boolean()),
  origins: z.strictObject({
    name: origin,
    accent: origin,
    logo: origin,
    logoDark: origin,
    icon: origin,
    contact: origin,
    stores: origin,
    sender: origin,
    trainingPlanUrl: origin,
    mapTiles: origin,
    legal: origin,
    modules: z.record(moduleName, origin),
  }),
});
export type BrandRow = z.output<typeof brandRow>;

/** What the file settles for all brands together. */
const tenantRules = z.strictObject({ regulatoryCalculation: z.boolean(), origin });
export type TenantRules = z.output<typeof tenantRules>;

export const listTenants = endpoint({
  name: 'listTenants',
  method: 'GET',
  path: '/admin/tenants',
  mounts: { root: 'superAdmin' },
  summary: 'Lire la configuration des marques, hôte par hôte',
  output: z.strictObject({
    tenants: z.array(brandRow),
    rules: tenantRules,
    /** Null: there is no file, all values are the product's. */
    file: z.strictObject({ name: z.string(), readAt: z.string() }).nullable(),
    /** Why the current file is not applied. */
    problem: z.string().nullable(),
  }),
});

/** Writes the tenant file, as the operator would: every process reads it within seconds. */
export const chooseMapTiles = endpoint({
  name: 'chooseMapTiles',
  method: 'POST',
  path: '/admin/tenants/map-tiles',
  mounts: { root: 'superAdmin' },
  summary: 'Choisir le fond de carte d’un hôte parmi ceux proposés, ou le retirer',
  input: z.strictObject({
    host: z.string().max(253),
    /** Null: none, the maps show a grid. */
    provider: z
      .enum(Object.keys(tileProviders) as [TileProviderName, ...TileProviderName[]], 'Valeur inconnue')
      .nullable(),
  }),
  output: z.strictObject({ mapTiles: z.strictObject({ url: z.string(), attribution: z.string() }).nullable() }),
});

export const readLegalText = endpoint({
  name: 'readLegalText',
  method: 'GET',
  path: '/legal/{text}',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Lire un texte légal de la marque de cet hôte',
  params: z.strictObject({ text: legalText }),
  output: z.strictObject({ title: z.string(), html: z.string() }),
});
