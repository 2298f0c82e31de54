// Tells the agency of a report that waits for it, and its agent of a refusal.
import { reportRefused, reportSubmitted } from '#core/reports/notifications.ts';
import { type ReportType, reportTypes } from '#core/reports/types.ts';
import type { Call } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';

interface Named extends Record<string, unknown> {
  reference: string;
  type: ReportType;
  site: string;
  agent: string | null;
  service: string;
  version: number;
}

async function named(id: string, { db }: Call): Promise<Named> {
  const [row] = await db.query<Named>({
    name: 'named-report',
    text: `select r.reference, r.type, s.name as site, r.agent_id as agent, r.service_id as service, r.version from agency_reports r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
      where r.agency_id = app_agency() and r.id = $1`,
    values: [id],
  });
  return row as Named;
}

const nameOf = ({ type, reference }: Named): string => `${reportTypes[type].label} ${reference}`;

/** The call sees the whole agency. */
export async function notifySubmitted(id: string, call: Call): Promise<void> {
  const report = await named(id, call);
  await notify(
    call.db,
    reportSubmitted,
    [
      {
        ...{ to: 'holders', event: `${id}:${report.version}`, title: `À valider : ${report.site}` },
        ...{ text: `${nameOf(report)} attend votre validation avant que le client le voie.` },
        ...{ link: `/reports/${reportTypes[report.type].activity}`, action: 'Voir les rapports' },
      },
    ],
    call,
  );
}

export async function notifyRefused(id: string, reason: string, call: Call): Promise<void> {
  const report = await named(id, call);
  if (report.agent === null) return;
  await notify(
    call.db,
    reportRefused,
    [
      {
        ...{
          to: { agents: [report.agent] },
          event: `${id}:${report.version}`,
          title: `Rapport à reprendre : ${report.site}`,
        },
        ...{
          text: `${nameOf(report)} : ${reason}`,
          link: `/my-planning?service=${report.service}`,
          action: 'Voir le service',
        },
      },
    ],
    call,
  );
}
