// Receives events of a mail provider (L-008): delivered, opened, refused… The provider calls with our token. The names
// are Brevo's, as in the specification; other providers need a mapping in their settings or a relay.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type EmailEventName, emailEvents } from '#core/mail/events.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import type { Limits } from '#server/operations/limits.ts';
import { isSame } from '#server/secret.ts';

const mostAtOnce = 1_000;

/** Other fields are ignored. */
const providerEvent = z.object({
  event: z.string().max(100),
  email: z.string().max(320),
  'message-id': z.string().max(500),
  /** Seconds since 1970; `date` is in the provider's time zone. */
  ts_event: z.number().optional(),
  date: z.string().max(100).optional(),
});
const body = z.union([providerEvent.transform((one) => [one]), z.array(providerEvent).max(mostAtOnce)]);

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

/** Our Message-ID begins with the id of the mail (`mime.ts`). */
const mailIn = (messageId: string): string | null =>
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]?.toLowerCase() ?? null;

/** Null: no readable time. */
function momentOf({ ts_event: seconds, date }: z.output<typeof providerEvent>): Date | null {
  const time = seconds === undefined ? Date.parse(date ?? '') : seconds * 1_000;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : at;
}

interface Line {
  id: string;
  email_id: string;
  event: EmailEventName;
  email: string;
  date: string | null;
}

function linesOf(events: readonly z.output<typeof providerEvent>[]): Line[] {
  return events.flatMap((one): Line[] => {
    const [event, mail] = [eventOf(one.event), mailIn(one['message-id'])];
    if (!event || !mail) return [];
    const email = one.email.trim().toLowerCase();
    const date = momentOf(one)?.toISOString() ?? null;
    // A repeated event gets the same id.
    return [{ id: uuidOf(['email-event', mail, event, email, date].join(' ')), email_id: mail, event, email, date }];
  });
}

/** Only events of our mails, for one of their recipients, not before they were written. Account mails are not tracked. */
const statement = `
  insert into email_events (agency_id, id, email_id, event, email_subject, email, date)
  select m.agency_id, x.id, m.id, x.event, m.subject, r.address,
    case when x.date between m.created_at - interval '1 hour' and now() + interval '1 hour' then x.date else now() end
  from jsonb_to_recordset($1::jsonb) as x (id uuid, email_id uuid, event text, email text, date timestamptz)
    join emails m on m.id = x.email_id
    join lateral (select a as address from unnest(m.recipients || m.cc || m.bcc) a where lower(a) = x.email limit 1) r on true
  on conflict (agency_id, id) do nothing`;

export const noteEvents = async (db: Db, events: readonly z.output<typeof providerEvent>[]): Promise<void> => {
  const lines = linesOf(events);
  if (lines.length > 0) await db.query({ name: 'provider-events', text: statement, values: [JSON.stringify(lines)] });
};

/** Outside the registry of calls, like the metrics: the format is the provider's. */
export function receiveProviderEvents(api: FastifyInstance, { environment, database }: Services, limits: Limits): void {
  const token = environment.mailEventsToken;
  if (token === null) return;
  api.post<{ Params: { token: string } }>('/mail-events/:token', async (request, reply) => {
    limits.network(request.ip);
    if (!isSame(request.params.token, token)) return reply.callNotFound();
    const read = body.safeParse(request.body);
    // A provider repeats refused events for days; its own log shows the unreadable ones.
    if (!read.success) return reply.status(400).send({ code: 400, message: 'Demande illisible' });
    await database.platformTransaction((db) => noteEvents(db, read.data));
    return reply.status(204).send();
  });
}
