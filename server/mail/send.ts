// Sends one recorded mail to the remaining recipients, and records the result for each.
import { Readable } from 'node:stream';
import * as z from 'zod';
import { fileMessages } from '#core/files/messages.ts';
import type { EmailEventName } from '#core/mail/events.ts';
import type { Db } from '#server/db/database.ts';
import { type Attempt, Hopeless, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { redactedMessage } from '#server/operations/redact.ts';
import { unseal } from '#server/sealing.ts';
import { senderOf } from '#server/tenant/pages.ts';
import type { Branded } from '#server/tenant/read.ts';
import { type Brand, type Content, htmlOf, textOf } from './layout.ts';
import { everybody, writeEvents } from './record.ts';
import type { Attachment, Verdict } from './transport.ts';

interface EmailRow {
  id: string;
  sender_name: string | null;
  sender: string | null;
  recipients: string[];
  cc: string[];
  bcc: string[];
  pending: string[];
  subject: string;
  content: Content | null;
  sealed: Buffer | null;
  host: string | null;
  created_at: Date;
}

const columns = 'id, sender_name, sender, recipients, cc, bcc, pending, subject, content, sealed, host, created_at';

/** The agency's own table, or the platform's. */
const placeOf = (agency: string | null): { table: string; is: string; key: (id: string) => unknown[] } =>
  agency === null
    ? { table: 'platform_emails', is: 'id = $1', key: (id) => [id] }
    : { table: 'emails', is: 'id = $1 and agency_id = $2', key: (id) => [id, agency] };

/** The content id of the attached logo: mail readers show it without a web request. */
const logoId = 'logo';

/** Mail readers do not show SVG. */
const logoOf = ({ logo }: Branded): Attachment[] =>
  logo?.type === 'image/png'
    ? [{ filename: 'logo.png', contentType: logo.type, content: Readable.from([logo.content]), cid: logoId }]
    : [];

async function brandOf({ database }: Services, { tenant, logo }: Branded, agency: string | null): Promise<Brand> {
  const { rows } = await database.platform.query<{ name: string }>('select name from agencies where id = $1', [agency]);
  return {
    name: rows[0]?.name ?? tenant.name,
    tenant: tenant.name,
    accent: tenant.accent,
    logoUrl: logo?.type === 'image/png' ? `cid:${logoId}` : null,
  };
}

function contentOf({ id, content, sealed }: EmailRow, secret: string): Content {
  if (content) return content;
  if (!sealed) throw new Hopeless('Le contenu de cet e-mail n’est plus conservé.');
  return JSON.parse(unseal({ secret, purpose: 'mail', boundTo: id }, sealed).toString()) as Content;
}

async function attachmentsOf({ database, files }: Services, agency: string | null, id: string): Promise<Attachment[]> {
  if (agency === null) return [];
  const { rows } = await database.platform.query<{
    id: string;
    name: string;
    mime_type: string;
    hash: string | null;
    inline: boolean;
  }>(
    `select f.id, f.name, f.mime_type, f.hash, a.inline from email_attachments a
      join files f on f.agency_id = a.agency_id and f.id = a.file_id
      where a.agency_id = $1 and a.email_id = $2 order by a.inline, a.rank, a.file_id`,
    [agency, id],
  );
  return Promise.all(
    rows.map(async ({ id: cid, name, mime_type, hash, inline }) => {
      // Tried again later.
      if (hash === null) throw new Error(fileMessages.awaited);
      return { filename: name, contentType: mime_type, content: await files.open(hash), ...(inline ? { cid } : {}) };
    }),
  );
}

const eventOf: Record<Verdict['verdict'], EmailEventName> = {
  accepted: 'sent',
  later: 'deferred',
  refused: 'hard_bounce',
  invalid: 'invalid',
};

interface Outcome {
  row: EmailRow;
  verdicts: readonly Verdict[];
  agency: string | null;
  count: number;
  isLast: boolean;
  now: Date;
}

async function note(db: Db, { row, verdicts, agency, count, isLast, now }: Outcome): Promise<void> {
  const { table, is, key } = placeOf(agency);
  const pending = verdicts.flatMap(({ address, verdict }) => (verdict === 'later' ? [address] : []));
  const reached =
    verdicts.some(({ verdict }) => verdict === 'accepted') ||
    row.pending.length < everybody({ ...row, to: row.recipients }).length;
  const state = pending.length > 0 ? (isLast ? 'failed' : 'deferred') : reached ? 'sent' : 'failed';
  const error = verdicts.findLast((one) => one.error)?.error ?? null;
  const keys = key(row.id);
  const at = keys.length;
  await db.query({
    text: `update ${table} set pending = $${at + 1}, state = $${at + 2}, attempts = attempts + 1, last_error = $${at + 3},
        settled_at = $${at + 4}, sealed = case when $${at + 5} then null else sealed end where ${is}`,
    values: [
      ...keys,
      pending,
      state,
      error && redactedMessage(error),
      pending.length > 0 ? null : now,
      pending.length === 0,
    ],
  });
  await writeEvents(
    { db, agency, now },
    verdicts
      // Repeated delays are one event.
      .filter(({ verdict }) => verdict !== 'later' || count === 1)
      .map(({ address, verdict }) => ({
        emailId: row.id,
        event: eventOf[verdict],
        email: address,
        subject: row.subject,
      })),
  );
}

async function deliver(services: Services, row: EmailRow, agency: string | null): Promise<Verdict[]> {
  const { tenants, environment } = services;
  const branded = tenants.of(row.host);
  const [brand, content] = [await brandOf(services, branded, agency), contentOf(row, environment.secret)];
  const sender = senderOf(branded, environment.mailFrom);
  return services.mailer.transport.deliver({
    id: row.id,
    createdAt: row.created_at,
    from: { name: row.sender_name ?? (agency === null ? sender.name : brand.name), address: sender.address },
    replyTo: row.sender,
    to: row.recipients,
    cc: row.cc,
    bcc: row.bcc,
    envelope: row.pending,
    subject: row.subject,
    text: textOf(brand, content),
    html: htmlOf(brand, row.subject, content),
    attachments: [...logoOf(branded), ...(await attachmentsOf(services, agency, row.id))],
  });
}

/** Records a full disk or a lost file on the mail, like a refusal of the mail server. */
async function attempted(services: Services, row: EmailRow, agency: string | null): Promise<Verdict[]> {
  try {
    return await deliver(services, row, agency);
  } catch (error) {
    if (error instanceof Hopeless) throw error;
    return row.pending.map((address) => ({ address, verdict: 'later', error: redactedMessage(error) }));
  }
}

async function send({ id }: { id: string }, services: Services, { agency, count, isLast }: Attempt): Promise<void> {
  const { table, is, key } = placeOf(agency);
  const { database } = services;
  const { rows } = await database.platform.query<EmailRow>(`select ${columns} from ${table} where ${is}`, key(id));
  const [row] = rows;
  // Already sent by an earlier attempt, or removed with its agency.
  if (!row || row.pending.length === 0) return;
  const verdicts = await attempted(services, row, agency);
  await database.platformTransaction((db) => note(db, { row, verdicts, agency, count, isLast, now: new Date() }));
  const later = verdicts.find(({ verdict }) => verdict === 'later');
  if (later) throw new Error(later.error ?? 'Le serveur de messagerie ne répond pas.');
}

/** Retries for about twelve hours: after half a minute, one, two, … then every hour. */
export const sendMail = job(
  'sendMail',
  z.object({ id: z.uuid() }),
  { label: 'Envoi d’un e-mail', retries: 18, wait: 30, longestWait: 3_600, atOnce: 5 },
  send,
);
