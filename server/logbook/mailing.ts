// The daily log by mail: at 7:00, what customers may see of the last 24 hours (P-033, P-035, I-026).

import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import type { Mail } from '#server/mail/mailer.ts';

const span = 86_400_000;
/** Lines of one mail; the rest is on the screen. */
const most = 100;

interface Due extends Record<string, unknown> {
  customer: string;
  people: { address: string; firstname: string; hasAccount: boolean }[];
}

interface Entry extends Record<string, unknown> {
  site: string;
  moment: string;
  label: string;
  description: string | null;
}

/** Customers with entries on a site that mails its log, and a contact who receives it. */
const dueCustomers = (db: Db, since: Date): Promise<Due[]> =>
  db.query<Due>({
    name: 'mailed-logs',
    text: `select c.customer_id as customer, json_agg(json_build_object('address', lower(c.email), 'firstname', c.firstname, 'hasAccount', c.user_id is not null) order by c.id) as people
      from contacts c where c.agency_id = app_agency() and c.send_customer_service_event_report and c.email is not null and c.status in (100, 200)
        and exists (select from sites s join logbook_events e on e.agency_id = s.agency_id and e.site_id = s.id and e.at >= $1 and e.customer_show
          where s.agency_id = c.agency_id and s.customer_id = c.customer_id and s.event_report_enabled)
      group by c.customer_id order by c.customer_id`,
    values: [since],
  });

/** As the customer: the mail contains no more than his own screen. */
const entriesOf = (services: Services, agency: string, customer: string, since: Date, now: Date): Promise<Entry[]> =>
  services.database.read<Entry>(
    { ...nobody, agency, customer },
    {
      name: 'mailed-entries',
      text: `select s.name as site, to_char(e.at at time zone app_zone(), 'DD/MM HH24:MI') as moment, e.label, e.description
        from logbook_events e join sites s on s.agency_id = e.agency_id and s.id = e.site_id
        where e.agency_id = app_agency() and e.at >= $1 and e.at < $2 and s.event_report_enabled order by s.name, e.at, e.position limit ${most + 1}`,
      values: [since, now],
    },
  );

const lineOf = ({ moment, label, description }: Entry): string =>
  `${moment} – ${label}${description ? ` : ${description}` : ''}`;

function paragraphsOf(entries: readonly Entry[]): string[] {
  const shown = entries.slice(0, most);
  const sites = Map.groupBy(shown, ({ site }) => site);
  return [
    ...[...sites].flatMap(([site, list]) => [`${site} :`, ...list.map(lineOf)]),
    ...(entries.length > most ? ['La suite est à lire dans votre espace.'] : []),
  ];
}

/** Holders of the right to a copy, with an account. */
const copiesOf = async (db: Db): Promise<string[]> =>
  (
    await db.query<{ address: string }>({
      name: 'log-copies',
      text: `select distinct lower(a.email) as address from agents a where a.agency_id = app_agency() and a.status = 100 and a.user_id is not null
        and a.email is not null and 'receiveEventReportCopy' = any (a.rights) order by 1`,
    })
  ).map(({ address }) => address);

export async function mailLogs(agency: string, services: Services, now: Date): Promise<void> {
  const { database, mailer, tenants } = services;
  const since = new Date(now.getTime() - span);
  await database.transaction({ ...nobody, agency }, async (db) => {
    if (await isLocked(db, agency)) return;
    // Once a day, even if the job runs again.
    const [first] = await db.query<{ name: string }>({
      name: 'note-mailed-logs',
      text: `insert into counters as c (agency_id, name, value) select app_agency(), 'mailedLogs', app_today() - date '2000-01-01'
        on conflict (agency_id, name) do update set value = excluded.value where c.value < excluded.value returning (select g.name from agencies g where g.id = app_agency()) as name`,
    });
    if (!first) return;
    const copies = await copiesOf(db);
    const mails: Mail[] = [];
    for (const { customer, people } of await dueCustomers(db, since)) {
      const entries = await entriesOf(services, agency, customer, since, now);
      if (entries.length === 0) continue;
      const text = paragraphsOf(entries);
      for (const [index, { address, firstname, hasAccount }] of people.entries())
        mails.push({
          to: address,
          subject: `${first.name} : main courante des dernières 24 heures`,
          paragraphs: [
            `Bonjour ${firstname},`,
            'Voici ce qui a été consigné sur vos sites depuis hier matin.',
            ...text,
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
