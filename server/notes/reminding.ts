// « Relancer »: a mail to people who have not read or confirmed the note, at most once a day.
import { InformationNote } from '#core/notes/note.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { notifyReaders, type Sending } from './spreading.ts';

/** Returns the number of reminded people; people without an address are left out. Row locks prevent double reminders. */
export async function remind(id: string, db: Db, by: Sending): Promise<number> {
  const reached = await db.query<Parameters<typeof notifyReaders>[0][number] & Record<string, unknown>>({
    name: 'remind-note',
    text: `with late as (
        update information_note_user_companies r set reminded_at = $2
          from information_notes n, agents a, (select time_zone as zone from agencies where id = app_agency()) g
          where r.information_note_id = $1 and n.agency_id = r.agency_id and n.id = r.information_note_id and n.status = 100
            and coalesce(n.end_date >= app_today(), true)
            and a.agency_id = r.agency_id and a.id = r.agent_id and a.status = 100 and a.email is not null
            and case when n.mandatory then r.acknowledged_at is null else r.read_at is null end
            and (r.reminded_at is null or (r.reminded_at at time zone g.zone)::date < app_today())
          returning n.id, n.title, n.mandatory, lower(a.email) as address, a.firstname, a.user_id is not null as "hasAccount")
      select late.*, true as notifies from late order by address`,
    values: [id, by.now],
  });
  if (reached.length === 0) return 0;
  await writeAudit(db, by, { entity: InformationNote.name, id, action: 'remind' });
  await notifyReaders(reached, true, db, by);
  return reached.length;
}
