// Calls of the payroll: a month computed or closed, where a figure comes from, its closing, its export (AC-011, AC-012).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { payIssues } from './facts.ts';
import { payMapping } from './mapping.ts';
import { payUnits } from './rubrics.ts';

const count = z.int();
const units = Object.keys(payUnits) as [keyof typeof payUnits, ...(keyof typeof payUnits)[]];
const issues = Object.keys(payIssues) as [keyof typeof payIssues, ...(keyof typeof payIssues)[]];
const rights = { agency: ['exportData'] } as const;

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Mois invalide');

const figures = {
  rubric: z.string(),
  label: z.string(),
  quantity: z.number().nullable(),
  unit: z.enum(units),
  rate: z.number().nullable(),
  amount: z.number(),
  regularises: z.string().nullable(),
};
const cell = z.strictObject(figures);
export type PayCell = z.output<typeof cell>;

const counter = z.strictObject({ opening: count, earned: count, taken: count, closing: count });
/** Minutes. */
const counters = z.strictObject({
  ...{ nightRest: counter, quotaRest: counter, overtimeYear: count, holidayRest: counter.optional() },
  /** Of closed months that changed since, in the opening. */
  corrections: z
    .array(
      z.strictObject({
        ...{ month, nightRest: count, quotaRest: count, overtime: count, holidayRest: count.optional() },
      }),
    )
    .optional(),
});

const agentRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  registrationNumber: z.string().nullable(),
  effective: count,
  paid: count,
  /** Services whose lived times wait for a decision: their plan counts (decision 97). */
  unsettled: count,
  issues: z.array(z.enum(issues)),
  total: z.number(),
  counters,
  cells: z.array(cell),
});
export type PayrollRow = z.output<typeof agentRow>;

const closed = z.strictObject({ at: z.string(), by: z.string().nullable() });

export const fetchPayrollMonth = endpoint({
  name: 'month:payroll',
  method: 'POST',
  reads: true,
  path: '/fetch/payroll/month',
  mounts: rights,
  summary: 'La paie d’un mois : collaborateurs et rubriques',
  input: z.strictObject({ month: month.nullish() }),
  output: z.strictObject({
    month,
    start: z.string(),
    end: z.string(),
    closed: closed.nullable(),
    /** Why it cannot be closed yet; null: it can. */
    refusal: z.string().nullable(),
    unsettled: count,
    rubrics: z.array(z.strictObject({ rubric: z.string(), label: z.string(), total: z.number() })),
    agents: z.array(agentRow),
    total: z.number(),
  }),
});
export type PayrollMonth = z.output<typeof fetchPayrollMonth.output>;

const line = z.strictObject({
  ...figures,
  percent: z.number().nullable(),
  article: z.string(),
  inputs: z.array(
    z.strictObject({
      label: z.string(),
      day: z.string().nullable(),
      quantity: z.number().nullable(),
      unit: z.enum(units),
      rate: z.number().nullable(),
      percent: z.number().nullable(),
      service: z.string().nullable(),
    }),
  ),
});
export type PayDetailLine = z.output<typeof line>;

export const fetchPayrollDetail = endpoint({
  name: 'detail:payroll',
  method: 'POST',
  reads: true,
  path: '/fetch/payroll/detail',
  mounts: rights,
  summary: 'D’où vient chaque chiffre de la paie d’un collaborateur',
  input: z.strictObject({ month, agent: z.uuid('Identifiant invalide') }),
  output: z.strictObject({ month, name: z.string(), total: z.number(), counters, lines: z.array(line) }),
});

export const fetchOwnCounters = endpoint({
  name: 'counters:payroll',
  method: 'POST',
  reads: true,
  path: '/fetch/payroll/counters',
  mounts: { agent: ['listOwnHours'] },
  summary: 'Ses compteurs de repos et d’heures supplémentaires, au dernier mois clos',
  input: z.strictObject({}),
  output: z.strictObject({ month: month.nullable(), counters: counters.nullable() }),
});

export const closePayroll = endpoint({
  name: 'close:payroll',
  method: 'POST',
  path: '/payroll/close',
  mounts: rights,
  summary: 'Clore la paie d’un mois ; elle ne se rouvre pas',
  input: z.strictObject({
    month,
    /** The unsettled time gaps that the caller saw: nobody closes without knowing them. */
    unsettled: count.min(0),
  }),
  output: z.strictObject({ month, closed }),
});

const exported = z.strictObject({
  month,
  agent: z.uuid(),
  name: z.string(),
  registrationNumber: z.string().nullable(),
  ...figures,
});

/** AC-012: without days, the current year. */
export const fetchPayroll = endpoint({
  name: 'export:payroll',
  method: 'POST',
  reads: true,
  path: '/fetch/payroll',
  mounts: rights,
  weight: 10,
  summary: 'Export de la paie, par défaut celle de l’année',
  input: z.strictObject({ shortcut: z.enum(['month', 'year']).default('year'), month: month.nullish() }),
  output: z.strictObject({
    start: z.string(),
    end: z.string(),
    lines: z.array(exported),
    /** The months that are not closed: their figures may still change. */
    open: z.array(month),
    mapping: payMapping,
  }),
});

/** Every rubric that a mapping can give a code. */
const rubrics = z.array(z.strictObject({ rubric: z.string(), label: z.string() }));

export const readPayMapping = endpoint({
  name: 'mapping:payroll',
  method: 'GET',
  path: '/payroll/mapping',
  mounts: rights,
  summary: 'Codes et format de l’export de la paie',
  output: z.strictObject({ mapping: payMapping, rubrics }),
});

export const savePayMapping = endpoint({
  name: 'saveMapping:payroll',
  method: 'PUT',
  path: '/payroll/mapping',
  mounts: rights,
  summary: 'Enregistrer les codes et le format de l’export de la paie',
  input: payMapping,
  output: z.strictObject({ mapping: payMapping }),
});
