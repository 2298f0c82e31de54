// Information notes: recipients, readers, reminders.
import { entityNamed } from '#core/entities.ts';
import { refusal } from '#core/kernel/machine.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import {
  deleteInformationNote,
  InformationNote,
  informationNoteStatus,
  listInformationNoteReaders,
  markInformationNote,
  publishedStatus,
  remindInformationNote,
  reviseInformationNote,
  versionFields,
  waitingInformationNotes,
} from '#core/notes/note.ts';
import { noteRead } from '#core/notes/note-message.ts';
import { noteReceived } from '#core/notes/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { asSender } from '#server/field/sender.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { receive } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';
import { lockRows, prepareMany, writeMany } from '#server/kernel/save.ts';
import { needOne } from '#server/kernel/scope.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { settleAll, settleOwn } from '#server/notifications/notify.ts';
import { remind } from './reminding.ts';
import { spread } from './spreading.ts';

const own = (column: string) => (t: string) =>
  `(select ${column} from information_note_user_companies r
    where r.agency_id = ${t}.agency_id and r.information_note_id = ${t}.id and r.agent_id = app_own_agent())`;
const counted = (condition: string) => (t: string) =>
  `(select count(*)::integer from information_note_user_companies r
    where r.agency_id = ${t}.agency_id and r.information_note_id = ${t}.id${condition})`;

/** A note whose later version applies is not published again. */
async function refuseReplaced(ids: readonly string[], db: Db): Promise<void> {
  const replaced = await db.query({
    name: 'notes-replaced',
    text: `with recursive later as (
        select id, status, published_at from information_notes where agency_id = app_agency() and replaces_id = any ($1::uuid[])
        union select n.id, n.status, n.published_at from later l
          join information_notes n on n.agency_id = app_agency() and n.replaces_id = l.id)
      select 1 from later where status = ${publishedStatus} and published_at is not null limit 1`,
    values: [ids],
  });
  if (replaced.length > 0)
    throw new Problem('conflict', 'Une version plus récente de cette note est publiée : c’est elle qui s’applique.');
}

export const informationNoteExtension: Extension<typeof InformationNote> = {
  computed: {
    receiptId: own('r.id::text'),
    readAt: own(utc('r.read_at')),
    acknowledgedAt: own(utc('r.acknowledged_at')),
    recipientCount: counted(''),
    readCount: counted(' and r.read_at is not null'),
    acknowledgedCount: counted(' and r.acknowledged_at is not null'),
  },
  async afterSave(rows, call) {
    for (const { after } of rows) if (after.status === publishedStatus) await spread(after.id, call.db, call);
  },
  async afterMove(move, rows, call) {
    const ids = rows.map(({ id }) => id);
    if (move === 'close' || move === 'withdraw') await settleAll(call.db, noteReceived, ids, call.now);
    if (move !== 'publish') return;
    await refuseReplaced(ids, call.db);
    for (const id of ids) await spread(id, call.db, call);
  },
};

const missing = (): Problem => new Problem('missing', InformationNote.missing);

async function seen(db: Db, id: string): Promise<void> {
  const rows = isUuid(id)
    ? await db.query({ name: 'note-seen', text: 'select 1 from information_notes where id = $1', values: [id] })
    : [];
  if (rows.length === 0) throw missing();
}

interface Receipt {
  id: string;
  note: string;
  isOwn: boolean;
  read: Date | null;
  acknowledged: Date | null;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** References by their id. */
const plainValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(({ id }: { id: string }) => ({ id })) : value;

const plan = planOf(InformationNote, informationNoteExtension, entityNamed);

/** The times of the first reading and of the first confirmation stay. */
async function mark(receipt: string, isAcknowledged: boolean, at: Date, call: Call) {
  const { db, caller, profile, now } = call;
  // Platform staff without a profile have no notes to read.
  if (!profile) throw new Problem('forbidden', messages.notYours);
  const [held] = isUuid(receipt)
    ? await db.query<Receipt & Record<string, unknown>>({
        name: 'note-receipt',
        text: `select r.id, r.information_note_id as note, r.agent_id = $2 as "isOwn", r.read_at as read, r.acknowledged_at as acknowledged
            from information_note_user_companies r join information_notes n on n.agency_id = r.agency_id and n.id = r.information_note_id
            where r.id = $1 and n.status = ${publishedStatus} for update of r`,
        values: [receipt, profile.id],
      })
    : [];
  if (!held?.isOwn) throw missing();
  const answer = (read: Date | null, acknowledged: Date | null) => ({
    id: held.id,
    readAt: iso(read),
    acknowledgedAt: iso(acknowledged),
  });
  // Staff acting for a person do not mark the note as read.
  if (caller?.acting) return answer(held.read, held.acknowledged);
  const read = held.read ?? at;
  const acknowledged = held.acknowledged ?? (isAcknowledged ? at : null);
  if (read === held.read && acknowledged === held.acknowledged) return answer(read, acknowledged);
  await db.query({
    name: 'mark-note',
    text: 'update information_note_user_companies set read_at = $2, acknowledged_at = $3 where id = $1',
    values: [held.id, read, acknowledged],
  });
  await settleOwn(db, noteReceived, held.note, now);
  const action = acknowledged === held.acknowledged ? 'read' : 'acknowledge';
  await writeAudit(db, call, { entity: InformationNote.name, id: held.note, action });
  return answer(read, acknowledged);
}

/** On a phone it counts from the moment it was read there. */
export const receiveNote = receive(noteRead, async (event, call) => {
  if (call.context.agent !== null) needOne(call.asker, ['listOwnInformationNotes']);
  const moment = new Date(Math.min(event.at.getTime(), call.now.getTime()));
  const { receipt, acknowledged } = event.payload;
  await asSender(event, call, (own) => mark(receipt, acknowledged === true, moment, own));
});

export const informationNoteHandlers: Handler[] = [
  handle(deleteInformationNote, async (call) => {
    const [note] = (await lockRows(plan, call.db, [call.params.id])).values();
    const isDraft = note !== undefined && refusal(informationNoteStatus, 'delete', note) === null;
    await moveMany(plan, [call.params.id], isDraft ? 'delete' : 'withdraw', call);
  }),

  handle(reviseInformationNote, async (call) => {
    const { db, params, input } = call;
    const [note] = (await lockRows(plan, db, [params.id])).values();
    if (!note) throw missing();
    const refused = refusal(informationNoteStatus, 'withdraw', note);
    if (refused) throw new Problem('conflict', 'Seule une note publiée ou close reçoit une nouvelle version.');
    const [waiting] = await db.query<{ id: string }>({
      name: 'note-version-waiting',
      text: 'select id from information_notes where agency_id = app_agency() and replaces_id = $1 and status = 200',
      values: [note.id],
    });
    const sent = input.note ?? {};
    if (waiting) {
      if (Object.keys(sent).length === 0) return { id: waiting.id };
      // It was typed over the published note: it would overwrite what somebody else wrote.
      throw new Problem('conflict', 'Une nouvelle version de cette note attend déjà : ouvrez-la pour la compléter.');
    }
    // The first day of the old version is not that of the new one.
    const old = versionFields.filter((name) => name !== 'startDate').map((name) => [name, plainValue(note[name])]);
    const draft = { ...Object.fromEntries(old), ...sent };
    const prepared = await prepareMany(plan, [draft], call, { byServer: true, pathOf: () => 'note' });
    for (const { columns } of prepared) Object.assign(columns, { edition: note.edition + 1, replaces_id: note.id });
    const [made] = await writeMany(plan, prepared, call);
    return { id: made?.after.id as string };
  }),

  handle(markInformationNote, async (call) => ({
    informationNoteUserCompany: await mark(call.params.id, call.input.acknowledged === true, call.now, call),
  })),

  handle(listInformationNoteReaders, async ({ db, params }) => {
    await seen(db, params.id);
    const rows = await db.query<{
      id: string;
      agent_id: string;
      fullname: string;
      has_email: boolean;
      sent_at: Date;
      read_at: Date | null;
      acknowledged_at: Date | null;
      reminded_at: Date | null;
    }>({
      name: 'note-readers',
      text: `select r.id, r.agent_id, a.fullname, a.email is not null as has_email, r.sent_at, r.read_at, r.acknowledged_at, r.reminded_at
        from information_note_user_companies r join agents a on a.agency_id = r.agency_id and a.id = r.agent_id
        where r.information_note_id = $1 order by a.lastname collate "fr-x-icu", a.firstname collate "fr-x-icu", r.id`,
      values: [params.id],
    });
    return {
      readers: rows.map((row) => ({
        id: row.id,
        agentId: row.agent_id,
        fullname: row.fullname,
        hasEmail: row.has_email,
        sentAt: row.sent_at.toISOString(),
        readAt: iso(row.read_at),
        acknowledgedAt: iso(row.acknowledged_at),
        remindedAt: iso(row.reminded_at),
      })),
    };
  }),

  handle(remindInformationNote, async (call) => {
    await seen(call.db, call.params.id);
    return { reminded: await remind(call.params.id, call.db, call) };
  }),

  handle(waitingInformationNotes, async ({ db }) => {
    const [row] = await db.query<{ unread: number; notes: { id: string; title: string }[] }>({
      name: 'notes-waiting',
      text: `select count(*) filter (where r.read_at is null)::integer as unread,
          coalesce(json_agg(json_build_object('id', n.id, 'title', n.title) order by r.sent_at, n.id)
            filter (where n.mandatory and r.acknowledged_at is null), '[]') as notes
        from information_note_user_companies r join information_notes n on n.agency_id = r.agency_id and n.id = r.information_note_id
        where r.agent_id = app_agent()`,
    });
    return { waiting: { unread: row?.unread ?? 0, toAcknowledge: row?.notes ?? [] } };
  }),
];
