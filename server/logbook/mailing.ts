// The daily log by mail: at 7:00, what customers may see of what was written since the mail before, usually 24 hours ago
// (P-033, P-035, I-026). Each entry is in one mail, also one that a phone without network sends late.
import { wallClock } from '#core/kernel/clock.ts';
import { messages } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { copiesOf } from '#server/mail/copies.ts';
import type { Mail } from '#server/mail/mailer.ts';

const minute = 60_000;
const day = 86_400_000;
/** After a stop or a lock. */
const longest = 7 * day;
/** Counters are integers: minutes since this moment. */
const origin = Date.UTC(2000, 0, 1);
/** With more lines than this, the points of rounds that were validated are counted: they hide no incident. */
const readable = 100;
/** Lines of one mail. */
const most = 5_000;
const { checkpointValidated } = lifecycleEvents;

interface Due extends Record<string, unknown> {
  customer: string;
  people: { address: string; firstname: string; hasAccount: boolean }[];
}

interface Entry extends Record<string, unknown> {
  site: string;
  moment: string;
  type: number;
  label: string;
  description: string | null;
}

interface Span {
  since: Date;
  until: Date;
}

/** Received in these times; $1 and $2. A phone without network may send it long after. */
const written = 'e.received_at >= $1 and e.received_at < $2';
const valuesOf = ({ since, until }: Span): Date[] => [since, until];

/** Customers with entries on a site that mails its log, and a contact who receives it. */
const dueCustomers = (db: Db, span: Span): Promise<Due[]> =>
  db.query<Due>({
    name: 'mailed-logs',
    text: `select c.customer_id as customer, json_agg(json_build_object('address', lower(c.email), 'firstname', c.firstname, 'hasAccount', c.user_id is not null) order by c.id) as people
      from contacts c where c.agency_id = app_agency() and c.send_customer_service_event_report and c.email is not null and c.status in (100, 200)
        and exists (select from sites s join logbook_events e on e.agency_id = s.agency_id and e.site_id = s.id and ${written} and e.customer_show
          where s.agency_id = c.agency_id and s.customer_id = c.customer_id and s.event_report_enabled)
      group by c.customer_id order by c.customer_id`,
    values: valuesOf(span),
  });

/** As the customer: the mail contains no more than his own screen. */
const entriesOf = (services: Services, agency: string, customer: string, span: Span): Promise<Entry[]> =>
  services.database.read<Entry>(
    { ...nobody, agency, customer },
    {
      name: 'mailed-entries',
      text: `select s.name as site, to_char(e.at at time zone app_zone(), 'DD/MM HH24:MI') as moment, e.type, e.label, e.description
        from logbook_events e join sites s on s.agency_id = e.agency_id and s.id = e.site_id
        where e.agency_id = app_agency() and ${written} and s.event_report_enabled order by s.name, s.id, e.at, e.position`,
      values: valuesOf(span),
    },
  );

const lineOf = ({ moment, label, description }: Entry): string =>
  `${moment} – ${label} : ${description ?? messages.noDescription}`;

function paragraphsOf(entries: readonly Entry[], rest: string): string[] {
  const isCounted = ({ type }: Entry): boolean => entries.length > readable && type === checkpointValidated.id;
  const paragraphs = [...Map.groupBy(entries, ({ site }) => site)].flatMap(([site, list]) => {
    const counted = list.filter(isCounted).length;
    return [
      `${site} :`,
      ...list.filter((entry) => !isCounted(entry)).map(lineOf),
      ...(counted > 0 ? [`${checkpointValidated.label} : ${counted} fois`] : []),
    ];
  });
  return paragraphs.length > most ? [...paragraphs.slice(0, most), rest] : paragraphs;
}

/** Of the day, once, even if the job runs again; null: it is mailed already. */
async function takeSpan(db: Db, now: Date): Promise<(Span & { agency: string; zone: string }) | null> {
  const [taken] = await db.query<{ agency: string; zone: string }>({
    name: 'note-mailed-logs',
    text: `insert into counters as c (agency_id, name, value) select app_agency(), 'mailedLogs', ($1::timestamptz at time zone app_zone())::date - date '2000-01-01'
      on conflict (agency_id, name) do update set value = excluded.value where c.value < excluded.value
      returning (select g.name from agencies g where g.id = app_agency()) as agency, app_zone() as zone`,
    values: [now],
  });
  if (!taken) return null;
  // An entry is seen once its transaction has ended: the last minute waits for the next mail.
  const until = Math.floor(now.getTime() / minute - 1) * minute;
  const [before] = await db.query<{ value: number | null }>({
    name: 'note-mailed-until',
    text: `insert into counters (agency_id, name, value) values (app_agency(), 'logsMailedUntil', $1)
      on conflict (agency_id, name) do update set value = excluded.value
      returning (select c.value from counters c where c.agency_id = app_agency() and c.name = 'logsMailedUntil') as value`,
    values: [(until - origin) / minute],
  });
  const since = before?.value == null ? until - day : Math.max(origin + before.value * minute, until - longest);
  return { ...taken, since: new Date(since), until: new Date(until) };
}

export async function mailLogs(agency: string, services: Services, now: Date): Promise<void> {
  const { database, mailer, tenants } = services;
  await database.transaction({ ...nobody, agency }, async (db) => {
    if (await isLocked(db, agency)) return;
    const span = await takeSpan(db, now);
    if (!span) return;
    const from = frenchDay(wallClock(span.since, span.zone).day);
    // The day of the clock change has an hour more.
    const isUsual = span.until.getTime() - span.since.getTime() < 1.5 * day;
    const copies = await copiesOf(db, 'receiveEventReportCopy');
    const mails: Mail[] = [];
    for (const { customer, people } of await dueCustomers(db, span)) {
      const entries = await entriesOf(services, agency, customer, span);
      if (entries.length === 0) continue;
      for (const [index, { address, firstname, hasAccount }] of people.entries())
        mails.push({
          to: address,
          subject: `${span.agency} : main courante ${isUsual ? 'des dernières 24 heures' : `depuis le ${from}`}`,
          paragraphs: [
            `Bonjour ${firstname},`,
            `Voici ce qui a été consigné sur vos sites depuis ${isUsual ? 'hier matin' : `le ${from}`}.`,
            ...paragraphsOf(
              entries,
              hasAccount ? 'La suite est à lire dans votre espace.' : `La suite est à demander à ${span.agency}.`,
            ),
          ],
          ...(hasAccount
            ? { action: { label: 'Voir les mains courantes', url: `${tenants.urlOf(tenants.of('*'))}/#/customerMc` } }
            : {}),
          ...(index === 0 ? { bcc: copies.filter((copy) => copy !== address) } : {}),
        });
    }
    await mailer.send(mails, { db, agency, caller: null, host: null, reason: 'dailyLog', now });
  });
}

export const mailDailyLogs = job(
  'mailDailyLogs',
  byClock,
  { label: 'Mains courantes envoyées aux clients', cron: { at: '0 7 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await mailLogs(agency, services, new Date());
  },
);
