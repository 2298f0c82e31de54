// Copies, and the paper of a draft before it is saved.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { rowSchema, saveSchema } from '../kernel/schema.ts';
import { Estimate } from './estimate.ts';
import { Invoice } from './invoice.ts';

// A copy is created (decision 32) out of what the holder may read: `create…` alone reads nothing.
export const copyInvoice = endpoint({
  name: 'copy:invoice',
  method: 'POST',
  path: '/invoice/{id}/copy',
  mounts: { agency: { all: ['createInvoice', 'listInvoices'] } },
  summary: 'Copier une facture ou un avoir : un brouillon du jour',
  params: byId,
  input: z.strictObject({}),
  output: z.strictObject({ invoice: rowSchema(Invoice) }),
});

export const copyEstimate = endpoint({
  name: 'copy:estimate',
  method: 'POST',
  path: '/estimate/{id}/copy',
  mounts: { agency: { all: ['createEstimate', 'listEstimates'] } },
  summary: 'Copier un devis : un brouillon du jour',
  params: byId,
  input: z.strictObject({}),
  output: z.strictObject({ estimate: rowSchema(Estimate) }),
});

export const previewInvoice = endpoint({
  name: 'preview:invoice',
  method: 'POST',
  path: '/invoice/preview',
  mounts: { agency: ['createInvoice', 'editInvoice'] },
  summary: 'Le PDF d’une facture ou d’un avoir tel que saisi, sans rien enregistrer',
  input: saveSchema(Invoice),
  binary: true,
  reads: true,
});

export const previewEstimate = endpoint({
  name: 'preview:estimate',
  method: 'POST',
  path: '/estimate/preview',
  mounts: { agency: ['createEstimate', 'editEstimate'] },
  summary: 'Le PDF d’un devis tel que saisi, sans rien enregistrer',
  input: saveSchema(Estimate),
  binary: true,
  reads: true,
});
