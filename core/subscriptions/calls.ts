// What an agency does with its subscription (3 §7), and what the platform sets.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { type Module, moduleLabels } from '../tenant.ts';
import { AgencySubscription } from './subscription.ts';

const uuid = z.uuid('Identifiant invalide');
const plain = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .max(most, `${most} caractères au plus`)
    .refine((text) => !text.includes('\u0000'), 'Caractère interdit');

export const subscriptionMessages = {
  /** Z-040 */
  validated: 'Votre abonnement à bien été validé',
  /** Nothing is open yet: it is paid first. */
  ordered: (number: string): string => `Commande enregistrée : la facture ${number} est à régler`,
  /** Z-041 */
  saved: 'Vos paramètres ont bien été pris en compte',
  signatures: 'Vous n’avez plus de signatures électroniques disponibles',
  payslips: 'Vous n’avez plus de fiches de paie disponibles',
  notPlan: 'Choisissez une formule : cette offre n’en est pas une.',
  notOnSale: 'Cette offre n’est plus en vente.',
  needsPlan: 'Choisissez d’abord une formule.',
  planRuns: 'Votre formule est en cours : changez-en pour la prochaine échéance, sans la commander de nouveau.',
  trialEnded: 'Abonnement expiré : votre essai gratuit est terminé',
  planEnded: 'Abonnement expiré : votre formule a pris fin, comme vous l’aviez demandé',
  moreLicences: 'Une licence en plus se commande : pour la prochaine échéance, seul un nombre plus petit se choisit.',
  nextBilled: (number: string): string =>
    `La prochaine période est déjà facturée (${number}) : elle ne se change plus d’ici là.`,
  ended: 'Abonnement expiré',
} as const;

/** On sale. */
export const soldOffer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.int(),
  family: z.enum(['subs', 'pack', 'article']),
  price: z.number(),
  yearlyPrice: z.number().nullable(),
  gives: z.strictObject({ licences: z.int(), sheets: z.int(), signatures: z.int(), payslips: z.int() }),
});
export type SoldOffer = z.output<typeof soldOffer>;

const namedPlan = z.strictObject({ id: z.uuid(), name: z.string() });

export const ownSubscription = z.strictObject({
  status: z.int(),
  plan: namedPlan.nullable(),
  yearly: z.boolean(),
  licences: z.int(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** Chosen for the next period. */
  next: z.strictObject({ plan: namedPlan, yearly: z.boolean() }).nullable(),
  /** Fewer licences from the next period on; null: those it has. */
  nextLicences: z.int().nullable(),
  /** False: the plan ends with its period. */
  renews: z.boolean(),
  /** Under way now. */
  isFreeTrial: z.boolean(),
  trialEndsOn: z.string().nullable(),
  /** Days left, today included; null: no trial under way. */
  trialDaysLeft: z.int().nullable(),
  /** Z-064 */
  agencySettingsSubscription: z.strictObject({
    defaultPaymentMethod: z.uuid().nullable(),
    isFreeTrialDone: z.boolean(),
    vat: z.number(),
    vatLabel: z.string(),
    mustBeBilled: z.boolean(),
  }),
});
export type OwnSubscription = z.output<typeof ownSubscription>;

/** Z-030. Open to a locked agency: it chooses its plan here. */
export const readSubscriptions = endpoint({
  name: 'readSubscriptions',
  method: 'GET',
  path: '/subscriptions',
  mounts: { agency: ['readSubscription'] },
  whenLocked: true,
  summary: 'L’abonnement de l’agence, et les offres en vente',
  output: z.strictObject({ subscription: ownSubscription, offers: z.array(soldOffer) }),
});

/** Z-002, Z-009: open to everybody of the agency. */
export const readFreeTrial = endpoint({
  name: 'readFreeTrial',
  method: 'GET',
  path: '/subscription/trial',
  mounts: { agency: 'signedIn' },
  whenLocked: true,
  summary: 'L’essai gratuit de l’agence : en cours ou terminé',
  output: z.strictObject({
    trial: ownSubscription.pick({ isFreeTrial: true, trialEndsOn: true, trialDaysLeft: true }).extend({
      isFreeTrialDone: z.boolean(),
      hasPlan: z.boolean(),
    }),
  }),
});

export const changePlan = endpoint({
  name: 'changePlan',
  method: 'PATCH',
  path: '/plan',
  mounts: { agency: ['editSubscription'] },
  whenLocked: true,
  summary: 'Choisir la prochaine période : sa formule, moins de licences, ou aucune (`renews: false`)',
  input: z.strictObject({
    plan: z.strictObject({ id: uuid }),
    yearly: z.boolean('Oui ou non attendu').default(false),
    /** Absent: those it has. */
    licences: z.int('Nombre entier attendu').min(0, 'Au moins 0').max(10_000, '10000 au plus').nullish(),
    renews: z.boolean('Oui ou non attendu').default(true),
  }),
  output: z.strictObject({ subscription: ownSubscription }),
});

const wanted = {
  offers: z
    .array(
      z.strictObject({
        id: uuid,
        quantity: z.int('Nombre entier attendu').min(1, 'Au moins 1').max(10_000, '10000 au plus').default(1),
      }),
      'Liste attendue',
    )
    .min(1, messages.required)
    .max(50, '50 offres au plus')
    .refine((offers) => new Set(offers.map(({ id }) => id.toLowerCase())).size === offers.length, 'Offre en double'),
  yearly: z.boolean('Oui ou non attendu').default(false),
};

export const cart = z.strictObject({
  lines: z.array(
    z.strictObject({
      offer: z.strictObject({ id: z.uuid(), name: z.string(), type: z.int() }),
      quantity: z.int(),
      unitPrice: z.number(),
      price: z.number(),
    }),
  ),
  yearly: z.boolean(),
  price: z.number(),
  vat: z.number(),
  totalVat: z.number(),
  total: z.number(),
  /** Something is sent: an address is needed. */
  needsDelivery: z.boolean(),
});
export type Cart = z.output<typeof cart>;

export const fillCart = endpoint({
  name: 'fillCart',
  method: 'POST',
  reads: true,
  path: '/subscription/cart',
  mounts: { agency: ['editSubscription'] },
  whenLocked: true,
  summary: 'Ce que coûte un panier d’offres',
  input: z.strictObject(wanted),
  output: z.strictObject({ cart }),
});

/** Z-031 */
export const orderSubscription = endpoint({
  name: 'orderSubscription',
  method: 'POST',
  path: '/subscription/order',
  mounts: { agency: ['editSubscription'] },
  whenLocked: true,
  summary: 'Commander des offres',
  input: z.strictObject({
    ...wanted,
    /** The rate that the caller was shown; another one is refused. */
    vat: z.number('Nombre attendu').min(0).max(100),
    deliveryAddress: plain(500).nullish(),
    deliveryInstructions: plain(1_000).nullish(),
  }),
  output: z.strictObject({
    order: z.strictObject({ id: z.uuid(), total: z.number(), isPaid: z.boolean() }),
    /** To be paid; null: nothing to pay. */
    invoice: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
  }),
});

const moduleNames = Object.keys(moduleLabels) as [Module, ...Module[]];
export const readConfig = endpoint({
  name: 'readConfig',
  method: 'GET',
  path: '/config',
  mounts: { agency: 'signedIn' },
  whenLocked: true,
  summary: 'La configuration : modules ouverts, durée de l’essai gratuit, paiements en ligne proposés',
  output: z.strictObject({
    config: z.strictObject({
      modules: z.record(z.enum(moduleNames), z.boolean()),
      freeTrialDays: z.int(),
      /** What is collected here; both false: invoices are paid by transfer. */
      cards: z.boolean(),
      debits: z.boolean(),
    }),
  }),
});

/** Z-060 */
export const alertLabels = {
  agentsLimit: 'Fiches collaborateurs',
  accountsLimit: 'Comptes',
  prepaidSignatures: 'Signatures électroniques',
  prepaidPayslips: 'Fiches de paie',
} as const;
export type AlertedQuota = keyof typeof alertLabels;
export const alertedQuotas = Object.keys(alertLabels) as [AlertedQuota, ...AlertedQuota[]];

const alert = z.strictObject({
  quota: z.enum(alertedQuotas, 'Quota inconnu'),
  notification: z.boolean('Oui ou non attendu'),
  email: z.boolean('Oui ou non attendu'),
});
export type QuotaAlert = z.output<typeof alert>;

export const readAlerts = endpoint({
  name: 'readSubscriptionAlerts',
  method: 'GET',
  path: '/subscription/alerts',
  mounts: { agency: ['readSubscription'] },
  whenLocked: true,
  summary: 'Les alertes de quota de l’agence',
  output: z.strictObject({ alerts: z.array(alert) }),
});

export const saveAlerts = endpoint({
  name: 'saveSubscriptionAlerts',
  method: 'POST',
  repeatable: true,
  path: '/subscription/alerts',
  mounts: { agency: ['editSubscription'] },
  summary: 'Régler les alertes de quota de l’agence',
  input: z.strictObject({
    alerts: z
      .array(alert, 'Liste attendue')
      .min(1, messages.required)
      .max(alertedQuotas.length)
      .refine((alerts) => new Set(alerts.map(({ quota }) => quota)).size === alerts.length, 'Alerte en double'),
  }),
  output: z.strictObject({ alerts: z.array(alert) }),
});

/** What a counter of an agency holds, by hand or by orders. */
export const mostCounted = 1_000_000;
export const mostLicences = 10_000;
const limit = z.int('Nombre entier attendu').min(0, 'Au moins 0').max(mostCounted, `${mostCounted} au plus`);

export const quotaLabels = {
  agentsLimit: 'Fiches collaborateurs, au plus',
  accountsLimit: 'Comptes, au plus',
  freeAccounts: 'Comptes offerts',
  remainingSheets: 'Fiches prépayées restantes',
  prepaidSignatures: 'Signatures prépayées restantes',
  prepaidPayslips: 'Fiches de paie prépayées restantes',
} as const;
export type QuotaName = keyof typeof quotaLabels;
export const quotaNames = Object.keys(quotaLabels) as QuotaName[];

const quotas = z.strictObject({
  agentsLimit: limit.nullable(),
  accountsLimit: limit.nullable(),
  freeAccounts: limit,
  remainingSheets: limit.nullable(),
  prepaidSignatures: limit.nullable(),
  prepaidPayslips: limit.nullable(),
});

/** « Options d'abonnements »; null: no limit. */
export const saveQuotas = endpoint({
  name: 'saveQuotas',
  method: 'PUT',
  path: '/agency-subscription/{id}/quotas',
  mounts: { platform: 'admin' },
  summary: 'Régler ce que l’abonnement d’une agence couvre',
  params: byId,
  input: quotas.extend({
    /** As the caller read them: what he did not change stays, what changed meanwhile is refused. */
    seen: quotas.optional(),
  }),
  output: z.strictObject({ agencySubscription: rowSchema(AgencySubscription) }),
});
