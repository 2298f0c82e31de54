import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { marginAxes } from './margins.ts';

/** Days, both included. */
export const longestMargins = 366;
export const mostMargins = 500;

const margin = z.strictObject({
  id: z.string(),
  name: z.string(),
  revenue: z.number(),
  forecast: z.number(),
  cost: z.number(),
  margin: z.number(),
  rate: z.number().nullable(),
  minutes: z.int(),
  services: z.int(),
  unpriced: z.int(),
  uncosted: z.int(),
});

export const days = { start: calledDay(), end: calledDay() };
const period = {
  ...days,
  by: z.enum(Object.keys(marginAxes) as [keyof typeof marginAxes]),
};
export const isPeriod = ({ start, end }: { start: string; end: string }): boolean =>
  start <= end && Date.parse(end) - Date.parse(start) < longestMargins * 86_400_000;
export const badPeriod = { message: 'La période va d’un jour à un autre, sur un an au plus.', path: ['end'] };

export const listMargins = endpoint({
  name: 'listMargins',
  method: 'POST',
  path: '/fetch/margins',
  mounts: { agency: ['listMargins'] },
  summary: 'Les marges d’une période par client, site, contrat ou mois : ce qui rapporte moins ce que le travail coûte',
  input: z.strictObject({ ...period, customer: z.uuid().optional() }).refine(isPeriod, badPeriod),
  output: z.strictObject({
    currency: z.string(),
    rows: z.array(margin),
    filtered: z.int(),
    total: margin,
    /** Of the revenue: lines typed by hand, subscriptions and credit notes of a part, by the date of the invoice. */
    typed: z.number(),
    /** Invoices less credit notes of the period, without tax: services count on their day, invoices on theirs. */
    turnover: z.number(),
  }),
  reads: true,
});

const service = z.strictObject({
  id: z.uuid(),
  reference: z.string(),
  day: z.string(),
  site: z.string(),
  amount: z.number().nullable(),
  cost: z.number(),
  margin: z.number(),
  isDone: z.boolean(),
});
export type CostlyService = z.output<typeof service>;

export const listCostlyServices = endpoint({
  name: 'listCostlyServices',
  method: 'POST',
  path: '/fetch/margins/services',
  mounts: { agency: ['listMargins'] },
  summary: 'Les services d’une ligne des marges, ceux qui la réduisent le plus d’abord',
  input: z.strictObject({ ...period, id: z.string().max(40) }).refine(isPeriod, badPeriod),
  output: z.strictObject({ currency: z.string(), services: z.array(service), filtered: z.int() }),
  reads: true,
});
