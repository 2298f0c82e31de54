// Writes the reports of a demo agency; it approves its interventions before the customer sees them.
import { allSigners, type Signer } from '#core/reports/types.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { DemoReport } from '#demo/reports.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import type { Picture } from './logbook.ts';

/** Each name has its own hand. */
const handOf = (name: string, hands: readonly Picture[]): Picture | undefined =>
  hands[Buffer.from(name).reduce((sum, byte) => sum + byte, 0) % Math.max(1, hands.length)];

export async function insertReports(
  db: Db,
  { agency, agents, reports }: DemoAgency,
  hands: readonly Picture[],
): Promise<void> {
  const drawn = reports.flatMap((report) =>
    allSigners.flatMap((signer) => {
      const name = report[`${signer}Signer`];
      const hand = name === null ? undefined : handOf(name, hands);
      return name !== null && hand ? [{ report, signer, name, id: uuidv7(Date.parse(report.at)), ...hand }] : [];
    }),
  );
  await insertRows(db, 'files', drawn, ({ report, id, name, hash, size }) => ({
    ...{
      agency_id: agency.id,
      id,
      name: `Signature ${name} ${report.reference}.png`,
      mime_type: 'image/png',
      size,
      hash,
    },
    uploaded_by: agents.find((one) => one.id === report.agentId)?.userId ?? null,
    created_at: report.at,
  }));
  const signed = (report: DemoReport, signer: Signer): Record<string, unknown> => {
    const own = drawn.find((one) => one.report === report && one.signer === signer);
    return {
      [`${signer}_signature_id`]: own?.id ?? null,
      [`${signer}_signer`]: own?.name ?? null,
      [`${signer}_signed_at`]: own ? report.at : null,
    };
  };

  await db.query({
    text: 'update agencies set report_intervention_approval = true, report_round_approval = true where id = $1',
    values: [agency.id],
  });
  await insertRows(db, 'agency_reports', reports, (report) => ({
    ...{ agency_id: agency.id, id: report.id, reference: report.reference, type: report.type, status: report.status },
    ...{ template: 'STANDARD', site_id: report.siteId, service_id: report.serviceId, agent_id: report.agentId },
    ...{ at: report.at, refusal: report.refusal, submitted_at: report.submittedAt, decided_at: report.decidedAt },
    ...{ sent_at: report.sentAt, price: report.price, created_at: report.at },
    ...signed(report, 'agent'),
    ...signed(report, 'customer'),
  }));
  const answers = reports.flatMap((report) =>
    report.answers.map((answer, rank) => ({ ...answer, rank, report: report.id })),
  );
  await insertRows(db, 'agency_report_answers', answers, ({ report, ...answer }) => ({
    ...{ agency_id: agency.id, agency_report_id: report },
    ...answer,
  }));
  // The next references follow.
  await db.query({
    text: `insert into counters (agency_id, name, value) select $1, 'report' || split_part(reference, '-', 1), count(*) from agency_reports
      where agency_id = $1 group by 2`,
    values: [agency.id],
  });
  await db.query({
    text: `insert into audit (agency_id, id, at, user_id, author, entity, entity_id, action)
      select r.agency_id, gen_random_uuid(), r.created_at, a.user_id, a.fullname, 'agencyReport', r.id, 'create'
      from agency_reports r join agents a on a.agency_id = r.agency_id and a.id = r.agent_id where r.agency_id = $1`,
    values: [agency.id],
  });
}
