// The calls of e-mails: write one, and read the sent ones as the owner.

import { fileMessages, uploadLimit } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { escapeHtml, filesOfHtml, isBlankHtml } from '#core/kernel/html.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  emailLimits,
  emailMessages,
  listEmailAttachments,
  listSenders,
  readEmailContent,
  readMailWords,
  sendEmail,
} from '#core/mail/email.ts';
import { missingRight } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { visibleTo } from '#server/files/holders.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { sanitise } from '#server/kernel/html.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import type { Content } from './layout.ts';
import { agencyWords } from './words.ts';

interface Sender extends Record<string, unknown> {
  address: string;
  name: string;
}

/** Possible reply addresses: the agency's, and the one of the sender's profile or account. */
async function sendersOf(call: Call): Promise<Sender[]> {
  const rows = await call.db.query<Sender>({
    name: 'email-senders',
    text: `select lower(p.address) as address, p.name from (
        select 1 as rank, g.email as address, g.name from agencies g where g.id = app_agency() and app_whole()
        union all
        select 2, coalesce(a.email, u.email), g.name from agencies g, users u
          left join agents a on a.agency_id = app_agency() and a.user_id = u.id
          where g.id = app_agency() and u.id = app_user()
      ) p where p.address is not null order by p.rank`,
  });
  return rows.filter((row, index) => rows.findIndex(({ address }) => address === row.address) === index);
}

/** The sender must see every file; 25 Mo in total. */
async function checkFiles(call: Call, path: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await call.db.query<{ size: number; isThere: boolean; isDocument: boolean }>({
    text: `select f.size, f.hash is not null as "isThere", exists (select from documents d where d.agency_id = f.agency_id and d.file_id = f.id)
        or exists (select from document_versions v where v.agency_id = f.agency_id and v.file_id = f.id) as "isDocument" from files f where f.id = any ($1::uuid[]) and ${visibleTo(call.asker, scopeOf(call))}`,
    values: [ids],
  });
  if (rows.length < ids.length) {
    const message = emailMessages.missingFile;
    throw new Problem('invalid', message, { violations: [{ path, message }] });
  }
  // J-018: a document leaves by its own right, whatever paper the caller may mail besides.
  if (scopeOf(call) === 'agency' && rows.some(({ isDocument }) => isDocument) && !can(call.asker, ['sendDocument']))
    throw new Problem('forbidden', missingRight('sendDocument'), { right: 'sendDocument' });
  if (!rows.every(({ isThere }) => isThere))
    throw new Problem('invalid', fileMessages.awaited, { violations: [{ path, message: fileMessages.awaited }] });
  if (rows.reduce((sum, { size }) => sum + size, 0) > uploadLimit) throw new Problem('tooLarge', fileMessages.tooLarge);
}

/** A stolen account must not send mass mail. The caller cannot read the counts, so the platform counts. */
async function checkPace({ services, context, caller, now }: Call, wanted: number): Promise<void> {
  const { rows } = await services.database.platform.query<{ sent: number }>(
    `select coalesce(sum(cardinality(recipients) + cardinality(cc) + cardinality(bcc)), 0)::integer as sent from emails
      where agency_id = $1 and user_id = $2 and reason = $3 and created_at > $4`,
    [context.agency, caller?.userId, sendEmail.name, new Date(now.getTime() - 60 * 60 * 1_000)],
  );
  if ((rows[0]?.sent ?? 0) + wanted > emailLimits.perHour)
    throw new Problem('tooMany', emailMessages.tooManyAnHour, { retryAfter: 15 * 60 });
}

const missing = (): Problem => new Problem('missing', 'E-mail introuvable');

interface EmailRow extends Record<string, unknown> {
  id: string;
  sender: string | null;
  recipients: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  content: Content | null;
  created_at: Date;
  author: string | null;
}

/** By the id of the mail or of one of its events; the row policy shows it only to the owner. */
async function emailOf({ db }: Call, id: string): Promise<EmailRow> {
  const [row] = isUuid(id)
    ? await db.query<EmailRow>({
        name: 'email-content',
        text: `select e.id, e.sender, e.recipients, e.cc, e.bcc, e.subject, e.content, e.created_at, e.author from emails e
          where e.id in ($1::uuid, (select v.email_id from email_events v where v.id = $1::uuid)) limit 1`,
        values: [id],
      })
    : [];
  if (!row) throw missing();
  return row;
}

function messageOf(content: Content | null): string | null {
  if (!content) return null;
  const { words, action } = content;
  if ('html' in words) return words.html;
  return (
    [...words.paragraphs, ...(action ? [`${action.label} : ${action.url}`] : [])]
      // A plain text, whatever it looks like: tags that somebody typed are shown.
      .map((paragraph) =>
        paragraph
          .split('\n')
          .map((line) => `<p>${escapeHtml(line)}</p>`)
          .join(''),
      )
      .join('')
  );
}

export const emailHandlers: Handler[] = [
  handle(sendEmail, async (call) => {
    const { db, input, services, context } = call;
    const from = (await sendersOf(call as Call)).find(({ address }) => address === input.from);
    if (!from) {
      const message = emailMessages.notYourAddress;
      throw new Problem('invalid', message, { violations: [{ path: 'from', message }] });
    }
    await checkPace(call as Call, input.to.length + input.cc.length + input.bcc.length);
    const attachments = [...new Set([...input.lockedAttachments, ...input.attachments].map(({ id }) => id))];
    await checkFiles(call, 'attachments', attachments);
    const html = sanitise(input.message);
    const pictures = filesOfHtml(html);
    await checkFiles(call, 'message', pictures);
    const [id = ''] = await services.mailer.post(
      [
        {
          from,
          to: input.to,
          cc: input.cc,
          bcc: input.bcc,
          subject: input.subject,
          html: isBlankHtml(html) ? '' : html,
          attachments,
        },
      ],
      { db, agency: context.agency, caller: call.caller, host: call.host, reason: sendEmail.name, now: call.now },
    );
    await writeAudit(db, call, {
      entity: 'email',
      id,
      action: 'send',
      changes: { to: { before: null, after: input.to.join(', ') } },
    });
    return { email: { id } };
  }),

  handle(readMailWords, async ({ db, context, input }) => {
    const { agency, subject, message } = await agencyWords(db, context.agency as string, input.kind);
    return { agency, subject, message };
  }),

  handle(listSenders, async (call) => ({ senders: await sendersOf(call as Call) })),

  handle(readEmailContent, async (call) => {
    const { id, sender, recipients, cc, bcc, subject, content, created_at, author } = await emailOf(
      call as Call,
      call.params.id,
    );
    return {
      email: {
        id,
        from: sender,
        to: recipients,
        cc,
        bcc,
        subject,
        message: messageOf(content),
        createdAt: created_at.toISOString(),
        author,
      },
    };
  }),

  handle(listEmailAttachments, async (call) => {
    const { id } = await emailOf(call as Call, call.params.id);
    const rows = await call.db.query<{ file: StoredFile }>({
      name: 'email-attachments',
      text: `select file_json(f, app_file_url(f.id)) as file from email_attachments a
        join files f on f.agency_id = a.agency_id and f.id = a.file_id
        where a.email_id = $1 and not a.inline order by a.rank, a.file_id`,
      values: [id],
    });
    return { attachments: rows.map(({ file }) => file) };
  }),
];
