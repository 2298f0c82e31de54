// Staff of the platform who call an agency without having entered it: its history names them all the same (AB-001).
import { nobody } from '#server/db/context.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Caller } from '#server/kernel/call.ts';

export type NoteVisit = (caller: Caller, agency: string) => Promise<void>;

/** A working day: an open page that is used again the next morning is another visit. */
const longest = '12 hours';

export function createVisits(database: Database): NoteVisit {
  /** The calls of one screen come together: one of them notes. */
  const noting = new Map<string, Promise<void>>();
  const note: NoteVisit = async (caller, agency) => {
    const { rows } = await database.platform.query<{ action: string }>({
      name: 'last-visit',
      text: `select action from audit where agency_id = $1 and entity = 'agency' and entity_id = $1 and user_id = $2
        and action in ('enterAgency', 'leaveAgency') and at > now() - interval '${longest}' order by at desc, id desc limit 1`,
      values: [agency, caller.userId],
    });
    if (rows[0]?.action === 'enterAgency') return;
    const context = { ...nobody, agency, user: caller.userId };
    await database.transaction(context, (db) =>
      writeAudit(
        db,
        { caller: { ...caller, acting: null }, context, now: new Date() },
        { entity: 'agency', id: agency, action: 'enterAgency' },
      ),
    );
  };
  return (caller, agency) => {
    const key = `${caller.userId} ${agency}`;
    const known = noting.get(key);
    if (known) return known;
    const made = note(caller, agency).finally(() => noting.delete(key));
    noting.set(key, made);
    return made;
  };
}
