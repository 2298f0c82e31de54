// Reports that a phone writes.
import { Problem } from '#core/kernel/problem.ts';
import { reportCreate, reportEdit } from '#core/reports/messages.ts';
import { AgencyReport } from '#core/reports/report.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Arrived, receive } from '#server/kernel/field-message.ts';
import { type Asked, writeReport } from './writing.ts';

type Content = Omit<Asked, 'uuid' | 'service'> & { report: string };

async function write(
  { service, agent, at, photos, payload: { report, ...content } }: Arrived<Content>,
  call: Call,
): Promise<void> {
  if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
  await writeReport({ ...content, uuid: report, service: { id: service } }, call, { agent, at, photos });
}

export const receiveReport = receive(reportCreate, write);

export const receiveReportEdit = receive(reportEdit, async (event, call) => {
  const [found] = await call.db.query({
    name: 'edited-report',
    text: 'select 1 from agency_reports where agency_id = app_agency() and id = $1',
    values: [event.payload.report],
  });
  if (!found) throw new Problem('missing', AgencyReport.missing);
  await write(event, call);
});
