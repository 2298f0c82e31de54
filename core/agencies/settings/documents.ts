// Texts on documents and in the mails that carry them (L-015 to L-023).

import { weekDays } from '../../agents/agent.ts';
import { choice, choices, flag, group, integer, moment, rate, refs, text, time } from '../../kernel/field.ts';
import { type MailKind, mailKinds, variablesOf } from '../../mail/words.ts';
import { longestPeriod } from '../../planning/days.ts';

const long = { multiline: true, max: 5_000 } as const;
const helpFor = (kind: MailKind): string =>
  `Variables : ${variablesOf(kind)
    .map((name) => `{${name}}`)
    .join(', ')}.`;
const variablesHelp = helpFor('expiration');

const subject = (section: string, kind: MailKind) =>
  text(`${mailKinds[kind].label} : objet de l'e-mail`, {
    ...{ section, max: 200, sql: `${mailKinds[kind].prefix}_subject` },
    help: `Vide : ${mailKinds[kind].subject ? `« ${mailKinds[kind].subject} »` : 'selon ce qui expire'}. ${helpFor(kind)}`,
  });

/** For a mail whose paper has no other setting. */
const mailOnly = (section: string, kind: MailKind) =>
  group(mailKinds[kind].label, {
    emailSubject: subject(section, kind),
    emailMessage: text(`${mailKinds[kind].label} : message de l'e-mail`, {
      ...{ section, ...long, sql: `${mailKinds[kind].prefix}_message` },
      help: `Vide : le texte usuel. ${helpFor(kind)}`,
    }),
  });

const onPaper = {
  header: 'Sous le logo, avant le contenu.',
  footer: 'Après les mentions légales, en bas de chaque page.',
};
/** For a mail without a document. */
const inMail = {
  header: `En tête de l'e-mail, avant le message. ${variablesHelp}`,
  footer: `À la fin de l'e-mail, après le message. ${variablesHelp}`,
};

const block = (section: string, kind: MailKind, message: string, help = onPaper) =>
  blockOf(section, kind, mailKinds[kind].prefix, mailKinds[kind].label, message, help);

const blockOf = (
  section: string,
  kind: MailKind,
  prefix: string,
  document: string,
  message: string,
  help: typeof onPaper,
) => ({
  header: text(`${document} : en-tête`, {
    section,
    ...long,
    sql: `${prefix}_header`,
    help: help.header,
  }),
  footer: text(`${document} : pied de page`, {
    section,
    ...long,
    sql: `${prefix}_footer`,
    help: help.footer,
  }),
  emailSubject: subject(section, kind),
  emailMessage: text(`${document} : message de l'e-mail`, {
    section,
    ...long,
    sql: `${prefix}_message`,
    default: message,
    help: helpFor(kind),
  }),
});

const polite = (what: string): string =>
  `Bonjour {destinataire},\n\nVeuillez trouver ci-joint ${what}.\n\nCordialement,\n{agence}`;

const commercial = 'Devis et factures';
const paid = (prefix: string, document: string) => ({
  bankDetails: text(`${document} : règlement`, {
    section: commercial,
    ...long,
    sql: `${prefix}_bank_details`,
    // L-016
    default: 'Paiement par chèque ou par virement bancaire',
    help: 'Moyens de paiement et coordonnées bancaires imprimés sur le document.',
  }),
  latePaymentMessage: text(`${document} : retard de paiement`, {
    section: commercial,
    ...long,
    sql: `${prefix}_late_payment_message`,
    help: 'Pénalités et indemnité forfaitaire de 40 € (article L441-9 du Code de commerce).',
  }),
});

const planning = 'Envoi des plannings';
const reports = 'Rapports et heures';
const expirations = 'Expirations';
const contracts = 'Contrats et signatures';
const others = 'Documents et demandes';

/** L-019 */
export const sendFrequencies = {
  NEVER: 'Jamais',
  EVERY_X_DAYS: 'Tous les x jours',
  DAY_OF_WEEK: 'Un jour de la semaine',
  DAYS_OF_MONTH: 'Certains jours du mois',
  MONTH: 'Chaque mois',
  CUSTOM: 'Période personnalisée',
} as const;

export const mailingModes = { MANUAL: 'Manuel', AUTOMATIC: 'Automatique' } as const;
export const mailedPeriods = { WEEK: 'La semaine', MONTH: 'Le mois', CUSTOM: 'Un nombre de jours' } as const;

const daysOfMonth = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [index + 1, String(index + 1)]));

const mailing = (prefix: string, of: string) => ({
  mailingMode: choice(`${of} : envoi`, mailingModes, {
    section: planning,
    required: true,
    default: 'MANUAL',
    width: 'half',
    sql: `${prefix}_mailing_mode`,
  }),
  sendFrequencyType: choice(`${of} : fréquence`, sendFrequencies, {
    section: planning,
    required: true,
    default: 'NEVER',
    width: 'half',
    sql: `${prefix}_frequency`,
  }),
  dayOfWeek: choice(`${of} : jour de la semaine`, weekDays, {
    section: planning,
    default: 1,
    width: 'half',
    sql: `${prefix}_day_of_week`,
  }),
  lastSentAt: moment(`${of} : dernier envoi`, { section: planning, written: 'server', sql: `${prefix}_sent_at` }),
  recurringDays: integer(`${of} : tous les (jours)`, {
    section: planning,
    required: true,
    default: 7,
    min: 1,
    max: 365,
    width: 'half',
    sql: `${prefix}_recurring_days`,
  }),
  daysOfMonth: choices(`${of} : jours du mois`, daysOfMonth, { section: planning, sql: `${prefix}_days_of_month` }),
  periodType: choice(`${of} : période envoyée`, mailedPeriods, {
    section: planning,
    required: true,
    default: 'MONTH',
    width: 'half',
    sql: `${prefix}_period`,
  }),
  customPeriod: integer(`${of} : nombre de jours envoyés`, {
    section: planning,
    min: 1,
    max: longestPeriod,
    width: 'half',
    sql: `${prefix}_custom_period`,
  }),
  sendHour: time(`${of} : heure d'envoi`, {
    section: planning,
    required: true,
    default: '06:00',
    width: 'half',
    sql: `${prefix}_send_hour`,
  }),
  sendIfModified: flag(`${of} : seulement s'il a changé`, {
    section: planning,
    default: true,
    sql: `${prefix}_if_modified`,
    help: 'Un planning inchangé depuis le dernier envoi ne repart pas ; un planning modifié repart.',
  }),
});

export const documentFields = {
  estimateSettings: group('Devis', {
    ...block(commercial, 'estimate', polite('votre devis')),
    ...paid('estimate', 'Devis'),
  }),
  invoiceSettings: group('Factures', {
    ...block(commercial, 'invoice', polite('votre facture')),
    ...paid('invoice', 'Factures'),
  }),
  /** X-044 */
  settingsAgentPurchaseOrder: group('Bons de commande', {
    ...block(commercial, 'purchaseOrder', polite('votre bon de commande')),
    vat: rate('Bons de commande : TVA (%)', {
      ...{ section: commercial, width: 'half', sql: 'purchase_order_vat', help: 'Vide : le taux de l’agence.' },
    }),
  }),
  agentPlanningSettings: group('Planning des collaborateurs', {
    ...mailing('agent_planning', 'Collaborateurs'),
    ...block(planning, 'agentPlanning', mailKinds.agentPlanning.message),
  }),
  customerPlanningSettings: group('Planning des clients', {
    ...mailing('customer_planning', 'Clients'),
    ...block(planning, 'customerPlanning', mailKinds.customerPlanning.message),
  }),
  hoursCountCustomerSettings: group('Décompte d’heures', {
    ...block(reports, 'hoursCount', mailKinds.hoursCount.message),
  }),
  eventReportSettings: group('Rapports', {
    ...block(reports, 'eventReport', mailKinds.eventReport.message),
  }),
  agentExpirationSettings: group('Expirations', {
    recipients: refs('Personnes prévenues', 'agent', {
      section: expirations,
      table: 'agency_expiration_recipients',
      offer: { rows: 'staff' },
      help: 'En plus de celles qui ont le droit « Recevoir en copie les expirations des collaborateurs ».',
    }),
    notifyAgents: flag('Prévenir aussi le collaborateur concerné', {
      section: expirations,
      default: true,
      sql: 'expiration_notify_agents',
    }),
    ...block(
      expirations,
      'expiration',
      'Bonjour {destinataire},\n\nCes documents arrivent à échéance.\n\nCordialement,\n{agence}',
      inMail,
    ),
  }),
  paymentReminderMail: mailOnly(commercial, 'paymentReminder'),
  contractSignMail: mailOnly(contracts, 'contractSign'),
  contractRemindMail: mailOnly(contracts, 'contractRemind'),
  contractCancelMail: mailOnly(contracts, 'contractCancel'),
  documentMail: mailOnly(others, 'document'),
  requestAnswerMail: mailOnly(others, 'requestAnswer'),
  settingsContractAgent: group('Contrats collaborateurs', {
    timeRemindContract: integer('Relance des contrats collaborateurs (jours)', {
      section: contracts,
      required: true,
      default: 7,
      min: 1,
      max: 365,
      width: 'half',
      sql: 'agent_contract_reminder',
      help: 'Un contrat non signé depuis ce délai apparaît sur le tableau de bord.',
    }),
  }),
  settingsContractCustomer: group('Contrats clients', {
    timeRemindContract: integer('Relance des contrats clients (jours)', {
      section: contracts,
      required: true,
      default: 7,
      min: 1,
      max: 365,
      width: 'half',
      sql: 'customer_contract_reminder',
      help: 'Un contrat non signé depuis ce délai apparaît sur le tableau de bord.',
    }),
  }),
};
