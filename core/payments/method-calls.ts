// The means of payment of an agency (Z-014..Z-027). Open to a suspended agency: that is how it comes back.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { words } from './invoice-calls.ts';

export const methodTypes = { card: 'Carte bancaire', sepa: 'Mandat SEPA' } as const;
export type MethodType = keyof typeof methodTypes;

/** Numbers are masked: the last four digits at most. */
export const paymentMethod = z.strictObject({
  id: z.uuid(),
  type: z.enum(['card', 'sepa']),
  enabled: z.boolean(),
  stripeCard: z
    .strictObject({
      name: z.string().nullable(),
      number: z.string().nullable(),
      expiration: z.string().nullable(),
      brand: z.string().nullable(),
    })
    .nullable(),
  goBankDetail: z
    .strictObject({
      holderName: z.string().nullable(),
      bankName: z.string().nullable(),
      accountNumber: z.string().nullable(),
    })
    .nullable(),
});
export type PaymentMethod = z.output<typeof paymentMethod>;

/** « Visa •••• 4242 (12/2030) », « Banque •••• 606 » */
export const methodLabel = ({ type, stripeCard, goBankDetail }: Omit<PaymentMethod, 'id' | 'enabled'>): string =>
  stripeCard
    ? [stripeCard.brand ?? methodTypes[type], stripeCard.number, stripeCard.expiration && `(${stripeCard.expiration})`]
        .filter(Boolean)
        .join(' ')
    : [goBankDetail?.bankName ?? methodTypes[type], goBankDetail?.accountNumber].filter(Boolean).join(' ');

const mounts = { agency: ['editPaymentMethod'] } as const;
const whenLocked = true;
const listed = z.strictObject({
  paymentMethods: z.array(paymentMethod),
  defaultPaymentMethod: z.uuid().nullable(),
  /** What the platform offers: false without keys. */
  cards: z.boolean(),
  debits: z.boolean(),
});

export const listPaymentMethods = endpoint({
  name: 'listPaymentMethods',
  method: 'GET',
  path: '/payment-methods',
  mounts,
  whenLocked,
  summary: 'Les moyens de paiement de l’agence',
  output: listed,
});

export const setDefaultPaymentMethod = endpoint({
  name: 'setDefaultPaymentMethod',
  method: 'POST',
  path: '/default-payment-methods/{id}',
  mounts,
  whenLocked,
  summary: 'Choisir le moyen de paiement par défaut',
  params: byId,
  output: listed,
});

export const deletePaymentMethod = endpoint({
  name: 'deletePaymentMethod',
  method: 'POST',
  path: '/payment-methods/{id}/delete',
  mounts,
  whenLocked,
  summary: 'Supprimer un moyen de paiement',
  params: byId,
  output: listed,
});

/** Where the browser goes next. */
const redirect = z.strictObject({ redirectUrl: z.url() });
/** What the agency was doing: it comes back there. */
const action = z.strictObject({ action: z.enum(['methods', 'invoice', 'subscription']).default('methods') });

export const createPaymentCustomer = endpoint({
  name: 'createPaymentCustomer',
  method: 'POST',
  path: '/stripe',
  mounts,
  whenLocked,
  // It speaks to the provider: no transaction stays open meanwhile.
  reads: true,
  summary: 'Créer le client et sa session chez le prestataire de cartes',
  output: z.strictObject({ customer: z.string() }),
});

export const cardDetails = endpoint({
  name: 'cardDetails',
  method: 'GET',
  path: '/card-details',
  mounts,
  whenLocked,
  summary: 'L’adresse de la page du prestataire où la carte est saisie',
  params: action,
  output: redirect,
});

export const bankDetails = endpoint({
  name: 'bankDetails',
  method: 'POST',
  path: '/bank-details',
  mounts,
  whenLocked,
  reads: true,
  summary: 'L’adresse de la page du prestataire où le mandat SEPA est signé',
  params: action,
  output: redirect,
});

export const finishSetup = endpoint({
  name: 'finishSetup',
  method: 'POST',
  path: '/payment-setups/{id}',
  mounts,
  whenLocked,
  reads: true,
  summary: 'Au retour du prestataire : enregistrer la carte ou le mandat',
  params: byId,
  output: z.strictObject({ state: z.enum(['open', 'done', 'failed']) }),
});

/** Z-024. The settings are closed to a locked agency: what its order or its means of payment lack is asked there. */
export const giveAddress = endpoint({
  name: 'giveAddress',
  method: 'POST',
  path: '/billing-address',
  mounts: { agency: ['editSubscription', 'editPaymentMethod'] },
  whenLocked,
  summary: 'Donner l’adresse de l’agence où elle manque ; une adresse complète reste telle quelle',
  input: z.strictObject({
    street: words(200).min(1, messages.required),
    zipcode: words(12).min(1, messages.required),
    city: words(100).min(1, messages.required),
  }),
});
