// The agency's identity, shown on its documents, mails and badges (1 §3; law.md sections 2 and 3).
import { address, choice, day, email, file, group, integer, money, phones, text } from '../../kernel/field.ts';
import type { Currency } from '../../kernel/money.ts';

export const currencies = {
  EUR: 'Euro (EUR)',
  MAD: 'Dirham marocain (MAD)',
  GBP: 'Livre sterling (GBP)',
  USD: 'Dollar américain (USD)',
  CHF: 'Franc suisse (CHF)',
  XOF: 'Franc CFA (XOF)',
  GHS: 'Cedi (GHS)',
  MUR: 'Roupie mauricienne (MUR)',
  MRU: 'Ouguiya (MRU)',
  RUB: 'Rouble (RUB)',
  SAR: 'Riyal saoudien (SAR)',
  IRR: 'Rial iranien (IRR)',
  TRY: 'Livre turque (TRY)',
  CUP: 'Peso cubain (CUP)',
  DZD: 'Dinar algérien (DZD)',
  CAD: 'Dollar canadien (CAD)',
  XPF: 'Franc Pacifique (XPF)',
} as const satisfies Record<Currency, string>;

export const holidayLocales = {
  FR: 'France',
  'FR-57': 'France, Moselle',
  'FR-67': 'France, Bas-Rhin',
  'FR-68': 'France, Haut-Rhin',
  BE: 'Belgique',
  LU: 'Luxembourg',
  CH: 'Suisse',
  MC: 'Monaco',
  MA: 'Maroc',
  DZ: 'Algérie',
  TN: 'Tunisie',
  SN: 'Sénégal',
  CI: "Côte d'Ivoire",
  CA: 'Canada',
} as const;

export const timeZones = {
  'Europe/Paris': 'Paris',
  'Europe/Brussels': 'Bruxelles',
  'Europe/Luxembourg': 'Luxembourg',
  'Europe/Zurich': 'Zurich',
  'Europe/Monaco': 'Monaco',
  'Africa/Casablanca': 'Casablanca',
  'Africa/Algiers': 'Alger',
  'Africa/Tunis': 'Tunis',
  'Africa/Dakar': 'Dakar',
  'Africa/Abidjan': 'Abidjan',
  'America/Martinique': 'Martinique',
  'America/Guadeloupe': 'Guadeloupe',
  'America/Cayenne': 'Cayenne',
  'America/Montreal': 'Montréal',
  'Indian/Reunion': 'La Réunion',
  'Indian/Mayotte': 'Mayotte',
  'Indian/Mauritius': 'Maurice',
  'Pacific/Noumea': 'Nouméa',
  'Pacific/Tahiti': 'Papeete',
} as const;

const section = 'Identité';

export const identityFields = {
  name: text('Nom', {
    section,
    required: true,
    max: 120,
    column: 'shown',
    help: 'En tête des écrans, des documents et des e-mails.',
  }),
  legalStatus: text('Forme juridique', {
    section,
    max: 60,
    width: 'half',
    help: 'SAS, SARL, … : mention des factures.',
  }),
  capitalAmount: money('Capital social', { section, min: 0, width: 'half' }),
  siret: text('SIRET', {
    ...{ section, format: 'siret', width: 'half' },
    help: 'Le SIREN (neuf premiers chiffres) ne change plus ensuite ; les cinq derniers suivent un déménagement.',
  }),
  vatNumber: text('Numéro de TVA intracommunautaire', { section, max: 30, width: 'half' }),
  rcsName: text('Ville du RCS', { section, max: 80, width: 'half' }),
  approvalNumber: text("Numéro d'autorisation d'exercer", {
    section,
    max: 60,
    width: 'half',
    help: 'Autorisation du CNAPS : imprimée sur chaque document avec la mention de l’article L612-14.',
  }),
  approvalExpiresAt: day('Autorisation valable jusqu’au', { section, width: 'half', help: 'Vide : sans terme.' }),
  representativeFirstname: text('Prénom du représentant légal', { section, max: 100, width: 'half' }),
  representativeLastname: text('Nom du représentant légal', { section, max: 100, width: 'half' }),
  urssafNumber: text('Numéro URSSAF', { section, max: 60, width: 'half' }),
  insurance: text('Assurance professionnelle', {
    section,
    max: 200,
    width: 'half',
    help: 'Assureur, contrat, couverture géographique.',
  }),
  insuranceExpiresAt: day('Assurance valable jusqu’au', { section, width: 'half' }),
  email: email('E-mail', { section, width: 'half', help: 'Adresse de réponse de vos e-mails.' }),
  phone: phones('Téléphone', { section }),
  address: address('Adresse', { section }),
  currency: choice('Devise', currencies, { section, required: true, default: 'EUR', width: 'half' }),
  holidayLocale: choice('Jours fériés', holidayLocales, {
    section,
    required: true,
    default: 'FR',
    width: 'half',
    help: 'Décide des jours fériés et des contrôles propres à la France (carte professionnelle, sécurité sociale).',
  }),
  /** Required by the specification (2 §9). The zone is used instead: a fixed offset is wrong half of the year. */
  utcOffset: integer('Décalage UTC (min)', { written: 'server' }),
  timeZone: choice('Fuseau horaire', timeZones, {
    section,
    required: true,
    default: 'Europe/Paris',
    width: 'half',
    help: 'Toutes les heures, les nuits et les dimanches sont comptés dans ce fuseau.',
  }),
};

const brand = 'Image de marque';
const colour = (label: string, usual: string, sql: string) =>
  text(label, {
    section: brand,
    format: 'colour',
    default: usual,
    required: true,
    width: 'half',
    sql,
    help: 'Couleur des blocs sur le planning, par exemple #1C5F9E.',
  });

export const brandFields = {
  logo: file('Logo', { section: brand, picture: true, help: 'En tête des documents et des e-mails.' }),
  agencySettingsFeature: group('Couleurs du planning', {
    planningViewTourHexColor: colour('Tournées', '#9C27B0', 'planning_view_tour_hex_color'),
    planningViewInterventionHexColor: colour('Interventions', '#80DEEA', 'planning_view_intervention_hex_color'),
  }),
};
