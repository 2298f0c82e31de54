// What a mail provider tells of mails on their way (L-008): delivered, opened, refused… It calls, bearing a token of ours.
// The names are Brevo's, which are the specification's own; others can be brought to them by their settings or a relay.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type EmailEventName, emailEvents } from '#core/mail/events.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import type { Limits } from '#server/operations/limits.ts';
import { isSame } from '#server/secret.ts';

const mostAtOnce = 1_000;

/** It says much besides, which is left where it is. */
const told = z.object({
  event: z.string().max(100),
  email: z.string().max(320),
  'message-id': z.string().max(500),
  /** Seconds since 1970; the date itself is in whatever zone the provider keeps. */
  ts_event: z.number().optional(),
  date: z.string().max(100).optional(),
});
const body = z.union([told.transform((one) => [one]), z.array(told).max(mostAtOnce)]);

const aliases: Readonly<Record<string, EmailEventName>> = {
  invalid_email: 'invalid',
  proxy_open: 'opened',
  unique_proxy_open: 'unique_opened',
};
const eventOf = (name: string): EmailEventName | null =>
  Object.hasOwn(emailEvents, name)
    ? (name as EmailEventName)
    : Object.hasOwn(aliases, name)
      ? (aliases[name] ?? null)
      : null;

/** Our own Message-ID begins with the id of the mail (`mime.ts`). */
const mailIn = (messageId: string): string | null =>
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]?.toLowerCase() ?? null;

/** Null: it says none that can be read. */
function momentOf({ ts_event: seconds, date }: z.output<typeof told>): Date | null {
  const given = seconds === undefined ? Date.parse(date ?? '') : seconds * 1_000;
  const at = new Date(given);
  return Number.isNaN(at.getTime()) ? null : at;
}

interface Line {
  id: string;
  email_id: string;
  event: EmailEventName;
  email: string;
  date: string | null;
}

function linesOf(events: readonly z.output<typeof told>[]): Line[] {
  return events.flatMap((one): Line[] => {
    const [event, mail] = [eventOf(one.event), mailIn(one['message-id'])];
    if (!event || !mail) return [];
    const email = one.email.trim().toLowerCase();
    const date = momentOf(one)?.toISOString() ?? null;
    // Told twice it is one event.
    return [{ id: uuidOf(['email-event', mail, event, email, date].join(' ')), email_id: mail, event, email, date }];
  });
}

/** Of a mail of ours, to one of those it went to, and not before it was written. Mails of accounts are nobody's to follow. */
const statement = `
  insert into email_events (agency_id, id, email_id, event, email_subject, email, date)
  select m.agency_id, x.id, m.id, x.event, m.subject, r.address,
    case when x.date between m.created_at - interval '1 hour' and now() + interval '1 hour' then x.date else now() end
  from jsonb_to_recordset($1::jsonb) as x (id uuid, email_id uuid, event text, email text, date timestamptz)
    join emails m on m.id = x.email_id
    join lateral (select a as address from unnest(m.recipients || m.cc || m.bcc) a where lower(a) = x.email limit 1) r on true
  on conflict (agency_id, id) do nothing`;

export const noteEvents = async (db: Db, events: readonly z.output<typeof told>[]): Promise<void> => {
  const lines = linesOf(events);
  if (lines.length > 0) await db.query({ name: 'provider-events', text: statement, values: [JSON.stringify(lines)] });
};

/** Outside the registry of calls, as the figures are: a machine speaks here, in its own words. */
export function receiveProviderEvents(api: FastifyInstance, { environment, database }: Services, limits: Limits): void {
  const token = environment.mailEventsToken;
  if (token === null) return;
  api.post<{ Params: { token: string } }>('/mail-events/:token', async (request, reply) => {
    limits.network(request.ip);
    if (!isSame(request.params.token, token)) return reply.callNotFound();
    const read = body.safeParse(request.body);
    // A provider that is refused repeats for days: what cannot be read is told once, in its log.
    if (!read.success) return reply.status(400).send({ code: 400, message: 'Demande illisible' });
    await database.platformTransaction((db) => noteEvents(db, read.data));
    return reply.status(204).send();
  });
}
