// The dashboard of each role (W-003): today's tasks, each with a count and a link to its list, and staff figures.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** Filters as in the URL of the list. */
const task = z.strictObject({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  tone: z.enum(['negative', 'warning', 'neutral']),
  /** The entity whose list it opens. */
  entity: z.string(),
  filters: z.record(z.string(), z.unknown()),
});
export type DashboardTask = z.output<typeof task>;

const share = z.strictObject({ code: z.string(), count: z.int() });

const staffing = z.strictObject({
  /** Active agents, by type, and by contract type. */
  byType: z.array(share),
  byContract: z.array(share),
  /** Twelve months, the current one last: staff under contract on the last day, entries and exits. */
  months: z.array(z.strictObject({ month: z.string(), headcount: z.int(), entries: z.int(), exits: z.int() })),
});
export type Staffing = z.output<typeof staffing>;

const dashboard = z.strictObject({
  tasks: z.array(task),
  /** Null: not shown to this role. */
  staffing: staffing.nullable(),
});
export type Dashboard = z.output<typeof dashboard>;

export const readDashboard = endpoint({
  name: 'readDashboard',
  method: 'GET',
  path: '/dashboard',
  mounts: { agency: ['readDashboard'], agent: 'signedIn', customer: ['readDashboard'] },
  summary: 'Le tableau de bord du rôle : ce qui attend, avec la liste que chaque nombre ouvre, et l’effectif',
  madeOf: [
    ...[
      'service',
      'serviceTime',
      'agentRequest',
      'customerRequest',
      'staffTransfer',
      'agentContract',
      'customerContract',
    ],
    ...[
      'invoice',
      'invoiceRecurrence',
      'estimate',
      'commercialContract',
      'agent',
      'document',
      'customer',
      'emailEvent',
    ],
  ],
  output: z.strictObject({ dashboard }),
});
