// Writes mails and their events into the database.
import { filesOfHtml } from '#core/kernel/html.ts';
import type { EmailEventName } from '#core/mail/events.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { seal } from '#server/sealing.ts';
import type { Content } from './layout.ts';
import type { Within } from './mailer.ts';

export interface Outgoing {
  id: string;
  /** It may be recorded already, under this id. */
  isOnce?: boolean;
  from: { name: string; address: string } | null;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  content: Content;
  secret: boolean;
  attachments: string[];
}

/** A subject is always one line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export const everybody = ({ to, cc, bcc }: Pick<Outgoing, 'to' | 'cc' | 'bcc'>): string[] => [
  ...new Set([...to, ...cc, ...bcc].map((address) => address.toLowerCase())),
];

const columns = `id uuid, sender_name text, sender text, recipients text[], cc text[], bcc text[], pending text[], subject text,
  content jsonb, sealed text, user_id uuid, author text, reason text, host text, created_at timestamptz`;
const names = columns.split(',').map((column) => column.trim().split(' ')[0] as string);
const taken = names.map((name) => (name === 'sealed' ? `decode(x.sealed, 'base64')` : `x.${name}`)).join(', ');

/** Each mail once, without those that are recorded already. Found by their events: of mails themselves, only the owner reads. */
export async function unrecorded(outgoing: readonly Outgoing[], { db, agency }: Within): Promise<readonly Outgoing[]> {
  const ids = outgoing.flatMap(({ id, isOnce }) => (isOnce ? [id] : []));
  if (ids.length === 0 || agency === null) return outgoing;
  const known = await db.query<{ id: string }>({
    name: 'recorded-mails',
    text: 'select distinct email_id as id from email_events where agency_id = $1 and email_id = any ($2::uuid[])',
    values: [agency, ids],
  });
  const fresh = new Map(outgoing.map((one) => [one.id, one]));
  for (const { id } of known) fresh.delete(id);
  return [...fresh.values()];
}

export async function record(outgoing: readonly Outgoing[], secret: string, within: Within): Promise<void> {
  const { db, agency, caller, host, reason, now } = within;
  if (outgoing.length === 0) return;
  const rows = outgoing.map((one) => ({
    id: one.id,
    sender_name: one.from && oneLine(one.from.name),
    sender: one.from?.address ?? null,
    recipients: one.to,
    cc: one.cc,
    bcc: one.bcc,
    pending: everybody(one),
    subject: oneLine(one.subject),
    content: one.secret ? null : one.content,
    sealed: one.secret
      ? seal({ secret, purpose: 'mail', boundTo: one.id }, Buffer.from(JSON.stringify(one.content))).toString('base64')
      : null,
    user_id: caller?.userId ?? null,
    author: caller && (caller.acting ? `${caller.name} pour ${caller.acting.name}` : caller.name),
    reason,
    host,
    created_at: now,
  }));
  if (agency === null) {
    await db.query({
      name: 'record-platform-mails',
      text: `insert into platform_emails (${names.join(', ')}) select ${taken} from jsonb_to_recordset($1::jsonb) as x (${columns})`,
      values: [JSON.stringify(rows)],
    });
    return;
  }
  await db.query({
    name: 'record-mails',
    text: `insert into emails (agency_id, ${names.join(', ')}) select $1, ${taken} from jsonb_to_recordset($2::jsonb) as x (${columns})
      -- Recorded meanwhile: see unrecorded.
      on conflict do nothing`,
    values: [agency, JSON.stringify(rows)],
  });
  const files = outgoing.flatMap(({ id, attachments, content }) => [
    ...attachments.map((file, rank) => ({ email_id: id, file_id: file, rank, inline: false })),
    ...('html' in content.words ? filesOfHtml(content.words.html) : [])
      .filter((file) => !attachments.includes(file))
      .map((file, rank) => ({ email_id: id, file_id: file, rank, inline: true })),
  ]);
  if (files.length > 0)
    await db.query({
      name: 'record-attachments',
      text: `insert into email_attachments (agency_id, email_id, file_id, rank, inline)
        select $1, x.* from jsonb_to_recordset($2::jsonb) as x (email_id uuid, file_id uuid, rank integer, inline boolean)`,
      values: [agency, JSON.stringify(files)],
    });
  await writeEvents(
    within,
    rows.flatMap(({ id, pending, subject }) =>
      pending.map((email) => ({ emailId: id, event: 'request' as const, email, subject })),
    ),
  );
}

export interface EmailEventLine {
  emailId: string;
  event: EmailEventName;
  email: string;
  subject: string;
}

/** Events of a mail, one per address; mails of the platform are not tracked. */
export async function writeEvents(
  { db, agency, now }: Pick<Within, 'db' | 'agency' | 'now'>,
  lines: readonly EmailEventLine[],
): Promise<void> {
  if (agency === null || lines.length === 0) return;
  const rows = lines.map(({ emailId, event, email, subject }) => ({
    id: uuidv7(),
    email_id: emailId,
    event,
    email_subject: subject,
    email,
  }));
  await db.query({
    name: 'write-email-events',
    text: `insert into email_events (agency_id, date, created_at, id, email_id, event, email_subject, email)
      select $1, $3, $3, x.* from jsonb_to_recordset($2::jsonb)
        as x (id uuid, email_id uuid, event text, email_subject text, email text)`,
    values: [agency, JSON.stringify(rows), now],
  });
}
