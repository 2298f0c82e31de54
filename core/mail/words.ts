// The words of the mails that leave with a paper: the agency's own subject and message, or the product's (L-015, L-017).
// One declaration for the settings, their preview and everything that sends.
import { filledIn, type TemplateVariable, templateVariables } from '../agencies/templates.ts';

interface MailWords {
  /** In « Paramètres ». */
  label: string;
  /** The group of settings, and the start of its columns. */
  group: string;
  prefix: string;
  subject: string;
  message: string;
  /** What is filled in besides « agence », « destinataire », « document » and « date ». */
  variables: readonly TemplateVariable[];
  /** Of the preview, where those of all mails do not fit. */
  examples?: Readonly<Partial<Record<TemplateVariable, string>>>;
}

const polite = (what: string): string =>
  `Bonjour {destinataire},\n\nVeuillez trouver ci-joint ${what}.\n\nCordialement,\n{agence}`;

export const mailKinds = {
  estimate: {
    examples: { document: 'Devis D2026-0042', numero: 'D2026-0042' },
    ...{ label: 'Devis', group: 'estimateSettings', prefix: 'estimate', variables: ['numero'] },
    ...{ subject: 'Votre devis {agence} - {numero}', message: polite('votre devis {numero}') },
  },
  invoice: {
    examples: { document: 'Facture F2026-0042' },
    ...{ label: 'Factures', group: 'invoiceSettings', prefix: 'invoice', variables: ['numero'] },
    // L-017
    ...{ subject: 'Votre facture {agence} - {numero}', message: polite('votre facture {numero}') },
  },
  paymentReminder: {
    examples: { document: 'Facture F2026-0042' },
    ...{ label: 'Relance de paiement', group: 'paymentReminderMail', prefix: 'payment_reminder' },
    variables: ['numero', 'montant', 'echeance'],
    subject: 'Relance : votre facture {agence} - {numero}',
    message:
      'Bonjour {destinataire},\n\nSauf erreur de notre part, la facture {numero}, échue le {echeance}, reste à régler pour {montant}. Vous la trouverez ci-jointe.\n\nSi votre règlement est déjà parti, ne tenez pas compte de ce message.\n\nCordialement,\n{agence}',
  },
  purchaseOrder: {
    examples: { document: 'Bon de commande BC2026-0042', numero: 'BC2026-0042' },
    ...{ label: 'Bons de commande', group: 'settingsAgentPurchaseOrder', prefix: 'purchase_order' },
    ...{ variables: ['numero'], subject: 'Votre bon de commande {agence} - {numero}' },
    message: polite('votre bon de commande {numero}'),
  },
  agentPlanning: {
    examples: { document: 'Planning de novembre 2026', periode: 'de novembre 2026' },
    ...{ label: 'Planning collaborateur', group: 'agentPlanningSettings', prefix: 'agent_planning' },
    ...{ variables: ['periode'], subject: '{agence} : planning {periode}', message: polite('votre planning') },
  },
  customerPlanning: {
    examples: { document: 'Planning de novembre 2026', periode: 'de novembre 2026' },
    ...{ label: 'Planning client', group: 'customerPlanningSettings', prefix: 'customer_planning' },
    ...{ variables: ['periode'], subject: '{agence} : planning {periode}' },
    message: polite('le planning de vos sites'),
  },
  hoursCount: {
    examples: { document: 'Décompte d’heures du 01/11/2026 au 30/11/2026' },
    ...{ label: "Décompte d'heures", group: 'hoursCountCustomerSettings', prefix: 'hours_count' },
    ...{ variables: ['periode'], subject: '{agence} : décompte d’heures {periode}' },
    message: polite('le décompte de vos heures'),
  },
  eventReport: {
    examples: { document: 'Rapport d’audit R-0042, Entrepôt' },
    ...{ label: 'Rapport', group: 'eventReportSettings', prefix: 'event_report', variables: [] },
    ...{ subject: '{agence} : {document}', message: polite('votre rapport') },
  },
  expiration: {
    examples: { document: 'Expirations' },
    ...{ label: 'Expirations', group: 'agentExpirationSettings', prefix: 'agent_expiration', variables: [] },
    // Unlike the others it depends on who is told: staff of all, an agent of his own.
    ...{ subject: '', message: 'Bonjour {destinataire},\n\nVoici ce qui arrive à échéance.' },
  },
  contractSign: {
    ...{ label: 'Contrat à signer', group: 'contractSignMail', prefix: 'contract_sign' },
    ...{ variables: ['titre', 'echeance'], subject: '« {titre} » à signer' },
    examples: { document: '« Contrat à durée indéterminée », référence CC2026-0042' },
    message:
      'Bonjour {destinataire},\n\n{agence} vous invite à signer un document, qui attend votre signature électronique : {document}.',
  },
  contractRemind: {
    ...{ label: 'Rappel de signature', group: 'contractRemindMail', prefix: 'contract_remind' },
    ...{ variables: ['titre', 'echeance'], subject: 'Rappel : « {titre} » attend votre signature' },
    examples: { document: '« Contrat à durée indéterminée », référence CC2026-0042' },
    message:
      'Bonjour {destinataire},\n\n{agence} vous rappelle qu’un document attend votre signature électronique : {document}.',
  },
  contractCancel: {
    ...{ label: 'Annulation d’un contrat', group: 'contractCancelMail', prefix: 'contract_cancel' },
    ...{ variables: ['titre'], subject: '« {titre} » est annulé' },
    message:
      'Bonjour {destinataire},\n\n{agence} a annulé la demande de signature de « {titre} ». Vous n’avez rien à faire ; le lien que vous aviez reçu n’est plus valable.',
  },
  document: {
    examples: { document: 'Attestation d’assurance' },
    ...{ label: 'Documents', group: 'documentMail', prefix: 'document_mail', variables: [] },
    subject: '{document}',
    message: 'Bonjour,\n\nVous trouverez ci-joint : {document}.\n\nCordialement,\n{agence}',
  },
  requestAnswer: {
    examples: { document: 'Demande de congés', titre: 'Congés du 3 au 14 août' },
    ...{ label: 'Réponse à une demande', group: 'requestAnswerMail', prefix: 'request_answer' },
    ...{ variables: ['titre', 'reponse'], subject: '{agence} : réponse à « {titre} »' },
    message: 'Bonjour {destinataire},\n\n{reponse}\n\nCordialement,\n{agence}',
  },
} as const satisfies Record<string, MailWords>;

export type MailKind = keyof typeof mailKinds;
export const allMailKinds = Object.keys(mailKinds) as MailKind[];

/** As stored; empty is the product's. */
export interface OwnWords {
  subject: string | null;
  message: string | null;
}
export const noWords: OwnWords = { subject: null, message: null };

export type WordValues = Readonly<Partial<Record<TemplateVariable, string>>>;

/** A subject is one line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const subjectOf = (kind: MailKind, { subject }: Pick<OwnWords, 'subject'>, values: WordValues): string =>
  oneLine(filledIn(subject?.trim() || mailKinds[kind].subject, values));

export const messageOf = (kind: MailKind, { message }: Pick<OwnWords, 'message'>, values: WordValues): string =>
  filledIn(message?.trim() || mailKinds[kind].message, values);

/** As the paragraphs of a mail. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const usualVariables = ['agence', 'destinataire', 'document', 'date'] as const;
export const variablesOf = (kind: MailKind): readonly TemplateVariable[] => [
  ...usualVariables,
  ...mailKinds[kind].variables,
];

/** Values that a mail of this kind could have. */
export const examplesOf = (kind: MailKind): WordValues => ({
  ...Object.fromEntries(variablesOf(kind).map((name) => [name, templateVariables[name].example])),
  ...(mailKinds[kind] as MailWords).examples,
});

export const mailKindAt = (path: string): MailKind | undefined =>
  allMailKinds.find((kind) => path.startsWith(`${mailKinds[kind].group}.`));
