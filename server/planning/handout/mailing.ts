// The planning by mail, sent by a planner or by the clock; one job for each reader.
import * as z from 'zod';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type MailKind, mailKinds, messageOf, paragraphsOf, subjectOf } from '#core/mail/words.ts';
import {
  type PlanningReaders,
  planningReaders,
  previewPlanningMail,
  sendPlanning,
} from '#core/planning/handout-calls.ts';
import { type MailingSettings, mailedPeriod, mailingDue } from '#core/planning/mailing.ts';
import { isLocked, lockOf } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, type Services } from '#server/kernel/call.ts';
import { copiesOf } from '#server/mail/copies.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { keepPaper } from '#server/mail/paper.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { handoutOf } from './contents.ts';
import { agencyTexts, drawPlanning, nameOf } from './paper.ts';
import { type Days, notes, type Reader, readersOf } from './readers.ts';
import { periodWords } from './words.ts';

const kinds = { agents: 'agentPlanning', customers: 'customerPlanning' } as const satisfies Record<
  PlanningReaders,
  MailKind
>;

interface Words {
  agency: string;
  message: string | null;
  subject: string | null;
  today: string;
}

async function wordsOf(db: Db, to: PlanningReaders): Promise<Words> {
  const { prefix } = mailKinds[kinds[to]];
  const [row] = await db.query<Words & Record<string, unknown>>({
    name: `planning-mail-words-${to}`,
    text: `select name as agency, ${prefix}_message as message, ${prefix}_subject as subject, app_today()::text as today from agencies where id = app_agency()`,
  });
  return row as Words;
}

export function planningMail(
  person: { address: string; name: string },
  days: Days,
  words: Words,
  to: PlanningReaders,
): Pick<Mail, 'to' | 'subject' | 'paragraphs'> {
  const period = periodWords(days);
  const values = {
    ...{ agence: words.agency, destinataire: person.name, date: frenchDay(words.today) },
    ...{ document: `Planning ${period.toLowerCase()}`, periode: period.toLowerCase() },
  };
  return {
    to: person.address,
    subject: subjectOf(kinds[to], words, values),
    paragraphs: paragraphsOf(messageOf(kinds[to], words, values)),
  };
}

const order = z.object({
  to: z.enum(Object.keys(planningReaders) as PlanningReaders[]),
  reader: z.uuid(),
  start: z.string(),
  end: z.string(),
  /** When the planner asked: a planning sent since then is not sent again. */
  asked: z.iso.datetime(),
  /** Whether to send an unchanged planning again. */
  again: z.boolean(),
  host: z.string().nullable(),
});
type Order = z.output<typeof order>;

export async function mailOne(order: Order, services: Services, agency: string, now: Date): Promise<void> {
  const { database, mailer } = services;
  const { to, reader, start, end } = order;
  const days = { start, end };
  // Read as the recipient: the mail contains no more than his own screen.
  const context = { ...nobody, agency, ...(to === 'agents' ? { agent: reader } : { customer: reader }) };
  const db: Db = { query: (statement) => database.read(context, statement) };
  const staff: Db = { query: (statement) => database.read({ ...nobody, agency }, statement) };
  // Nothing is mailed (C-020), so nothing is noted as sent.
  if (await isLocked(staff, agency)) return;
  const [found] = await readersOf(staff, to, days, reader);
  if (!found || found.people.length === 0 || (found.sentAt !== null && found.sentAt >= new Date(order.asked))) return;
  if (found.isUnchanged && !order.again) return;
  const by = to === 'agents' ? ('agents' as const) : ('sites' as const);
  const handout = await handoutOf(db, { ...days, ...(to === 'agents' ? { agents: [reader] } : {}), drafts: false });
  const wish = { by, layout: 'pages' as const, paper: 'A4' as const, drafts: false, named: to === 'agents' };
  const house = await identityOf({ db, context, services });
  const pdf = await drawPlanning(handout, wish, await agencyTexts(staff, by), house, now);
  const words = await wordsOf(staff, to);
  const bcc = await copiesOf(staff, to === 'agents' ? 'receiveAgentPlanningCopy' : 'receiveCustomerPlanningCopy');
  await database.platformTransaction(async (write) => {
    const file = await keepPaper({ db: write, services, now }, agency, pdf, `${nameOf(handout, wish)}.pdf`);
    await mailer.send(
      found.people.map((person, index) => ({
        ...planningMail(person, days, words, to),
        attachments: [file],
        bcc: index === 0 ? bcc.filter((address) => address !== person.address) : [],
      })),
      { db: write, agency, caller: null, host: order.host, reason: 'planning', now },
    );
    const { table, column } = notes[to];
    await write.query({
      name: `note-planning-${to}`,
      text: `insert into ${table} (agency_id, ${column}, start_date, end_date, hash, sent_at) values ($1, $2, $3, $4, $5, $6)
        on conflict (agency_id, ${column}, start_date, end_date) do update set hash = excluded.hash, sent_at = excluded.sent_at`,
      values: [agency, reader, start, end, found.hash, now],
    });
  });
}

export const mailPlanning = job(
  'mailPlanning',
  order,
  { label: 'Envoi d’un planning', atOnce: 2 },
  async (data, services, { agency }) => {
    if (agency) await mailOne(data, services, agency, new Date());
  },
);

const entityOf: Record<PlanningReaders, string> = { agents: Agent.name, customers: Customer.name };

/** One job for each reader, with its audit line. */
async function askFor(
  readers: readonly Reader[],
  more: Omit<Order, 'reader'>,
  db: Db,
  call: Pick<Call, 'caller' | 'context' | 'now' | 'services'>,
): Promise<void> {
  if (readers.length === 0) return;
  await call.services.jobs.enqueue(
    mailPlanning,
    readers.map(({ id }) => ({ key: `${id} ${more.start} ${more.end} ${more.asked}`, data: { ...more, reader: id } })),
    { db, agency: call.context.agency },
  );
  await writeAudits(
    db,
    call,
    readers.map(({ id }) => ({
      entity: entityOf[more.to],
      id,
      action: 'sendPlanning',
      changes: { period: { before: null, after: `${more.start} – ${more.end}` } },
    })),
  );
}

interface Due extends MailingSettings, Record<string, unknown> {
  id: string;
  zone: string;
  last: Date | null;
  changed: Date;
  ifModified: boolean;
}

/** L-018 to L-021: sends the plannings that are due, for every agency. Of two processes, only the one that notes the sending sends. */
export async function mailByClock(services: Services, now: Date): Promise<void> {
  const { database } = services;
  for (const to of Object.keys(planningReaders) as PlanningReaders[]) {
    const p = mailKinds[kinds[to]].prefix;
    const { rows } = await database.platform.query<Due>(
      `select id, time_zone as zone, ${p}_sent_at as last, updated_at as changed, ${p}_mailing_mode as "mailingMode", ${p}_frequency as "sendFrequencyType", ${p}_day_of_week as "dayOfWeek",
          ${p}_recurring_days as "recurringDays", ${p}_days_of_month as "daysOfMonth", ${p}_period as "periodType", ${p}_custom_period as "customPeriod",
          to_char(${p}_send_hour, 'HH24:MI') as "sendHour", ${p}_if_modified as "ifModified"
        from agencies where ${p}_mailing_mode = 'AUTOMATIC' and ${p}_frequency <> 'NEVER' and not pending and ${lockOf('agencies')} is null`,
    );
    for (const { id: agency, zone, last, changed, ifModified, ...settings } of rows) {
      const here = wallClock(now, zone);
      const day = mailingDue(settings, here, last && wallClock(last, zone).day, wallClock(changed, zone));
      if (day === null) continue;
      // After midnight it is still the mail of the day before.
      const sentAt = day === here.day ? now : new Date(instantAt(day, settings.sendHour, zone));
      const context = { ...nobody, agency };
      await database.transaction(context, async (db) => {
        const taken = await db.query({
          name: `take-mailing-${to}`,
          text: `update agencies set ${p}_sent_at = $1 where id = app_agency() and ${p}_sent_at is not distinct from $2 returning id`,
          values: [sentAt, last],
        });
        if (taken.length === 0) return;
        const days = mailedPeriod(settings, day);
        const readers = (await readersOf(db, to, days)).filter(
          ({ people, isUnchanged }) => people.length > 0 && !(ifModified && isUnchanged),
        );
        const more = { to, ...days, asked: now.toISOString(), again: !ifModified, host: null };
        await askFor(readers, more, db, { caller: null, context, now, services });
      });
    }
  }
}

export const clockPlanningMails = job(
  'clockPlanningMails',
  byClock,
  // No retry: the next run sends what is still due.
  { label: 'Plannings à envoyer', retries: 0, cron: { at: '*/10 * * * *', of: 'platform' } },
  (_, services) => mailByClock(services, new Date()),
);

export const mailingHandlers: Handler[] = [
  handle(previewPlanningMail, async ({ db, input, params: { to } }) => {
    const readers = await readersOf(db, to, input);
    const reached = readers.filter(({ people }) => people.length > 0);
    const [first] = reached;
    const [person] = first?.people ?? [];
    const mail = person ? planningMail(person, input, await wordsOf(db, to), to) : null;
    return {
      recipients: reached.map(({ id, name, people, services, sentAt, isUnchanged }) => ({
        id,
        name,
        addresses: people.map(({ address }) => address),
        services,
        sentAt: sentAt?.toISOString() ?? null,
        isUnchanged,
      })),
      without: readers.filter(({ people, services }) => people.length === 0 && services > 0).map(({ name }) => name),
      mail: mail && { subject: mail.subject, paragraphs: mail.paragraphs },
    };
  }),

  handle(sendPlanning, async (call) => {
    const { input, params, db, now, host } = call;
    const { start, end } = input;
    const wanted = new Set(input.recipients.map((id) => id.toLowerCase()));
    const readers = (await readersOf(db, params.to, { start, end })).filter(
      ({ id, people }) => wanted.has(id) && people.length > 0,
    );
    if (readers.length < wanted.size)
      throw new Problem('missing', 'Un destinataire n’a pas d’adresse, ou n’a pas de service sur cette période.');
    const more = { to: params.to, start, end, asked: now.toISOString(), again: true, host };
    await askFor(readers, more, db, call);
    return { asked: readers.length };
  }),
];
