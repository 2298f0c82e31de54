// Calls on the agencies of the platform, beyond their list, sheet and edit (core/platform/agency.ts).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { listInput } from '../kernel/query.ts';
import { listedSchema } from '../kernel/schema.ts';
import { company } from '../session/session.ts';
import { AdminAgency } from './agency.ts';
import { invitedPerson } from './person.ts';

/** AB-006: every row of the filters, in their order. */
export const exportAgencies = endpoint({
  name: 'exportAgencies',
  method: 'POST',
  reads: true,
  path: '/fetch/agencies-export',
  mounts: { platform: 'admin' },
  summary: 'Les agences à exporter, sans pages',
  input: listInput.omit({ page: true, limit: true, fields: true, count: true }),
  output: z.strictObject({ adminAgencies: z.array(listedSchema(AdminAgency)), filtered: z.int() }),
});

/** AB-008 */
export const createAgencyManager = endpoint({
  name: 'createAgencyManager',
  method: 'POST',
  path: '/admin/agency/{id}/manager',
  mounts: { root: 'admin' },
  summary: 'Créer l’administrateur d’une agence qui n’en a pas, et l’inviter par e-mail',
  params: byId,
  input: invitedPerson,
  output: z.strictObject({ manager: z.strictObject({ id: z.uuid(), fullname: z.string(), email: z.string() }) }),
});

/** its people wait for this. */
export const approveAgency = endpoint({
  name: 'approveAgency',
  method: 'PATCH',
  path: '/admin/agency/{id}/approve',
  mounts: { root: 'admin' },
  summary: 'Accepter une agence en attente de modération',
  params: byId,
  output: z.strictObject({ agency: company }),
});
