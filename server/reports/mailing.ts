// Reports by mail: right after the service where the site asks for it, by hand, and each morning the rest. Each once.
import * as z from 'zod';
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { messageOf, paragraphsOf, subjectOf } from '#core/mail/words.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { approvedReport, sentReport } from '#core/reports/states.ts';
import { reportLabels } from '#core/reports/types.ts';
import { isLocked, lockOf } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import { keepPaper } from '#server/mail/paper.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { drawReport, type PrintedReport, paperName, printedReports, reportTexts } from './printing.ts';

interface Due extends Record<string, unknown> {
  customer: string;
  reports: string[];
  people: { address: string; firstname: string }[];
}

const hour = 3_600_000;
/** How often to look whether the pictures of a phone have arrived. */
const pause = 600_000;
/** After this long a report leaves without what its phone has not sent. */
const patience = 24 * hour;

/** A phone sends its report first, then the photos and drawn signatures. $1: the reports, $2: who was decided before no longer waits. */
const awaitsPictures = `r.decided_at > $2 and exists (select from files f where f.agency_id = r.agency_id and f.awaited
  and (f.id in (r.agent_signature_id, r.customer_signature_id) or f.id in (select j.file_id from agency_report_answers a
    join agency_report_answer_files j on j.agency_id = a.agency_id and j.answer_id = a.id where a.agency_id = r.agency_id and a.agency_report_id = r.id)))`;

const mailable = `r.sent_at is null and r.status in (${approvedReport}, ${sentReport}) and r.id = any ($1::uuid[])`;

/** Reports that wait to be mailed, by customer, with the contacts who receive them (P-035). */
const dueReports = (db: Db, asked: readonly [ids: readonly string[], patientUntil: Date] | null): Promise<Due[]> =>
  db.query<Due>({
    name: asked ? 'reports-to-mail' : 'unsent-reports',
    text: `with due as (select s.agency_id, s.customer_id, array_agg(r.id::text order by r.at, r.id) as reports
        from agency_reports r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
        where r.agency_id = app_agency() and ${
          asked
            ? `${mailable} and not (${awaitsPictures})`
            : `r.sent_at is null and r.status = ${approvedReport} and r.decided_at > now() - interval '7 days'`
        } group by 1, 2)
      select d.customer_id as customer, d.reports, json_agg(json_build_object('address', lower(c.email), 'firstname', c.firstname) order by c.id) as people
      from due d join contacts c on c.agency_id = d.agency_id and c.customer_id = d.customer_id and c.send_customer_intervention_report and c.email is not null
        and c.status in (100, 200)
      group by d.customer_id, d.reports order by 1`,
    ...(asked ? { values: [...asked] } : {}),
  });

interface Words extends Record<string, unknown> {
  agency: string;
  message: string | null;
  subject: string | null;
  today: string;
}

function mailTo(
  person: Due['people'][number],
  reports: readonly PrintedReport[],
  words: Words,
): { to: string; subject: string; paragraphs: string[] } {
  const { agency, today } = words;
  const [first] = reports;
  const document =
    reports.length === 1 && first
      ? `${reportLabels[first.type]} ${first.reference}, ${first.site}`
      : `${reports.length} rapports du ${frenchDay(today)}`;
  const values = { agence: agency, destinataire: person.firstname, document, date: frenchDay(today) };
  return {
    to: person.address,
    subject: subjectOf('eventReport', words, values),
    paragraphs: [
      ...paragraphsOf(messageOf('eventReport', words, values)),
      ...(reports.length > 1
        ? reports.map(({ type, reference, site }) => `${reportLabels[type]} ${reference}, ${site}`)
        : []),
    ],
  };
}

export async function mailNow(ids: readonly string[], services: Services, agency: string, now: Date): Promise<void> {
  const { database, mailer } = services;
  const staff: Db = { query: (statement) => database.read({ ...nobody, agency }, statement) };
  // Nothing is mailed (C-020), so nothing is noted as sent.
  if (await isLocked(staff, agency)) return;
  const patientUntil = new Date(now.getTime() - patience);
  for (const { customer, people, reports: due } of await dueReports(staff, [ids, patientUntil])) {
    // Read as the customer: the mail contains no more than his own screen.
    const context = { ...nobody, agency, customer };
    const db: Db = { query: (statement) => database.read(context, statement) };
    const reports = await printedReports(db, due);
    if (reports.length === 0) continue;
    const [texts, house] = [await reportTexts(staff), await identityOf({ db, context, services })];
    const papers: { name: string; pdf: Buffer }[] = [];
    for (const report of reports)
      papers.push({ name: paperName(report), pdf: await drawReport(report, texts, house, services, now) });
    const [words] = await staff.query<Words>({
      name: 'report-mail-words',
      text: 'select name as agency, event_report_message as message, event_report_subject as subject, app_today()::text as today from agencies where id = app_agency()',
    });
    await database.platformTransaction(async (write) => {
      const noted = await write.query<{ id: string }>({
        name: 'note-sent-reports',
        text: `update agency_reports set sent_at = $3, status = ${sentReport}, version = version + 1, updated_at = now()
          where agency_id = $1 and id = any ($2::uuid[]) and sent_at is null and status in (${approvedReport}, ${sentReport}) returning id`,
        values: [agency, reports.map(({ id }) => id), now],
      });
      // Another process mailed one of them meanwhile.
      if (noted.length < reports.length) throw new Error('reports were mailed by another process');
      const attachments: string[] = [];
      for (const { name, pdf } of papers)
        attachments.push(await keepPaper({ db: write, services, now }, agency, pdf, name));
      await mailer.send(
        people.map((person) => ({ ...mailTo(person, reports, words as Words), attachments })),
        { db: write, agency, caller: null, host: null, reason: 'report', now },
      );
      await writeAudits(
        write,
        { caller: null, context: { ...nobody, agency }, now },
        reports.map(({ id }) => ({
          ...{ entity: AgencyReport.name, id, action: 'mail' },
          changes: { sentAt: { before: null, after: now.toISOString() } },
        })),
      );
    });
  }
  const waiting = await staff.query<{ id: string }>({
    name: 'reports-without-pictures',
    text: `select r.id from agency_reports r where r.agency_id = app_agency() and ${mailable} and ${awaitsPictures}`,
    values: [ids, patientUntil],
  });
  if (waiting.length === 0) return;
  const after = new Date((Math.floor(now.getTime() / pause) + 1) * pause);
  await database.transaction({ ...nobody, agency }, (db) =>
    services.jobs.enqueue(
      mailReports,
      waiting.map(({ id }) => ({ key: `${id} ${after.toISOString()}`, data: { reports: [id] }, after })),
      { db, agency },
    ),
  );
}

export const mailReports = job(
  'mailReports',
  z.object({ reports: z.array(z.uuid()) }),
  { label: 'Envoi de rapports de terrain', atOnce: 2 },
  async ({ reports }, services, { agency }) => {
    if (agency) await mailNow(reports, services, agency, new Date());
  },
);

/** At most this many reports in one mail. */
const mostAttached = 10;

/** P-033: once a day, from the hour that the agency chose. Of two processes, only the one that notes the day sends. */
export async function mailByClock(services: Services, now: Date): Promise<void> {
  const { database } = services;
  const { rows } = await database.platform.query<{ id: string; zone: string; at: string; last: string | null }>(
    `select id, time_zone as zone, to_char(report_mailing_time, 'HH24:MI') as at, reports_mailed_on::text as last from agencies where not pending and ${lockOf('agencies')} is null`,
  );
  for (const { id: agency, zone, at, last } of rows) {
    const here = wallClock(now, zone);
    // Until the hour of today, the mail of yesterday may still leave.
    const isToday = here.time >= at;
    const day = isToday ? here.day : dayOfNumber(dayNumber(here.day) - 1);
    if (last !== null && last >= day) continue;
    const context = { ...nobody, agency };
    await database.transaction(context, async (db) => {
      const taken = await db.query({
        name: 'take-report-mailing',
        text: 'update agencies set reports_mailed_on = $1 where id = app_agency() and reports_mailed_on is distinct from $1 returning id',
        values: [day],
      });
      // The first mail leaves at its hour.
      if (taken.length === 0 || (last === null && !isToday)) return;
      const orders = (await dueReports(db, null)).flatMap(({ customer, reports }) =>
        Array.from({ length: Math.ceil(reports.length / mostAttached) }, (_, part) => ({
          key: `${customer} ${day} ${part}`,
          data: { reports: reports.slice(part * mostAttached, (part + 1) * mostAttached) },
        })),
      );
      await services.jobs.enqueue(mailReports, orders, { db, agency });
    });
  }
}

export const clockReportMails = job(
  'clockReportMails',
  byClock,
  // No retry: the next run sends what is still due.
  { label: 'Rapports de terrain à envoyer', retries: 0, cron: { at: '*/10 * * * *', of: 'platform' } },
  (_, services) => mailByClock(services, new Date()),
);
