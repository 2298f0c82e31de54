// The list and the sheet of the reports.
import { entityNamed } from '#core/entities.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';

export const reportExtension: Extension<typeof AgencyReport> = {
  computed: {
    // The table of the reference is the agency's.
    service: (t) =>
      `(select json_build_object('id', v.id, 'name', v.reference) from seen_services v where v.agency_id = ${t}.agency_id and v.id = ${t}.service_id)`,
    signed: (t) => `${t}.customer_signature_id is not null`,
    answers: (
      t,
    ) => `(select coalesce(json_agg(json_build_object('id', a.id, 'section', a.section, 'key', a.key, 'label', a.label, 'kind', a.kind,
        'required', a.required, 'value', a.value,
        'files', (select coalesce(json_agg(file_json(p, app_file_url(p.id)) order by j.rank), '[]') from agency_report_answer_files j
          join files p on p.agency_id = j.agency_id and p.id = j.file_id where j.agency_id = a.agency_id and j.answer_id = a.id)) order by a.rank), '[]')
      from agency_report_answers a where a.agency_id = ${t}.agency_id and a.agency_report_id = ${t}.id)`,
  },
  bare: { service: (t) => `${t}.service_id` },
};

export const reportPlan = planOf(AgencyReport, reportExtension, entityNamed);
