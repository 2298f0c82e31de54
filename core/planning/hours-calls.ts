// Hours of the agents, of the caller and of the sites over a period, and their detail by service (AC-001 … AC-007).
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { type SlotMinutes, slotNames } from './slots.ts';

const uuid = z.uuid('Identifiant invalide');
const day = calledDay();
const count = z.int();

/** Days. */
export const longestHours = { list: 93, detail: 370 } as const;

const backwards = 'La fin précède le début';
const tooLong = (longest: number): string => `${longest} jours au plus`;
const isWithin = (start: string, end: string, longest: number): boolean =>
  Date.parse(end) - Date.parse(start) < longest * 86_400_000;

/** Both days included. */
export const dayPeriod = (longest: number) =>
  z
    .strictObject({ start: day, end: day })
    .refine(({ start, end }) => start <= end, { path: ['end'], message: backwards })
    .refine(({ start, end }) => isWithin(start, end, longest), { path: ['end'], message: tooLong(longest) });

/** Without days: the current pay period. */
const hoursPeriod = (longest: number) =>
  z
    .strictObject({ start: day.optional(), end: day.optional() })
    .refine(({ start, end }) => (start === undefined) === (end === undefined), {
      path: ['end'],
      message: 'Le début et la fin vont ensemble',
    })
    .refine(({ start = '', end = '' }) => start <= end, { path: ['end'], message: backwards })
    .refine(({ start, end }) => !start || !end || isWithin(start, end, longest), {
      path: ['end'],
      message: tooLong(longest),
    });

/** The counted days, and the first day of the agency's pay periods. */
const period = z.strictObject({ start: day, end: day, payPeriodStart: count });
export type CountedPeriod = z.output<typeof period>;

/** Minutes in each of the twelve slots. */
const slots = z.strictObject(
  Object.fromEntries(slotNames.map((name) => [name, count])) as Record<keyof SlotMinutes, typeof count>,
);

/** All in minutes, except meals. */
export const hoursRow = z.strictObject({
  id: uuid,
  name: z.string(),
  planned: count,
  effective: count,
  /** Of the effective minutes, those until now. */
  done: count,
  /** Art. 7.12: effective hours, and what is paid beyond them. */
  paid: count,
  breaks: count,
  gaps: count,
  /** Services whose lived times differ from the plan and wait for a decision: their plan counts (decision 97). */
  unsettled: count,
  /** Null: no contract in the period, or not an employee of the agency. */
  contract: count.nullable(),
  /** Minutes worked above the contract; negative: minutes missing. */
  difference: count.nullable(),
  slots,
  /** Of the weeks, months or cycles that end in the period, by rate. */
  overtime: z.array(z.strictObject({ percent: z.number(), minutes: count })),
  night: count,
  nightRest: count,
  meals: count,
});
export type HoursRow = z.output<typeof hoursRow>;

const steps = z.array(z.strictObject({ from: z.number(), percent: z.number(), minutes: count }));

/** One person's hours, with the weeks, months and cycles that overtime is computed from. */
export const wholeHours = hoursRow.extend({
  weeks: z.array(z.strictObject({ monday: z.string(), number: count, minutes: count, overtime: steps })),
  months: z.array(z.strictObject({ month: z.string(), minutes: count, contract: count, over: count, overtime: steps })),
  cycles: z.array(
    z.strictObject({
      monday: z.string(),
      weeks: count,
      minutes: count,
      contract: count,
      over: count,
      overtime: steps,
    }),
  ),
  /** Art. 7.12: the days on which more is paid than worked, and why. */
  paidDays: z.array(
    z.strictObject({
      day: z.string(),
      effective: count,
      paid: count,
      by: z.enum(['minimum', 'amplitude', 'effective']),
      from: z.string(),
      to: z.string(),
    }),
  ),
});
export type WholeHours = z.output<typeof wholeHours>;

export const hoursOrders = [
  'name',
  'planned',
  'effective',
  'paid',
  'contract',
  'difference',
  'overtime',
  'night',
  'meals',
] as const;
export type HoursOrder = (typeof hoursOrders)[number];

const paged = {
  query: z.string().max(200).nullish(),
  ascending: z.boolean().optional(),
  limit: z.int().min(1).max(5_000).optional(),
  offset: z.int().min(0).max(1_000_000).optional(),
};

export const agentsHours = endpoint({
  name: 'agentsHours:service',
  method: 'POST',
  reads: true,
  path: '/agents/fetch/hours',
  mounts: { agency: ['listAgentHours'] },
  summary: 'Heures des collaborateurs sur une période',
  input: hoursPeriod(longestHours.list).safeExtend({
    ...paged,
    orderBy: z.enum(hoursOrders, 'Tri inconnu').optional(),
  }),
  output: z.strictObject({
    period,
    hours: z.array(hoursRow),
    filtered: count,
    /** Over all rows that match the search. */
    totals: hoursRow.omit({ id: true, name: true }),
  }),
});

export const ownHours = endpoint({
  name: 'ownHours:service',
  method: 'POST',
  reads: true,
  path: '/fetch/hours',
  mounts: { agent: ['listOwnHours'] },
  summary: 'Ses propres heures sur une période',
  input: hoursPeriod(longestHours.detail),
  output: z.strictObject({ period, hours: wholeHours }),
});

const line = z.strictObject({
  service: uuid,
  reference: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  site: z.string(),
  postTitle: z.string().nullable(),
  planned: count,
  effective: count,
  breaks: count,
  gaps: count,
  slots,
  unsettled: z.boolean(),
});
export type HoursLine = z.output<typeof line>;

export const hourDetail = endpoint({
  name: 'hourDetail:service',
  method: 'POST',
  reads: true,
  path: '/fetch/hour-detail',
  mounts: { agency: ['listAgentHours'], agent: ['listOwnHours'] },
  summary: 'Détail des heures d’un collaborateur, service par service et tranche par tranche',
  input: hoursPeriod(longestHours.detail).safeExtend({
    /** On an agent's own path: the caller. */
    agent: uuid.nullish(),
  }),
  output: z.strictObject({ period, hours: wholeHours, services: z.array(line) }),
});

/** Minutes. Unassigned posts count as wanted too. */
export const siteHoursRow = z.strictObject({
  id: uuid,
  name: z.string(),
  customer: z.string().nullable(),
  services: count,
  /** From start to end, times the number of agents wanted. */
  wanted: count,
  /** Agents' hours minus breaks; null for customers, who may not see agents. */
  planned: count.nullable(),
  effective: count.nullable(),
  missing: count.nullable(),
  /** Slots of the wanted minutes. */
  slots,
});
export type SiteHoursRow = z.output<typeof siteHoursRow>;

export const siteHoursOrders = ['name', 'services', 'wanted', 'planned', 'effective', 'missing'] as const;
export type SiteHoursOrder = (typeof siteHoursOrders)[number];

export const sitesHours = endpoint({
  name: 'sitesHours:service',
  method: 'POST',
  reads: true,
  path: '/fetch/sites/hours',
  mounts: { agency: ['listAgencyHours'], customer: ['readSitePlanning'] },
  summary: 'Heures par site sur une période',
  input: hoursPeriod(longestHours.list).safeExtend({
    ...paged,
    /** Only the sites of this customer. */
    customer: uuid.nullish(),
    orderBy: z.enum(siteHoursOrders, 'Tri inconnu').optional(),
  }),
  output: z.strictObject({
    period,
    hours: z.array(siteHoursRow),
    filtered: count,
    totals: siteHoursRow.omit({ id: true, name: true, customer: true }),
  }),
});

export const siteHourDetail = endpoint({
  name: 'siteHourDetail:service',
  method: 'POST',
  reads: true,
  path: '/fetch/sites/hour-detail',
  mounts: { agency: ['listAgencyHours'], customer: ['readSitePlanning'] },
  summary: 'Détail des heures d’un site, service par service',
  input: hoursPeriod(longestHours.list).safeExtend({ site: uuid }),
  output: z.strictObject({
    period,
    services: z.array(
      line.omit({ site: true, breaks: true, gaps: true, unsettled: true }).extend({
        planned: count.nullable(),
        effective: count.nullable(),
        wanted: count,
        agents: z.array(z.string()),
      }),
    ),
  }),
});
