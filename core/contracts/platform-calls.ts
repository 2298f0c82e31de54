// The platform's own templates and what it sees of contracts (G-039, G-040; 3 §2: super-admins alone).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { signingOrders } from './contract.ts';
import { type ContractKind, contractKinds } from './variables.ts';

export const platformTemplate = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  signingOrder: z.enum(Object.keys(signingOrders) as [keyof typeof signingOrders, ...(keyof typeof signingOrders)[]]),
  content: z.string().nullable(),
  updatedAt: z.string(),
  version: z.int(),
});
export type PlatformTemplate = z.output<typeof platformTemplate>;

const text = (most: number) => z.string('Texte attendu').trim().max(most, `${most} caractères au plus`);

function callsOf(kind: ContractKind) {
  const what = `contrat ${contractKinds[kind]}`;
  const root = { root: 'superAdmin' } as const;
  return {
    list: endpoint({
      name: `platformTemplates:${kind}`,
      method: 'POST',
      reads: true,
      path: `/admin/fetch/contracts/templates/${kind}s`,
      mounts: root,
      summary: `Les modèles de ${what} de la plateforme`,
      output: z.strictObject({ templates: z.array(platformTemplate) }),
    }),
    save: endpoint({
      name: `savePlatformTemplate:${kind}`,
      method: 'POST',
      path: `/admin/contract/template/${kind}`,
      mounts: root,
      summary: `Créer ou modifier un modèle de ${what} de la plateforme`,
      input: z.strictObject({
        id: z.uuid('Identifiant invalide').nullish(),
        version: z.int().nullish(),
        title: text(200).min(1, 'Obligatoire'),
        signingOrder: platformTemplate.shape.signingOrder,
        content: z.string('Texte attendu').max(200_000, '200000 caractères au plus').nullish(),
      }),
      output: z.strictObject({ template: platformTemplate }),
    }),
    remove: endpoint({
      name: `removePlatformTemplate:${kind}`,
      method: 'DELETE',
      path: `/admin/contract/template/${kind}/{id}`,
      mounts: root,
      summary: `Retirer un modèle de ${what} de la plateforme ; les agences gardent leurs copies`,
      params: byId,
    }),
    preview: endpoint({
      name: `platformPreview:${kind}`,
      method: 'POST',
      reads: true,
      binary: true,
      path: `/admin/contract/${kind}/preview`,
      mounts: root,
      summary: `Aperçu d’un modèle de ${what} de la plateforme, en PDF`,
      input: z.strictObject({
        title: z.string('Texte attendu').max(200).nullish(),
        content: z.string('Texte attendu').max(200_000).nullish(),
      }),
    }),
    /** The facts without the words: the text and the names stay the agency's. */
    contracts: endpoint({
      name: `platformContracts:${kind}`,
      method: 'POST',
      reads: true,
      path: `/admin/fetch/contracts/${kind}s`,
      mounts: root,
      summary: `Les ${what}s des agences : agence, référence, statut et dates, sans leur texte`,
      input: z.strictObject({
        page: z.int().min(1).max(100_000).default(1),
        limit: z.int().min(1).max(200).default(50),
      }),
      output: z.strictObject({
        contracts: z.array(
          z.strictObject({
            id: z.uuid(),
            agency: z.strictObject({ id: z.uuid(), name: z.string() }),
            reference: z.string().nullable(),
            status: z.int(),
            createdAt: z.string(),
            dayAskSignature: z.string().nullable(),
            signedAt: z.string().nullable(),
          }),
        ),
        filtered: z.int(),
      }),
    }),
  };
}

export const platformAgentCalls = callsOf('agent');
export const platformCustomerCalls = callsOf('customer');
export const platformContractCalls = { agent: platformAgentCalls, customer: platformCustomerCalls } as const;

/** Decision 105: counted from the first request on; the limits come with subscriptions. */
export const countSignatures = endpoint({
  name: 'countSignatures',
  method: 'GET',
  path: '/contracts/signatures',
  mounts: { agency: ['sendAgentContract', 'sendCustomerContract'] },
  summary: 'Signatures électroniques demandées : une par signataire et par envoi, par mois',
  output: z.strictObject({
    total: z.int(),
    months: z.array(z.strictObject({ month: z.string(), count: z.int() })),
  }),
});
