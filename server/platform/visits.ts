// Platform staff enter an agency and leave it: both histories keep it, and the agency's owner reads his (AB-001).
import { Problem } from '#core/kernel/problem.ts';
import { approveAgency, createAgencyManager } from '#core/platform/agency-calls.ts';
import { enterAgency, leaveAgency } from '#core/platform/visits.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { agencyFactsOf, type CompanyRow, companyOf } from '#server/session/profile.ts';
import { inviteManager } from './administrators.ts';
import { companyColumns } from './agencies.ts';
import { asOneself, noteOnAgency } from './noting.ts';

async function agencyOf(db: Db, id: string): Promise<CompanyRow> {
  const [row] = isUuid(id)
    ? await db.query<CompanyRow & Record<string, unknown>>({
        text: `select ${companyColumns} from agencies where id = $1 and id <> platform_agency()`,
        values: [id],
      })
    : [];
  if (!row) throw new Problem('missing', 'Agence introuvable');
  return row;
}

export const visitHandlers: Handler[] = [
  handle(enterAgency, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const agency = await agencyOf(db, call.params.id);
      const { agency_id: id, agency_name: name } = agency;
      await noteOnAgency(db, call as never, { id, action: 'enterAgency' });
      return { agency: { id, name, ...agencyFactsOf(agency) } };
    }),
  ),

  handle(leaveAgency, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const { agency_id: id } = await agencyOf(db, call.params.id);
      await noteOnAgency(db, call as never, { id, action: 'leaveAgency' });
    }),
  ),

  handle(createAgencyManager, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const { agency_id: id } = await agencyOf(db, call.params.id);
      const invited = await inviteManager(db, asOneself(call as never), id, call.input);
      await noteOnAgency(db, call as never, {
        id,
        action: 'createManager',
        changes: { manager: { before: null, after: invited.fullname } },
      });
      return { manager: { id: invited.id, fullname: invited.fullname, email: call.input.email } };
    }),
  ),

  handle(approveAgency, (call) =>
    call.services.database.platformTransaction(async (db) => {
      const before = await agencyOf(db, call.params.id);
      const { agency_id: id } = before;
      if (!before.pending) return { agency: companyOf(before) };
      await db.query({
        text: 'update agencies set pending = false, version = version + 1 where id = $1',
        values: [id],
      });
      await noteOnAgency(db, call as never, { id, action: 'approveAgency' });
      return { agency: companyOf({ ...before, pending: false }) };
    }),
  ),
];
