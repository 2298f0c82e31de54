// « Relancer »: tells people who have not read or confirmed the note, at most once a day.
import { InformationNote } from '#core/notes/note.ts';
import { noteReceived } from '#core/notes/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { notify, type Teller } from '#server/notifications/notify.ts';
import { type NoteNews, noteNotice } from './note-notice.ts';

interface Late extends NoteNews, Record<string, unknown> {
  agent: string;
  day: string;
}

/** Returns the number of reminded people; people without an address and an account are left out. Row locks prevent double reminders. */
export async function remind(id: string, db: Db, by: Teller): Promise<number> {
  const late = await db.query<Late>({
    name: 'remind-note',
    text: `update information_note_user_companies r set reminded_at = $2
      from information_notes n, agents a, (select time_zone as zone from agencies where id = app_agency()) g
      where r.information_note_id = $1 and n.agency_id = r.agency_id and n.id = r.information_note_id and n.status = 100
        and coalesce(n.end_date >= app_today(), true)
        and a.agency_id = r.agency_id and a.id = r.agent_id and a.status = 100 and (a.email is not null or a.user_id is not null)
        and case when n.mandatory then r.acknowledged_at is null else r.read_at is null end
        and (r.reminded_at is null or (r.reminded_at at time zone g.zone)::date < app_today())
      returning n.id, n.title, n.mandatory, a.id as agent, app_today()::text as day`,
    values: [id, by.now],
  });
  const [note] = late;
  if (!note) return 0;
  await writeAudit(db, by, { entity: InformationNote.name, id, action: 'remind' });
  const agents = late.map(({ agent }) => agent);
  const { told } = await notify(db, noteReceived, [noteNotice(note, agents, { day: note.day, byMail: true })], by);
  return told;
}
