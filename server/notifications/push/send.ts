// Sends one notification to the browsers of its person, after the commit of the act. Each browser gets it once, unless the
// process dies between the answer of the push service and its record: then the same tag replaces it on the device.
import * as z from 'zod';
import { type NotificationKind, type PushManner, usualPush } from '#core/kernel/notification.ts';
import { allNotificationKinds } from '#core/notification-kinds.ts';
import type { PushPayload } from '#core/notifications/push.ts';
import { type Attempt, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { sessionEnd } from '#server/session/sessions.ts';
import { deliver } from './deliver.ts';
import { subscriptionOf } from './subscriptions.ts';

interface Message {
  kind: string;
  event: string;
  title: string;
  content: string;
  link: string;
  quiet: boolean;
  user_id: string;
  created_at: Date;
  /** Read, or settled by somebody's answer. */
  isRead: boolean;
  mail: Mail | null;
  host: string | null;
  done: string[];
}

/** A screen shows three lines; the rest is in the application. */
const longestText = 300;
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const kindNamed = (kind: string): NotificationKind | undefined =>
  allNotificationKinds.find(({ name }) => name === kind);
const mannerOf = (kind: string): PushManner => kindNamed(kind)?.push ?? usualPush;

function payloadOf(message: Message, { urgency }: PushManner): PushPayload {
  const { kind, event, title, content, link, quiet } = message;
  const replaced = kindNamed(kind)?.replaces;
  return {
    title: cut(title, 120),
    text: cut(content, longestText),
    link,
    // The first word of an event is its thing: a reminder takes the place of the message before.
    tag: `${replaced?.name ?? kind} ${event.split(' ')[0]}`,
    urgent: urgency === 'high',
    here: !quiet,
    ...(replaced ? { replaces: true } : {}),
  };
}

/** His browsers, of sessions that live. */
async function browsersOf({ database, environment }: Services, user: string, now: Date) {
  const { rows } = await database.platform.query<{ id: string; sealed: Buffer }>(
    `select p.id, p.sealed from push_subscriptions p join sessions s on s.id = p.session_id and s.user_id = p.user_id
      where p.user_id = $1 and s.ended_at is null and ${sessionEnd} > $2 order by p.created_at desc`,
    [user, now],
  );
  return rows.map(({ id, sealed }) => ({ id, subscription: subscriptionOf(environment, id, sealed) }));
}

async function send({ id }: { id: string }, services: Services, { agency, isLast }: Attempt): Promise<void> {
  const { database, environment } = services;
  const end = () => database.platform.query('delete from push_messages where agency_id = $1 and id = $2', [agency, id]);
  const { rows } = await database.platform.query<Message & Record<string, unknown>>(
    `select n.kind, n.event, n.title, n.content, n.link, n.quiet, n.user_id, n.created_at, n.read_at is not null as "isRead", m.mail, m.host, m.done
      from push_messages m join notifications n on n.agency_id = m.agency_id and n.id = m.id and n.user_id = m.user_id
      where m.agency_id = $1 and m.id = $2`,
    [agency, id],
  );
  const [message] = rows;
  if (!message || message.isRead) return void (await end());
  const manner = mannerOf(message.kind);
  const now = new Date();
  const seconds = Math.floor(manner.minutes * 60 - (now.getTime() - message.created_at.getTime()) / 1_000);
  const done = new Set(message.done);
  let isDue = false;
  if (seconds > 0) {
    const content = Buffer.from(JSON.stringify(payloadOf(message, manner)));
    const due = (await browsersOf(services, message.user_id, now)).filter((one) => !done.has(one.id));
    await Promise.all(
      due.map(async (one) => {
        const verdict = one.subscription
          ? await deliver(environment, one.subscription, content, { urgency: manner.urgency, seconds, now })
          : 'gone';
        if (verdict === 'taken') done.add(one.id);
        if (verdict === 'later') isDue = true;
        if (verdict === 'gone') await database.platform.query('delete from push_subscriptions where id = $1', [one.id]);
      }),
    );
  }
  if (isDue && !isLast) {
    await database.platform.query('update push_messages set done = $3 where agency_id = $1 and id = $2', [
      ...[agency, id],
      [...done],
    ]);
    throw new Error('Le service de notifications ne répond pas.');
  }
  const { mail, host } = message;
  await database.platformTransaction(async (db) => {
    if (done.size === 0 && mail) {
      const whenLocked = kindNamed(message.kind)?.whenLocked;
      await services.mailer.send(mail, { db, agency, caller: null, host, reason: message.kind, now, whenLocked });
    }
    await db.query({ text: 'delete from push_messages where agency_id = $1 and id = $2', values: [agency, id] });
  });
}

/** After five seconds, ten, twenty… until the message is of no use any more. */
export const sendPush = job(
  'sendPush',
  z.object({ id: z.uuid() }),
  { label: 'Envoi d’une notification push', retries: 9, wait: 5, longestWait: 1_800, atOnce: 5 },
  send,
);
