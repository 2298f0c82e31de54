// Journals, the FEC and the turnover of an agency.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { journals } from './entries.ts';

const amount = z.number();
const dayText = z.string();

/** More lines than anybody reads on a screen; the file has them all. */
export const mostEntries = 2_000;

const entryLine = z.strictObject({
  account: z.string(),
  label: z.string(),
  auxiliary: z.strictObject({ code: z.string(), name: z.string() }).nullable(),
  debit: amount,
  credit: amount,
});

const entry = z.strictObject({
  journal: z.enum(Object.keys(journals) as [keyof typeof journals]),
  number: z.string(),
  date: dayText,
  piece: z.string(),
  label: z.string(),
  lettering: z.string().nullable(),
  lines: z.array(entryLine),
});
export type ShownEntry = z.output<typeof entry>;

export const listEntries = endpoint({
  name: 'listEntries',
  method: 'POST',
  path: '/fetch/accounting',
  mounts: { agency: ['exportData'] },
  summary: 'Les écritures d’une période d’un exercice : ventes, banque, caisse et opérations diverses',
  input: z.strictObject({
    from: calledDay().optional(),
    to: calledDay().optional(),
    journal: z.enum(Object.keys(journals) as [keyof typeof journals]).optional(),
  }),
  output: z.strictObject({
    /** The fiscal year of the last day of the period. */
    year: z.strictObject({ from: dayText, to: dayText }),
    from: dayText,
    to: dayText,
    currency: z.string(),
    entries: z.array(entry),
    /** All of them, when more than the most is left out. */
    filtered: z.int(),
    debit: amount,
    credit: amount,
  }),
  reads: true,
});

export const downloadFec = endpoint({
  name: 'downloadFec',
  method: 'GET',
  path: '/export/accounting/fec',
  mounts: { agency: ['exportData'] },
  summary: 'Le fichier des écritures comptables (FEC) de l’exercice qui contient un jour',
  params: z.strictObject({ day: calledDay().optional() }).optional(),
  binary: true,
});

/** Days late of what is not paid; in this order. */
export const ageLabels = {
  notDue: 'À échoir',
  upTo30: '1 à 30 jours',
  upTo60: '31 à 60 jours',
  upTo90: '61 à 90 jours',
  more: 'Plus de 90 jours',
} as const;
export type Age = keyof typeof ageLabels;
export const ages = Object.keys(ageLabels) as [Age];

const month = z.strictObject({
  month: z.string(),
  /** Without tax: invoices minus credit notes. */
  turnover: amount,
  /** With tax. */
  invoiced: amount,
  received: amount,
});
const ofCustomer = z.strictObject({
  customer: z.strictObject({ id: z.string(), name: z.string() }),
  turnover: amount,
  /** Share of the whole, in percent. */
  share: amount,
  received: amount,
  owed: amount,
});

export const turnoverMost = 500;

export const listTurnover = endpoint({
  name: 'listTurnover',
  method: 'POST',
  path: '/fetch/turnover',
  mounts: { agency: ['listInvoices'] },
  summary: 'Le chiffre d’affaires d’une période : par mois, par client, et ce qui reste dû',
  input: z.strictObject({ from: calledDay().optional(), to: calledDay().optional() }),
  output: z.strictObject({
    from: dayText,
    to: dayText,
    currency: z.string(),
    months: z.array(month),
    customers: z.array(ofCustomer),
    filtered: z.int(),
    turnover: amount,
    /** Of the same days a year before. */
    before: amount,
    received: amount,
    /** Today, whatever the period. */
    owed: z.array(z.strictObject({ age: z.enum(ages), amount, count: z.int() })),
  }),
  reads: true,
});
