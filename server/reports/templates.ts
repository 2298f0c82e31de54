// The templates of an agency: the product's own, unless it changed them.
import { isDeepStrictEqual } from 'node:util';
import { messages, Problem } from '#core/kernel/problem.ts';
import { fetchReportTemplates, reportMessages, saveReportTemplate } from '#core/reports/calls.ts';
import { defaultTemplate, type Template, type TemplateSection } from '#core/reports/template.ts';
import {
  allReportTypes,
  type ReportType,
  type SignatureDemand,
  type TemplateKey,
  templateKeys,
} from '#core/reports/types.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

interface Edition extends Record<string, unknown> {
  type: ReportType;
  key: TemplateKey;
  edition: number;
  sections: readonly TemplateSection[] | null;
}

const templateFrom = ({ type, key, edition, sections }: Edition): Template => ({
  ...{ type, key, edition },
  sections: sections ?? defaultTemplate(type, key).sections,
});

/** The current edition of every template. */
export async function currentTemplates(db: Db): Promise<Template[]> {
  const own = await db.query<Edition>({
    name: 'report-templates',
    text: `select distinct on (type, key) type, key, edition, sections from report_templates where agency_id = app_agency() order by type, key, edition desc`,
  });
  return allReportTypes.flatMap((type) =>
    templateKeys.map((key) => {
      const found = own.find((one) => one.type === type && one.key === key);
      return found ? templateFrom(found) : defaultTemplate(type, key);
    }),
  );
}

/** The edition that somebody filled in. */
export async function templateAt(db: Db, type: ReportType, key: TemplateKey, edition: number): Promise<Template> {
  if (edition === 0) return defaultTemplate(type, key);
  const [found] = await db.query<Edition>({
    name: 'report-template',
    text: `select type, key, edition, sections from report_templates where agency_id = app_agency() and type = $1 and key = $2 and edition = $3`,
    values: [type, key, edition],
  });
  if (!found) throw new Problem('conflict', reportMessages.unknownTemplate);
  return templateFrom(found);
}

export interface TypeSettings extends Record<string, unknown> {
  enabled: boolean;
  approval: boolean;
  signature: SignatureDemand;
  template: TemplateKey;
  /** P-036 */
  price: number;
}

/** The agency's settings of a type; the template of an intervention is its site's (P-037). */
export async function settingsOf(db: Db, type: ReportType, site: string): Promise<TypeSettings> {
  const template = type === 'intervention' ? 's.intervention_report_template' : `g.report_${type}_template`;
  const [row] = await db.query<TypeSettings>({
    name: `report-settings-${type}`,
    text: `select g.report_${type}_enabled as enabled, g.report_${type}_approval as approval, g.report_${type}_signature as signature,
        ${template} as template, g.${type}_amount as price
      from agencies g join sites s on s.agency_id = g.id where g.id = app_agency() and s.id = $1`,
    values: [site],
  });
  if (!row) throw new Problem('missing', 'Site introuvable');
  return row;
}

export const templateHandlers: Handler[] = [
  handle(fetchReportTemplates, async ({ db }) => ({ templates: (await currentTemplates(db)) as never })),

  handle(saveReportTemplate, async (call) => {
    const { db, input, context } = call;
    const { type, key, sections } = input;
    await db.query({
      name: 'lock-report-template',
      text: `select pg_advisory_xact_lock(hashtextextended('report template ' || app_agency(), 0))`,
    });
    const before = (await currentTemplates(db)).find((one) => one.type === type && one.key === key) as Template;
    const edition = before.edition + 1;
    // Sent twice: it is so already. The database orders the keys of an object in its own way.
    if (isDeepStrictEqual(before.sections, sections ?? defaultTemplate(type, key).sections))
      return { template: before as never };
    if (input.edition !== undefined && input.edition !== before.edition)
      throw new Problem('conflict', messages.settingsConflict);
    await db.query({
      name: 'put-report-template',
      text: 'insert into report_templates (agency_id, id, type, key, edition, sections) values (app_agency(), $1, $2, $3, $4, $5)',
      values: [uuidv7(), type, key, edition, sections && JSON.stringify(sections)],
    });
    await writeAudit(db, call, {
      ...{ entity: 'agency', id: context.agency ?? '', action: 'edit' },
      changes: { [`reportTemplate.${type}.${key}`]: { before: before.edition, after: edition } },
    });
    return { template: templateFrom({ type, key, edition, sections }) as never };
  }),
];
