// The chain of private customers' payments: verified on demand, closed by month and year (CGI, art. 286 I 3° bis).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const closureKinds = { MONTH: 'Mois', YEAR: 'Année' } as const;

const closure = z.strictObject({
  kind: z.enum(['MONTH', 'YEAR']),
  period: z.string(),
  entries: z.int(),
  total: z.number(),
  grandTotal: z.number(),
  closedAt: z.string(),
  isIntact: z.boolean(),
});
export type PaymentClosure = z.output<typeof closure>;

export const verifyPayments = endpoint({
  name: 'verifyPayments',
  method: 'GET',
  path: '/invoices/payments/verification',
  mounts: { agency: ['listInvoices'] },
  summary: 'Vérifier la chaîne des paiements des particuliers et ses clôtures',
  output: z.strictObject({
    entries: z.int(),
    total: z.number(),
    currency: z.string(),
    isIntact: z.boolean(),
    /** The first line that differs; null: none. */
    brokenAt: z.int().nullable(),
    /** The last ones first. */
    closures: z.array(closure),
  }),
});
