// The form of a report, made from its template: the fields of the kernel, by kind.
import { type Entity, entity } from '#core/kernel/entity.ts';
import {
  choice,
  decimal,
  type Field,
  type Fields,
  file,
  files,
  flag,
  group,
  moment,
  ref,
  text,
} from '#core/kernel/field.ts';
import { answerChoices, longestAnswer, mostReportPhotos } from '#core/reports/answers.ts';
import { AgencyReport } from '#core/reports/report.ts';
import type { AnswerKind, TemplateField, TemplateSection } from '#core/reports/template.ts';
import type { ReportType } from '#core/reports/types.ts';

const common = {
  name: AgencyReport.name,
  plural: AgencyReport.plural,
  table: AgencyReport.table,
  label: AgencyReport.label,
  description: AgencyReport.description,
  title: 'service',
  order: { by: 'service', ascending: true },
  grants: {
    ...AgencyReport.grants,
    create: { agency: ['createInterventionReport', 'editInterventionReport'] },
    edit: { agency: ['editInterventionReport'] },
  },
} as const;

/** Which service, before its template is known. */
export const serviceForm = (type: ReportType): Entity =>
  entity({
    ...common,
    fields: {
      service: ref('Service', 'service', {
        ...{ section: 'Service', required: true, offer: { rows: type } },
        help: 'Un service qui a commencé, et qui n’a pas encore de rapport.',
      }),
    },
  });

const inputs: Readonly<Record<AnswerKind, (label: string, section: string) => Field>> = {
  text: (label, section) => text(label, { section, multiline: true, max: longestAnswer }),
  choice: (label, section) => choice(label, answerChoices, { section, width: 'half' }),
  number: (label, section) => decimal(label, { section, decimals: 4, width: 'half' }),
  moment: (label, section) => moment(label, { section, width: 'half' }),
  photos: (label, section) => files(label, { section, max: mostReportPhotos }),
  signature: (label, section) => file(label, { section, picture: true }),
};

const signed = 'Signatures et remise';

/** Required fields are asked for when the report is handed over: a draft may lack them. */
export const reportForm = (sections: readonly TemplateSection[]): Entity =>
  entity({
    ...common,
    saved: 'Rapport enregistré',
    fields: {
      service: text('Service', { written: 'server' }),
      answers: group(
        'Contenu',
        Object.fromEntries(
          sections.flatMap(({ title, fields }) =>
            fields.map(({ key, label, kind, required }: TemplateField) => [
              key,
              inputs[kind](required ? `${label} *` : label, title),
            ]),
          ),
        ) as Fields,
      ),
      agentSigner: text('Nom du collaborateur', { section: signed, max: 120, width: 'half' }),
      agentSignature: file('Signature du collaborateur', { section: signed, picture: true }),
      customerSigner: text('Nom du signataire chez le client', { section: signed, max: 120, width: 'half' }),
      customerSignature: file('Signature du client', { section: signed, picture: true }),
      submit: flag('Remettre le rapport', {
        section: signed,
        help: 'Complet, il part en validation ; sans validation, le client le voit. Sinon, il reste un brouillon.',
      }),
    },
  }) as unknown as Entity;
