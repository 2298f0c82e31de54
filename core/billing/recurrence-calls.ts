// The invoices that a subscription made.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { listInputOf } from '../kernel/query.ts';
import { listedSchema } from '../kernel/schema.ts';
import { Invoice } from './invoice.ts';

/** Y-009 */
export const generatedInvoices = endpoint({
  name: 'generated:invoiceRecurrence',
  method: 'POST',
  path: '/fetch/invoices/invoiceRecurrence/{id}',
  mounts: { agency: ['listInvoices'] },
  summary: 'Les factures générées par un abonnement',
  params: byId,
  input: listInputOf(Invoice.pageSize),
  output: z.strictObject({ invoices: z.array(listedSchema(Invoice)), filtered: z.int() }),
  reads: true,
});
