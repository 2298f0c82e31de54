// Paying an invoice of the platform: 3-D Secure, corrections, agreement (Z-025, Z-028, Z-029, Z-032, Z-033).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { paymentOutcomes } from './statuses.ts';

const mounts = { agency: ['listSubscriptionInvoices'] } as const;
const whenLocked = true;

const intent = z.strictObject({
  id: z.uuid(),
  status: z.enum(paymentOutcomes),
  /** Where the person authenticates; null: nothing to do there. */
  redirectUrl: z.url().nullable(),
  /** What the provider said. */
  message: z.string().nullable(),
});

export const readPaymentIntent = endpoint({
  name: 'readPaymentIntent',
  method: 'GET',
  path: '/payment-intent/{id}',
  mounts,
  whenLocked,
  summary: 'Où en est un paiement chez le prestataire (3-D Secure)',
  params: byId,
  output: intent,
});

export const confirmPayment = endpoint({
  name: 'confirmPayment',
  method: 'POST',
  path: '/payment-intent/{id}/confirm',
  // It spends: whoever may choose the means.
  mounts: { agency: ['editPaymentMethod'] },
  whenLocked,
  reads: true,
  summary: 'Payer maintenant, avec authentification si le prestataire la demande',
  params: byId,
  output: intent,
});

export const fixPayments = endpoint({
  name: 'fixPayments',
  method: 'GET',
  path: '/payments-fix',
  mounts,
  whenLocked,
  weight: 20,
  summary: 'Relire chez les prestataires les paiements en cours, et reprendre ceux qui sont dus',
  output: z.strictObject({ checked: z.int(), changed: z.int() }),
});

const pending = z.strictObject({
  agencyInvoice: z
    .strictObject({
      id: z.uuid(),
      reference: z.string(),
      total: z.number(),
      currency: z.string(),
      dueDate: z.string(),
      items: z.array(z.strictObject({ title: z.string(), quantity: z.number(), price: z.number() })),
    })
    .nullable(),
});

export const pendingAgreement = endpoint({
  name: 'pendingAgreement',
  method: 'GET',
  path: '/pending-subscription-agreement',
  mounts: { agency: ['readSubscription', 'listSubscriptionInvoices'] },
  whenLocked,
  summary: 'L’accord d’abonnement qui attend l’agence',
  output: pending,
});

export const confirmAgreement = endpoint({
  name: 'confirmAgreement',
  method: 'POST',
  path: '/confirm-subscription-agreement',
  mounts: { agency: ['editSubscription'] },
  whenLocked,
  summary: 'Donner son accord à un abonnement (son premier paiement est dû), ou le refuser : sa facture est annulée',
  input: z.strictObject({ id: z.uuid(), agreed: z.boolean('Oui ou non attendu') }),
  /** Null: refused. */
  output: z.strictObject({ agreedAt: z.string().nullable() }),
});
