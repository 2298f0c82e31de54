// Delivers a published note to its recipients: at once, and by a job to later ones.
import { InformationNote } from '#core/notes/note.ts';
import { noteReceived } from '#core/notes/notifications.ts';
import { lockOf } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { notify, settleAll, type Teller } from '#server/notifications/notify.ts';
import { type NoteNews, noteNotice } from './note-notice.ts';

interface Reached extends NoteNews {
  agent: string;
  byMail: boolean;
}

/** The version that a published note replaces is closed; its text and its receipts stay. */
async function closeReplaced(db: Db, by: Teller): Promise<void> {
  const closed = await db.query<{ id: string }>({
    name: 'close-replaced-notes',
    text: `update information_notes o set status = 300, version = o.version + 1, updated_at = now() from information_notes n
      where n.agency_id = app_agency() and n.status = 100 and n.published_at is not null
        and o.agency_id = n.agency_id and o.id = n.replaces_id and o.status = 100 returning o.id`,
  });
  if (closed.length === 0) return;
  const gone = closed.map(({ id }) => id);
  await settleAll(db, noteReceived, gone, by.now);
  await writeAudits(
    db,
    by,
    gone.map((id) => ({
      entity: InformationNote.name,
      id,
      action: 'close',
      changes: { status: { before: 100, after: 300 } },
    })),
  );
}

/** Creates missing receipts; a note outside its days reaches nobody. Null: all notes. */
export async function spread(id: string | null, db: Db, by: Teller): Promise<void> {
  await db.query({
    name: 'note-published',
    text: `update information_notes set published_at = $2
      where published_at is null and status = 100 and ($1::uuid is null or id = $1) and coalesce(start_date <= app_today(), true)`,
    values: [id, by.now],
  });
  await closeReplaced(db, by);
  const reached = await db.query<Reached & Record<string, unknown>>({
    name: 'spread-notes',
    text: `with reached as (
        insert into information_note_user_companies (agency_id, id, information_note_id, agent_id, sent_at)
        select n.agency_id, gen_random_uuid(), n.id, m.agent, $2
          from information_notes n cross join lateral app_note_members(n.id) m (agent)
          where n.agency_id = app_agency() and n.status = 100 and ($1::uuid is null or n.id = $1)
            and coalesce(n.start_date <= app_today(), true) and coalesce(n.end_date >= app_today(), true)
            and not exists (select from information_note_user_companies r
              where r.agency_id = n.agency_id and r.information_note_id = n.id and r.agent_id = m.agent)
        on conflict do nothing returning information_note_id, agent_id)
      select n.id, n.title, n.mandatory, n.notify_by_email as "byMail", r.agent_id as agent
      from reached r join information_notes n on n.agency_id = app_agency() and n.id = r.information_note_id
      order by n.id, r.agent_id`,
    values: [id, by.now],
  });
  if (reached.length === 0) return;
  // The audit lines also refresh open screens.
  const notes = [...Map.groupBy(reached, (one) => one.id).values()];
  await writeAudits(
    db,
    by,
    notes.map((people) => ({
      entity: InformationNote.name,
      id: (people[0] as Reached).id,
      action: 'addRecipients',
      changes: { recipientCount: { before: null, after: people.length } },
    })),
  );
  const notices = notes.map((people) => {
    const note = people[0] as Reached;
    const agents = people.map(({ agent }) => agent);
    return noteNotice(note, agents, { day: null, byMail: note.byMail });
  });
  await notify(db, noteReceived, notices, by);
}

export const spreadNotes = job(
  'spreadNotes',
  byClock,
  { label: 'Notes d’information : nouveaux destinataires', cron: { at: '*/10 * * * *', of: 'platform' } },
  async (_, services) => {
    const { rows } = await services.database.platform.query<{ agency: string }>(
      `select distinct n.agency_id as agency from information_notes n join agencies g on g.id = n.agency_id
        where n.status = 100 and ${lockOf('g')} is null`,
    );
    let failed: unknown = null;
    for (const { agency } of rows) {
      const context = { ...nobody, agency };
      const by: Teller = { caller: null, context, now: new Date(), services, host: null };
      // A failure of one agency does not affect the others.
      await services.database
        .transaction(context, (db) => spread(null, db, by))
        .catch((error: unknown) => {
          failed = error;
        });
    }
    if (failed) throw failed;
  },
);
