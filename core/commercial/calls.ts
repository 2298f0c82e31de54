// « Préparer les factures » of a period: what it brings, what blocks, the drafts, and the proof of each line.
import * as z from 'zod';
import { billedHoursModes } from '../agencies/settings/pay.ts';
import { itemUnits } from '../billing/parts.ts';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';

/** Days, both included. */
export const longestPeriod = 366;
export const mostPrepared = 1_000;
/** Of each kind, so many are named; the count says how many there are. */
export const mostNamed = 20;

export const preparationMessages = {
  prospect: 'Ce prospect sera converti en client, confirmer ?',
  prospects: 'Ces prospects seront convertis en clients, confirmer ?',
  tooMany: 'Plus de 500 lignes sur une facture : facturez ce client par site.',
  gone: 'Ligne introuvable : la préparation a changé.',
} as const;

const day = calledDay();

const period = { start: day, end: day };
const isPeriod = ({ start, end }: { start: string; end: string }): boolean =>
  start <= end && Date.parse(end) - Date.parse(start) < longestPeriod * 86_400_000;
const badPeriod = { message: 'La période va d’un jour à un autre, sur un an au plus.', path: ['end'] };

const named = z.strictObject({ id: z.uuid(), name: z.string() });

const namedService = z.strictObject({
  id: z.uuid(),
  reference: z.string(),
  site: z.string(),
  startAt: z.string(),
  /** Who, for a difference that is not settled; what changed, after the billing. */
  detail: z.string(),
});

/** Counted, and the first ones named. */
const several = z.strictObject({ count: z.int(), services: z.array(namedService) });

const preparedLine = z.strictObject({
  key: z.string(),
  title: z.string(),
  unit: z.enum(Object.keys(itemUnits) as [keyof typeof itemUnits]),
  quantity: z.number(),
  price: z.number(),
  vat: z.number(),
  amount: z.number(),
  services: z.int(),
});

const preparedGroup = z.strictObject({
  key: z.string(),
  customer: named.extend({ prospect: z.boolean() }),
  site: named.nullable(),
  contract: named.nullable(),
  services: z.int(),
  /** Minutes of the services billed by the hour. */
  planned: z.int(),
  done: z.int(),
  difference: z.int(),
  /** Without tax, of what is to be billed. */
  amount: z.number(),
  /** The same, after the usual discounts of the customer. */
  net: z.number(),
  /** Already billed in this period, without tax. */
  billed: z.number(),
  lines: z.array(preparedLine),
  unsettled: several,
  open: several,
  unpriced: several,
  /** Billed, and lived or changed otherwise since. */
  changed: several,
  /** Billed flat amounts whose terms are others since, without tax. */
  changedFlats: z.array(
    z.strictObject({
      ...{ label: z.string(), contract: named, month: z.string(), number: z.string() },
      ...{ billed: z.number(), due: z.number() },
    }),
  ),
  /** Contracts whose prices were to be revised by the end of the period, and are not. */
  revisions: z.array(named.extend({ date: z.string() })),
  /** What the law wants on the invoice and nobody wrote. */
  mentions: z.string().nullable(),
  /** Why no draft can be made; null: it can. */
  blocked: z.string().nullable(),
});

export type PreparedGroup = z.output<typeof preparedGroup>;
export type PreparedLine = z.output<typeof preparedLine>;
export type Several = z.output<typeof several>;

export const prepareInvoices = endpoint({
  name: 'prepare:invoice',
  method: 'POST',
  path: '/invoices/preparation',
  // `createInvoice` alone reads nothing.
  mounts: { agency: ['editInvoice'] },
  summary: 'Préparer les factures d’une période : ce qui a été fait, les écarts, et ce qui bloque',
  reads: true,
  input: z.strictObject(period).refine(isPeriod, badPeriod),
  output: z.strictObject({
    mode: z.enum(Object.keys(billedHoursModes) as [keyof typeof billedHoursModes]),
    currency: z.string(),
    groups: z.array(preparedGroup),
    /** What is still to be billed before the period: it became billable after its month was prepared. */
    earlier: z.array(z.strictObject({ month: z.string(), services: z.int(), flats: z.int() })),
  }),
});

export const draftInvoices = endpoint({
  name: 'draft:invoice',
  method: 'POST',
  path: '/invoices/preparation/drafts',
  // It creates invoices (decision 32) out of what the preparation shows.
  mounts: { agency: { all: ['createInvoice', 'editInvoice'] } },
  summary: 'Créer les brouillons des factures préparées : rien n’est facturé deux fois',
  input: z
    .strictObject({
      ...period,
      groups: z.array(z.string().max(80)).min(1, 'Choisissez au moins une facture').max(mostPrepared),
      /** Prospects become customers (H-015). */
      confirmed: z.boolean().optional(),
    })
    .refine(isPeriod, badPeriod),
  output: z.strictObject({ invoices: z.array(z.uuid()) }),
  refusals: { prospects: z.array(z.string()) },
});

const proofRow = z.strictObject({
  service: z.uuid().nullable(),
  reference: z.string(),
  site: z.string(),
  startAt: z.string().nullable(),
  endAt: z.string().nullable(),
  /** What it brought to the line; null: one piece. */
  minutes: z.int().nullable(),
  /** A stop of a tour. */
  isPass: z.boolean(),
  amount: z.number(),
  presence: z.array(
    z.strictObject({ name: z.string(), startedAt: z.string().nullable(), endedAt: z.string().nullable() }),
  ),
  report: z.strictObject({ id: z.uuid(), reference: z.string() }).nullable(),
  rounds: z.strictObject({ wanted: z.int(), done: z.int() }).nullable(),
});

export type ProofRow = z.output<typeof proofRow>;

export const proveLine = endpoint({
  name: 'prove:preparation',
  method: 'POST',
  path: '/invoices/preparation/proof',
  mounts: { agency: ['editInvoice'] },
  summary: 'Les services d’une ligne préparée, avec leur présence, leurs rondes et leur rapport',
  reads: true,
  input: z
    .strictObject({ ...period, group: z.string().max(80), line: z.string().max(200) })
    .refine(isPeriod, badPeriod),
  output: z.strictObject({ services: z.array(proofRow) }),
});

export const proveInvoice = endpoint({
  name: 'prove:invoice',
  method: 'GET',
  path: '/invoice/{id}/proof',
  mounts: { agency: ['listInvoices'] },
  summary: 'Les services de chaque ligne d’une facture, avec leur présence, leurs rondes et leur rapport',
  params: byId,
  output: z.strictObject({
    lines: z.array(z.strictObject({ item: z.uuid(), services: z.array(proofRow) })),
  }),
});

declare module '../kernel/problem.ts' {
  interface ProblemDetails {
    /** The prospects that an invoice would turn into customers (H-015). */
    prospects?: string[];
  }
}
