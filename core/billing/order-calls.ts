// The calls of purchase orders beyond their list and form.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { rowSchema, saveSchema } from '../kernel/schema.ts';
import { PurchaseOrder } from './purchase-order.ts';
import { letter, sent, sentResult } from './sending.ts';

export const printPurchaseOrder = endpoint({
  name: 'print:purchaseOrder',
  method: 'GET',
  path: '/purchaseOrder/{id}/pdf',
  mounts: { agency: ['listAgentPurchaseOrders'], agent: ['listOwnAgentPurchaseOrders'] },
  summary: 'Le bon de commande, en PDF',
  params: byId,
  binary: true,
});

export const previewPurchaseOrder = endpoint({
  name: 'preview:purchaseOrder',
  method: 'POST',
  path: '/purchaseOrder/preview',
  mounts: { agency: ['createAgentPurchaseOrder', 'editAgentPurchaseOrder'] },
  summary: 'Le PDF d’un bon de commande tel que saisi, sans rien enregistrer',
  input: saveSchema(PurchaseOrder),
  binary: true,
  reads: true,
});

export const copyPurchaseOrder = endpoint({
  name: 'copy:purchaseOrder',
  method: 'POST',
  path: '/purchaseOrder/{id}/copy',
  // As the copies of drafting.ts.
  mounts: { agency: { all: ['createAgentPurchaseOrder', 'listAgentPurchaseOrders'] } },
  summary: 'Copier un bon de commande : un brouillon du jour',
  params: byId,
  input: z.strictObject({}),
  output: z.strictObject({ purchaseOrder: rowSchema(PurchaseOrder) }),
});

export const readOrderLetter = endpoint({
  name: 'letter:purchaseOrder',
  method: 'GET',
  path: '/purchaseOrder/{id}/letter',
  mounts: { agency: ['sendAgentPurchaseOrder'] },
  summary: 'Le message usuel d’un bon de commande, et ses destinataires',
  params: byId,
  output: letter,
});

export const sendPurchaseOrders = endpoint({
  name: 'send:purchaseOrder',
  method: 'PATCH',
  path: '/purchaseOrder/send',
  mounts: { agency: ['sendAgentPurchaseOrder'] },
  summary: 'Envoyer des bons de commande par e-mail',
  input: sent,
  output: sentResult,
});
