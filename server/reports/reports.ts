// The calls of the reports.
import { Problem } from '#core/kernel/problem.ts';
import {
  fetchReportForm,
  printReport,
  refuseReport,
  reportMessages,
  reviseReport,
  saveReport,
} from '#core/reports/calls.ts';
import { AgencyReport, reportStatus } from '#core/reports/report.ts';
import { approvedReport, draftReport, refusedReport, sentReport, submittedReport } from '#core/reports/states.ts';
import type { Template } from '#core/reports/template.ts';
import { reportTypeOf } from '#core/reports/types.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { alias } from '#server/kernel/plan.ts';
import { putWords } from '#server/kernel/save.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { notifyRefused } from './notice.ts';
import { drawReport, paperName, printedReports, reportTexts } from './printing.ts';
import { reportPlan } from './report.ts';
import { currentTemplates, settingsOf } from './templates.ts';
import { invalid, servedBy, writeReport } from './writing.ts';

const missing = (): Problem => new Problem('missing', AgencyReport.missing);

async function reply(call: Call, id: string): Promise<never> {
  const row = await readRow(reportPlan, call, id);
  if (row === null) throw missing();
  return new RawJson(`{"${AgencyReport.name}":${row}}`) as never;
}

async function lock({ db }: Call, id: string): Promise<{ status: number; service: string; edition: number }> {
  const [row] = isUuid(id)
    ? await db.query<{ status: number; service: string; edition: number }>({
        name: 'lock-one-report',
        text: 'select status, service_id as service, edition from agency_reports where agency_id = app_agency() and id = $1 for update',
        values: [id],
      })
    : [];
  if (!row) throw missing();
  return row;
}

const impossible = (what: string, status: number): Problem =>
  new Problem(
    'conflict',
    `« ${what} » est impossible au statut « ${reportStatus.states[status as 100]?.label ?? '???'} ».`,
  );

/** A copy of the approved report as a draft; its signatures must be given again. */
async function copy(id: string, reason: string, edition: number, call: Call): Promise<string> {
  const { db, now } = call;
  const next = uuidv7();
  await db.query({
    name: 'copy-report',
    text: `insert into agency_reports (agency_id, id, reference, type, template, template_edition, site_id, service_id, agent_id, at, price, edition, replaces_id, reason, created_at)
      select agency_id, $2, split_part(reference, '.', 1) || '.' || $3::text, type, template, template_edition, site_id, service_id, agent_id, at, price, $3::integer, id, $4, $5
      from agency_reports where agency_id = app_agency() and id = $1`,
    values: [id, next, edition, reason, now],
  });
  await db.query({
    name: 'copy-answers',
    text: `with made as (
        select a.agency_id, a.id as before, gen_random_uuid() as id, a.rank, a.section, a.key, a.label, a.kind, a.required, a.value
        from agency_report_answers a where a.agency_id = app_agency() and a.agency_report_id = $1), put as (
        insert into agency_report_answers (agency_id, id, agency_report_id, rank, section, key, label, kind, required, value)
        select agency_id, id, $2::uuid, rank, section, key, label, kind, required, value from made where kind <> 'signature'
          union all select agency_id, id, $2::uuid, rank, section, key, label, kind, required, null from made where kind = 'signature')
      insert into agency_report_answer_files (agency_id, answer_id, file_id, rank)
      select j.agency_id, m.id, j.file_id, j.rank from made m join agency_report_answer_files j on j.agency_id = m.agency_id and j.answer_id = m.before
      where m.kind <> 'signature'`,
    values: [id, next],
  });
  await putWords(reportPlan, db, `${alias}.id = any ($1::uuid[])`, [next]);
  return next;
}

export const reportHandlers: Handler[] = [
  handle(saveReport, async (call) => {
    const { id, uuid, ...content } = call.input;
    // Under the caller's own policies.
    if (id !== undefined && (await readRow(reportPlan, call as Call, id)) === null) throw missing();
    const report = id ?? uuid ?? '';
    await writeReport({ ...content, uuid: report }, call as Call);
    return reply(call as Call, report);
  }),

  handle(refuseReport, async (call) => {
    const { db, params, input } = call;
    const { status } = await lock(call as Call, params.id);
    if (status !== submittedReport) throw impossible('Refuser', status);
    await db.query({
      name: 'refuse-report',
      text: `update agency_reports set status = ${refusedReport}, refusal = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1`,
      values: [params.id, input.reason],
    });
    await writeAudit(db, call, {
      ...{ entity: AgencyReport.name, id: params.id, action: 'refuse', reason: input.reason },
      changes: { status: { before: status, after: refusedReport } },
    });
    await notifyRefused(params.id, input.reason, call as Call);
    return reply(call as Call, params.id);
  }),

  handle(reviseReport, async (call) => {
    const { db, params, input } = call;
    const { status, service, edition } = await lock(call as Call, params.id);
    if (status !== approvedReport && status !== sentReport) throw impossible('Corriger', status);
    const [waiting] = await db.query<{ id: string }>({
      name: 'waiting-edition',
      text: 'select id from agency_reports where agency_id = app_agency() and service_id = $1 and edition > $2 order by edition desc limit 1',
      values: [service, edition],
    });
    if (waiting) return reply(call as Call, waiting.id);
    const next = await copy(params.id, input.reason, edition + 1, call as Call);
    for (const [id, action] of [
      [params.id, 'revise'],
      [next, 'create'],
    ] as const)
      await writeAudit(db, call, {
        ...{ entity: AgencyReport.name, id, action, reason: input.reason },
        ...(action === 'create' ? { changes: { status: { before: null, after: draftReport } } } : {}),
      });
    return reply(call as Call, next);
  }),

  handle(printReport, async (call) => {
    const { db, params, services, now, context } = call;
    const [report] = isUuid(params.id) ? await printedReports(db, [params.id]) : [];
    if (!report) throw missing();
    const staff: Db = {
      query: (statement) => services.database.read({ ...nobody, agency: context.agency }, statement),
    };
    const pdf = await drawReport(report, await reportTexts(staff), await identityOf(call), services, now);
    return fileReply(pdf, paperName(report), 'application/pdf');
  }),

  handle(fetchReportForm, async (call) => {
    const { db, params, context, services } = call;
    const service = await servedBy(params.id, call);
    const type = reportTypeOf(service.activityType);
    if (!type || !service.site) throw invalid('service', reportMessages.noReport);
    const staff: Db = {
      query: (statement) => services.database.read({ ...nobody, agency: context.agency }, statement),
    };
    const { template: key, signature, enabled } = await settingsOf(staff, type, service.site.id);
    const [held] = await db.query<{ id: string }>({
      name: 'report-of-service',
      text: 'select id from agency_reports where agency_id = app_agency() and service_id = $1 order by edition desc limit 1',
      values: [service.id],
    });
    if (!enabled && !held) throw new Problem('conflict', reportMessages.disabled);
    const template = (await currentTemplates(staff)).find((one) => one.type === type && one.key === key) as Template;
    return { template: template as never, signature, report: held?.id ?? null };
  }),
];
