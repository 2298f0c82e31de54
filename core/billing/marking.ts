// Issuing a paper, and marking a document sent or not (X-016, X-027, X-032, X-037, decision 84). `version` is the one that
// was read: nobody issues what a colleague wrote meanwhile. Absent: as it stands.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { rowSchema } from '../kernel/schema.ts';
import { Estimate } from './estimate.ts';
import { Invoice } from './invoice.ts';
import { PurchaseOrder } from './purchase-order.ts';

const version = z.int().min(1).max(2_147_483_647).optional();
const ofInvoice = z.strictObject({ invoice: rowSchema(Invoice) });

export const issueInvoice = endpoint({
  name: 'issue:invoice',
  method: 'PATCH',
  path: '/invoice/{id}/issue',
  mounts: { agency: ['editInvoice'] },
  summary: 'Émettre une facture ou un avoir : numéro, date du jour, plus aucune modification',
  params: byId,
  input: z.strictObject({ version }),
  output: ofInvoice,
});

const marked = {
  method: 'PATCH',
  params: byId,
  input: z.strictObject({ version, sent: z.boolean().optional() }),
} as const;

export const markInvoiceSent = endpoint({
  ...marked,
  name: 'sent:invoice',
  path: '/invoice/{id}/sent',
  mounts: { agency: ['sendInvoice'] },
  summary: 'Marquer une facture ou un avoir envoyé ; `sent: false` : non envoyé',
  output: ofInvoice,
});

export const markEstimateSent = endpoint({
  ...marked,
  name: 'sent:estimate',
  path: '/estimate/{id}/sent',
  mounts: { agency: ['sendEstimate'] },
  summary: 'Marquer un devis envoyé ; `sent: false` : remis en attente',
  output: z.strictObject({ estimate: rowSchema(Estimate) }),
});

export const markOrderSent = endpoint({
  ...marked,
  name: 'sent:purchaseOrder',
  path: '/purchaseOrder/{id}/sent',
  mounts: { agency: ['sendAgentPurchaseOrder'] },
  summary: 'Marquer un bon de commande envoyé ; `sent: false` : remis en attente',
  output: z.strictObject({ purchaseOrder: rowSchema(PurchaseOrder) }),
});
