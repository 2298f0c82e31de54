// What the platform does to an agency: its sheet and the agency's own history both tell it.
import { platformAgencyId } from '#core/kernel/platform.ts';
import { AdminAgency } from '#core/platform/agency.ts';
import type { Db } from '#server/db/database.ts';
import { type Changes, writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import type { Call, Caller } from '#server/kernel/call.ts';
import { asAgency } from './as-agency.ts';

interface Noted {
  id: string;
  action: string;
  changes?: Changes;
  reason?: string;
}

/** One's own name alone: nobody acts for anybody between two agencies. */
export const asOneself = (call: Call): Call => ({ ...call, caller: { ...(call.caller as Caller), acting: null } });

/** As the platform's role, in the transaction of the act. */
export async function noteOnAgency(db: Db, call: Call, { id, action, changes = {}, reason }: Noted): Promise<void> {
  const self = asOneself(call);
  const line = { id, action, changes, ...(reason ? { reason } : {}) };
  await writePlatformAudit(db, self, { entity: 'agency', id, action, changes });
  await asAgency(db, self, platformAgencyId, (there) => writeAudit(db, there, { entity: AdminAgency.name, ...line }));
  await asAgency(db, self, id, (there) => writeAudit(db, there, { entity: 'agency', ...line }));
}
