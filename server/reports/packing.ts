// What a phone needs to write the reports of its services.
import type { Pack } from '#core/field/pack.ts';
import type { Reference } from '#core/kernel/field.ts';
import { reportTypeOf, type SignatureDemand, type TemplateKey } from '#core/reports/types.ts';
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
