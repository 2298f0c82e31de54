// The calls of the reports beyond their lists and sheets.
import * as z from 'zod';
import { endpoint, type Output } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { reportContent } from './content.ts';
import { AgencyReport } from './report.ts';
import { templateOutput, templateSections } from './template.ts';
import { allReportTypes, type SignatureDemand, signatureDemands, templateKeys } from './types.ts';

export const reportMessages = {
  noReport: 'Cette activité n’a pas de rapport',
  disabled: 'Votre agence ne fait pas de rapport pour cette activité',
  another: 'Ce service a déjà un rapport : ouvrez-le pour le compléter',
  incomplete: 'Le rapport est incomplet : remplissez les champs obligatoires',
  submitted: 'Ce rapport est remis à l’agence : elle seule le modifie',
  /** For its agent, who cannot make a new version. */
  approved: 'Ce rapport est validé : seule votre agence peut encore le corriger',
  unknownTemplate: 'Ce modèle de rapport n’est pas connu de l’agence',
  unknownField: 'Ce champ n’est pas dans le modèle du rapport',
  noRecipient:
    'Aucun interlocuteur de ce client ne reçoit les rapports : cochez « Reçoit les rapports d’intervention » sur sa fiche',
} as const;

const uuid = z.uuid('Identifiant invalide');
const ofOne = z.strictObject({ id: z.string() });
const output = z.strictObject({ agencyReport: rowSchema(AgencyReport) });
const reason = z
  .string('Obligatoire')
  .trim()
  .min(1, messages.required)
  .max(500, '500 caractères au plus')
  .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

const rights = {
  agency: { create: ['createInterventionReport'], edit: ['editInterventionReport'] },
  agent: { create: ['createOwnInterventionReport'], edit: ['editOwnInterventionReport'] },
} as const;

/** `uuid` makes a report under that id, or completes it if it was sent before; `id` completes one. */
export const saveReport = endpoint({
  name: 'saveReport',
  method: 'POST',
  path: '/agencyReport',
  mounts: rights,
  summary: 'Écrire le rapport d’un service, et le compléter jusqu’à sa remise',
  input: reportContent
    .partial({ uuid: true })
    .extend({ id: uuid.optional(), service: z.object({ id: uuid }, 'Identifiant invalide') })
    .refine((report) => report.id ?? report.uuid, { message: messages.required, path: ['uuid'] }),
  output,
});

export const refuseReport = endpoint({
  name: 'refuse:agencyReport',
  method: 'POST',
  path: '/agencyReport/{id}/refuse',
  mounts: { agency: ['editInterventionReport'] },
  summary: 'Refuser un rapport remis : son auteur le complète',
  params: ofOne,
  input: z.strictObject({ reason }),
  output,
});

/** A draft that replaces the report once it is approved; the same draft, if one is waiting. */
export const reviseReport = endpoint({
  name: 'revise:agencyReport',
  method: 'POST',
  path: '/agencyReport/{id}/revise',
  mounts: { agency: ['editInterventionReport'] },
  summary: 'Corriger un rapport validé par une nouvelle version, en disant pourquoi',
  params: ofOne,
  input: z.strictObject({ reason }),
  output,
});

export const printReport = endpoint({
  name: 'print:agencyReport',
  method: 'GET',
  binary: true,
  path: '/agencyReport/{id}/pdf',
  mounts: AgencyReport.grants.read,
  summary: 'Un rapport en PDF',
  params: ofOne,
});

const demands = Object.keys(signatureDemands) as [SignatureDemand, ...SignatureDemand[]];

/** What to fill in for a service. */
export const fetchReportForm = endpoint({
  name: 'form:agencyReport',
  method: 'GET',
  path: '/circuit/{id}/report-form',
  mounts: {
    agency: [...rights.agency.create, ...rights.agency.edit],
    agent: [...rights.agent.create, ...rights.agent.edit],
  },
  summary: 'Le modèle de rapport d’un service, et les signatures qu’il demande',
  params: ofOne,
  output: z.strictObject({ template: templateOutput, signature: z.enum(demands), report: uuid.nullable() }),
});
export type ReportForm = Output<typeof fetchReportForm>;

export const fetchReportTemplates = endpoint({
  name: 'templates:agencyReport',
  method: 'GET',
  path: '/report-templates',
  mounts: { agency: ['listInterventionReports', 'editAgencySetting'] },
  summary: 'Les modèles de rapport de l’agence',
  output: z.strictObject({ templates: z.array(templateOutput) }),
});

/** A new edition; null: the product's own again. Reports keep the edition they were made with. */
export const saveReportTemplate = endpoint({
  name: 'saveReportTemplate',
  method: 'POST',
  path: '/report-template',
  mounts: { agency: ['editAgencySetting'] },
  summary: 'Changer un modèle de rapport',
  input: z.strictObject({
    type: z.enum(allReportTypes, 'Type de rapport inconnu'),
    key: z.enum(templateKeys, 'Modèle inconnu'),
    sections: templateSections.nullable(),
    /** The edition that was read; absent: takes the template as it stands. */
    edition: z.int().optional(),
  }),
  output: z.strictObject({ template: templateOutput }),
});
