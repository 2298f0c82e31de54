// What a phone needs to write the reports of its services.
import type { Pack } from '#core/field/pack.ts';
import type { Reference } from '#core/kernel/field.ts';
import type { FieldReport } from '#core/reports/field-report.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { reportTypeOf, type SignatureDemand, type TemplateKey } from '#core/reports/types.ts';
import { meets } from '#core/roles.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { currentTemplates } from './templates.ts';

interface Served {
  id: string;
  activityType: number | string | null;
  site: Reference | null;
}

interface Settings extends Record<string, unknown> {
  site: string;
  intervention: TemplateKey;
  enabled: Record<string, boolean>;
  signature: Record<string, SignatureDemand>;
  template: Record<string, TemplateKey>;
}

const byType = (column: (type: string) => string): string =>
  `json_build_object(${['intervention', 'round', 'recognition', 'audit'].map((type) => `'${type}', ${column(type)}`).join(', ')})`;

export async function reportsForPack(
  services: readonly Served[],
  { context, services: { database } }: Pick<Call, 'context' | 'services'>,
): Promise<NonNullable<Pack['reports']>> {
  const reported = services.filter(({ activityType, site }) => site && reportTypeOf(activityType));
  if (reported.length === 0) return { templates: [], forms: {} };
  // Settings of the agency: agents read them here alone.
  const staff: Db = { query: (statement) => database.read({ ...nobody, agency: context.agency }, statement) };
  const settings = await staff.query<Settings>({
    name: 'pack-report-settings',
    text: `select s.id as site, s.intervention_report_template as intervention, ${byType((type) => `g.report_${type}_enabled`)} as enabled,
        ${byType((type) => `g.report_${type}_signature`)} as signature,
        ${byType((type) => (type === 'intervention' ? 's.intervention_report_template' : `g.report_${type}_template`))} as template
      from agencies g join sites s on s.agency_id = g.id where g.id = app_agency() and s.id = any ($1::uuid[])`,
    values: [[...new Set(reported.map(({ site }) => site?.id))]],
  });
  const templates = await currentTemplates(staff);
  const forms: NonNullable<Pack['reports']>['forms'] = {};
  for (const { id, activityType, site } of reported) {
    const [type, own] = [reportTypeOf(activityType), settings.find((one) => one.site === site?.id)];
    if (!type || !own?.enabled[type]) continue;
    const template = templates.find((one) => one.type === type && one.key === own.template[type]);
    if (template)
      forms[id] = { type, key: template.key, edition: template.edition, signature: own.signature[type] ?? 'NONE' };
  }
  const used = Object.values(forms);
  return {
    templates: templates.filter(({ type, key }) =>
      used.some((form) => form.type === type && form.key === key),
    ) as never,
    forms,
  };
}

/** The last version of each, as its agent may read it. */
export async function writtenReports(services: readonly string[], { asker, db }: Call): Promise<FieldReport[]> {
  if (services.length === 0 || !meets(asker, AgencyReport.grants.read.agent)) return [];
  return db.query<FieldReport & Record<string, unknown>>({
    name: 'pack-written-reports',
    text: `select distinct on (r.service_id) r.id, r.service_id as service, r.status, r.refusal,
        json_build_object('agent', case when r.agent_signature_id is not null then coalesce(r.agent_signer, '') end,
          'customer', case when r.customer_signature_id is not null then coalesce(r.customer_signer, '') end) as signers,
        (select coalesce(json_agg(json_build_object('section', a.section, 'key', a.key, 'label', a.label, 'kind', a.kind, 'required', a.required, 'value', a.value,
            'files', (select coalesce(json_agg(j.file_id order by j.rank), '[]') from agency_report_answer_files j
              where j.agency_id = a.agency_id and j.answer_id = a.id)) order by a.rank), '[]')
          from agency_report_answers a where a.agency_id = r.agency_id and a.agency_report_id = r.id) as answers
      from agency_reports r where r.agency_id = app_agency() and r.service_id = any ($1::uuid[]) order by r.service_id, r.edition desc`,
    values: [services],
  });
}
