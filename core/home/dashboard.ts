// The dashboard of each role (W-003): what needs somebody today, each count opening the list it counts, and the staff in figures.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** Filters as the list's address keeps them. */
const task = z.strictObject({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  tone: z.enum(['negative', 'warning', 'neutral']),
  /** Whose list it opens. */
  entity: z.string(),
  filters: z.record(z.string(), z.unknown()),
});
export type DashboardTask = z.output<typeof task>;

const share = z.strictObject({ code: z.string(), count: z.int() });

const staffing = z.strictObject({
  /** Agents who work, by type, and by the type of their contract. */
  byType: z.array(share),
  byContract: z.array(share),
  /** Twelve months, the current one last: who was under contract on its last day, who came, who left. */
  months: z.array(z.strictObject({ month: z.string(), headcount: z.int(), entries: z.int(), exits: z.int() })),
});
export type Staffing = z.output<typeof staffing>;

const dashboard = z.strictObject({
  tasks: z.array(task),
  /** Null: not for this role. */
  staffing: staffing.nullable(),
});
export type Dashboard = z.output<typeof dashboard>;

export const readDashboard = endpoint({
  name: 'readDashboard',
  method: 'GET',
  path: '/dashboard',
  mounts: { agency: ['readDashboard'], agent: 'signedIn', customer: ['readDashboard'] },
  summary: 'Le tableau de bord du rôle : ce qui attend, avec la liste que chaque nombre ouvre, et l’effectif',
  output: z.strictObject({ dashboard }),
});
