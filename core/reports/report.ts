// A report of the field (P-028 to P-037): what an agent states of a service or of a stop, signed on the glass.
import { entity } from '../kernel/entity.ts';
import { choice, file, files, flag, integer, lines, moment, ref, status, text, unitPrice } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { approvedReport, draftReport, refusedReport, sentReport, submittedReport } from './states.ts';
import { answerKinds } from './template.ts';
import { reportLabels, reportTemplates } from './types.ts';

const frozen = {
  writable: 'nothing',
  frozen: 'Ce rapport est validé : il ne se modifie plus. « Corriger » en fait une nouvelle version, avec son motif.',
} as const;

export const reportStatus = machine({
  initial: draftReport,
  states: {
    100: { label: 'Brouillon', tone: 'neutral' },
    200: { label: 'À valider', tone: 'warning' },
    300: { label: 'Validé', tone: 'positive', ...frozen },
    400: { label: 'Envoyé', tone: 'info', ...frozen },
    500: { label: 'Refusé', tone: 'negative' },
    // By a new version.
    600: { label: 'Remplacé', tone: 'neutral', archived: true, ...frozen },
  },
  moves: {
    approve: {
      label: 'Validation',
      from: [submittedReport],
      to: approvedReport,
      right: 'editInterventionReport',
      done: 'Rapport validé : le client le voit',
    },
    // rights.tsv: sending by hand needs no other right.
    send: {
      label: 'Envoi au client',
      from: [approvedReport],
      to: sentReport,
      right: 'listInterventionReports',
      done: 'Rapport envoyé au client',
    },
    delete: {
      label: 'Suppression',
      from: [draftReport, refusedReport],
      to: null,
      right: 'deleteInterventionReport',
      done: 'Rapport supprimé',
      confirm: deletion,
    },
  },
});

const readers = {
  agency: ['listInterventionReports'],
  agent: ['createOwnInterventionReport', 'editOwnInterventionReport'],
  customer: ['listInterventionReports'],
} as const;

const section = 'Rapport';
const signed = 'Signatures';
const byServer = { section, written: 'server' } as const;

export const AgencyReport = entity({
  name: 'agencyReport',
  plural: 'agencyReports',
  table: 'agency_reports',
  label: { one: 'Rapport', many: 'Rapports' },
  description: 'Ce que vos agents constatent sur place, signé et remis au client.',
  title: 'reference',
  subtitle: ['site', 'at'],
  order: { by: 'at', ascending: false },
  date: 'at',
  columns: ['at', 'reference', 'site', 'agent', 'status', 'discr', 'signed', 'sentAt'],
  grants: { list: readers, read: readers, create: {}, edit: {} },
  missing: 'Rapport introuvable',
  personal: {
    agent: { fate: { becomes: { agentSigner: null, agentSignature: null } }, label: 'Rapports de terrain' },
    site: {
      fate: { becomes: { customerSigner: null, customerSignature: null, refusal: null, reason: null } },
      label: 'Rapports de ses sites',
    },
  },
  fields: {
    at: moment('Date', { ...byServer, required: true, column: 'shown', filter: true }),
    reference: text('Référence', { ...byServer, required: true, column: 'shown', chars: 12, search: true }),
    /** The discriminator of the specification (N-002): the type. */
    discr: choice('Type', reportLabels, { ...byServer, required: true, column: 'offered', filter: true, sql: 'type' }),
    template: choice('Modèle', reportTemplates, { ...byServer, required: true }),
    templateEdition: integer('Édition du modèle', { ...byServer, required: true }),
    status: status('Statut', reportStatus, { column: 'shown', filter: true }),
    /** Null for an agent who no longer works there. */
    site: ref('Site', 'site', { ...byServer, column: 'shown', filter: true, search: 'target' }),
    service: ref('Service', 'service', { ...byServer, column: 'offered', filter: true }),
    agent: ref('Collaborateur', 'agent', { ...byServer, column: 'shown', filter: true, reserved: 'customers' }),
    edition: integer('Version', { ...byServer, required: true, column: 'offered' }),
    /** The earlier version. */
    replaces: ref('Remplace', 'agencyReport', { ...byServer, reserved: 'customers' }),
    reason: text('Motif de la correction', { ...byServer, multiline: true }),
    refusal: text('Motif du refus', { ...byServer, multiline: true, reserved: 'customers' }),
    submittedAt: moment('Remis le', { ...byServer, column: 'offered' }),
    decidedAt: moment('Validé le', { ...byServer, column: 'offered' }),
    decidedBy: text('Validé par', { ...byServer, reserved: 'customers' }),
    sentAt: moment('Envoyé le', { ...byServer, column: 'shown' }),
    // P-036: as it was when the report was made.
    price: unitPrice('Prix (HT)', { ...byServer, column: 'offered', reserved: 'reading' }),
    signed: flag('Signé par le client', { ...byServer, column: 'shown', filter: true }),
    answers: lines(
      'Contenu',
      {
        section: text('Section', { written: 'server', required: true }),
        key: text('Champ', { written: 'server', required: true }),
        label: text('Libellé', { written: 'server', required: true }),
        kind: choice('Type', answerKinds, { written: 'server', required: true }),
        required: flag('Obligatoire', { written: 'server' }),
        value: text('Réponse', { written: 'server', multiline: true }),
        files: files('Photos', { table: 'agency_report_answer_files' }),
      },
      { section: 'Contenu', one: 'Réponse', written: 'server', table: 'agency_report_answers' },
    ),
    agentSignature: file('Signature du collaborateur', { section: signed, picture: true }),
    agentSigner: text('Signé par', { section: signed, written: 'server' }),
    agentSignedAt: moment('Signé le', { section: signed, written: 'server' }),
    customerSignature: file('Signature du client', { section: signed, picture: true }),
    customerSigner: text('Signé par', { section: signed, written: 'server' }),
    customerSignedAt: moment('Signé le', { section: signed, written: 'server' }),
    createdAt: moment('Créé le', { ...byServer, required: true, column: 'offered' }),
  },
});
