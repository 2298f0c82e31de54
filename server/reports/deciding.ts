// What follows from a decision on reports: the earlier version is replaced, the customer is mailed.
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { overStatuses } from '#core/planning/status.ts';
import { reportMessages } from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { approvedReport, replacedReport, sentReport } from '#core/reports/states.ts';
import { doerOf, writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { mailReports } from './mailing.ts';

/** After their status is « Validé ». `by`: who approved; null: the agency asks nobody. The call sees the whole agency. */
export async function noteApproval(ids: readonly string[], by: string | null, call: Call): Promise<void> {
  const { db, now } = call;
  await db.query({
    name: 'note-approval',
    text: 'update agency_reports set decided_at = $2, decided_by = $3 where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [ids, now, by],
  });
  const replaced = await db.query<{ id: string; before: number }>({
    name: 'replace-reports',
    text: `with old as (select o.agency_id, o.id, o.status as before from agency_reports n join agency_reports o on o.agency_id = n.agency_id and o.id = n.replaces_id
        where n.agency_id = app_agency() and n.id = any ($1::uuid[]) and o.status in (${approvedReport}, ${sentReport}))
      update agency_reports r set status = ${replacedReport}, version = version + 1, updated_at = now() from old where r.agency_id = old.agency_id and r.id = old.id
      returning r.id, old.before`,
    values: [ids],
  });
  await writeAudits(
    db,
    call,
    replaced.map(({ id, before }) => ({
      ...{ entity: AgencyReport.name, id, action: 'replace' },
      changes: { status: { before, after: replacedReport } },
    })),
  );
  await mailAfterService('r.id', ids, call);
}

/** P-032, P-034: approved reports of services that are over, where the site asks for them at once. */
export async function mailAfterService(
  column: 'r.id' | 'r.service_id',
  ids: readonly string[],
  { db, context, services }: Pick<Call, 'db' | 'context' | 'services'>,
): Promise<void> {
  const due = await db.query<{ id: string }>({
    name: `reports-after-${column}`,
    text: `select r.id from agency_reports r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
        left join services v on v.agency_id = r.agency_id and v.id = r.service_id
      where r.agency_id = app_agency() and ${column} = any ($1::uuid[]) and r.status = ${approvedReport} and r.sent_at is null
        and s.intervention_report_after_service_enabled and coalesce(v.status in (${overStatuses}), true)`,
    values: [ids],
  });
  await services.jobs.enqueue(
    mailReports,
    due.map(({ id }) => ({ key: `${id} at once`, data: { reports: [id] } })),
    { db, agency: context.agency },
  );
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

async function refuseWithoutRecipient(ids: readonly string[], { db }: Call): Promise<void> {
  const [found] = await db.query<{ none: boolean }>({
    name: 'reports-without-recipient',
    text: `select exists (select from agency_reports r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
      where r.agency_id = app_agency() and r.id = any ($1::uuid[]) and not exists (select from contacts c where c.agency_id = s.agency_id and c.customer_id = s.customer_id
        and c.send_customer_intervention_report and c.email is not null and c.status in (100, 200))) as none`,
    values: [ids],
  });
  if (found?.none) throw new Problem('conflict', reportMessages.noRecipient);
}

export async function reportMoved(move: string, rows: readonly Row<typeof AgencyReport>[], call: Call): Promise<void> {
  const ids = idsOf(rows);
  if (move === 'approve') await noteApproval(ids, doerOf(call), call);
  if (move !== 'send') return;
  await refuseWithoutRecipient(ids, call);
  await call.services.jobs.enqueue(
    mailReports,
    ids.map((id) => ({ key: `${id} by hand`, data: { reports: [id] } })),
    { db: call.db, agency: call.context.agency },
  );
}
