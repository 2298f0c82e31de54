// The platform's dashboard: its agencies in a few figures, and what they paid (W-006..W-010).
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';

/** Days ahead in which an ending subscription is near. */
export const expiringDays = 30;

const resume = z.strictObject({
  agencies: z.int(),
  active: z.int(),
  inactive: z.int(),
  pending: z.int(),
  locked: z.int(),
  trial: z.int(),
  subscribed: z.int(),
  /** Without an administrator who accepted. */
  unmanaged: z.int(),
  /** Since the first of the month. */
  created: z.int(),
  expiring: z.int(),
  failing: z.int(),
  sheets: z.int(),
  accounts: z.int(),
  /** The days that the cards filter by. */
  today: z.string(),
});
export type Resume = z.output<typeof resume>;

export const readResume = endpoint({
  name: 'readResume',
  method: 'GET',
  path: '/dashboard/resume',
  mounts: { platform: 'admin' },
  summary: 'Les agences de la plateforme en quelques chiffres',
  output: z.strictObject({ resume }),
});

const amount = z.number();

export const readPlatformTurnover = endpoint({
  name: 'readPlatformTurnover',
  method: 'POST',
  reads: true,
  path: '/dashboard/fetch/turnover',
  mounts: { platform: 'admin' },
  summary: 'Le chiffre d’affaires de la plateforme : par mois et par offre',
  input: z.strictObject({ from: calledDay().optional(), to: calledDay().optional() }),
  output: z.strictObject({
    from: z.string(),
    to: z.string(),
    currency: z.string(),
    /** Without tax, of invoices whose payments are under way or made. */
    turnover: amount,
    /** Of the same days a year before. */
    before: amount,
    numberOfSales: z.int(),
    months: z.array(z.strictObject({ month: z.string(), turnover: amount, numberOfSales: z.int() })),
    offers: z.array(
      z.strictObject({ id: z.uuid().nullable(), name: z.string(), turnover: amount, numberOfSales: z.int() }),
    ),
  }),
});
