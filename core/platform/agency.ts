// The agencies as the platform administers them (AB-002..AB-010): who manages them, what they pay, how they are used.
import { identityFields } from '../agencies/settings/identity.ts';
import { entity } from '../kernel/entity.ts';
import { choice, day, flag, integer, moment, text } from '../kernel/field.ts';
import { departments } from '../marketplace/departments.ts';
import { productRules } from '../tenant.ts';

/** AB-039: days without use after which an agency is no longer active. */
export const activeDays = productRules.mostInactivity;

export const agencyStates = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  PENDING: 'En attente de modération',
  LOCKED: 'Suspendue',
} as const;
export type AgencyState = keyof typeof agencyStates;

export const agencySubscriptions = {
  TRIAL: 'Essai gratuit',
  PLAN: 'Formule',
  NONE: 'Sans formule',
  ENDED: 'Désactivé ou archivé',
} as const;

/** What is charged, or why it is not. */
export const agencyPayments = {
  CARD: 'Carte bancaire',
  SEPA: 'Mandat SEPA',
  NONE: 'Aucun moyen',
  ERROR: 'Paiement en échec',
} as const;

const follow = 'Suivi';
const written = 'server';
const {
  name,
  email,
  utcOffset: _unused,
  approvalExpiresAt: _until,
  insuranceExpiresAt: _cover,
  ...identity
} = identityFields;

export const AdminAgency = entity({
  name: 'adminAgency',
  plural: 'adminAgencies',
  table: 'administered_agencies',
  label: { one: 'Agence', many: 'Agences', feminine: true },
  description: 'Toutes les agences de la plateforme : leur responsable, leur abonnement, leur usage.',
  title: 'name',
  subtitle: ['manager', 'department'],
  order: { by: 'name', ascending: true },
  date: 'createdAt',
  columns: [
    ...[
      'name',
      'manager',
      'status',
      'errors',
      'lastUseAt',
      'subscription',
      'quotas',
      'billable',
      'payment',
      'expiresOn',
    ],
    ...['lastPaymentAt', 'createdAt', 'v5PricingAt', 'department', 'country', 'freeLicences', 'trainingDone'],
  ],
  missing: 'Agence introuvable',
  // C-055; one is created by POST /agency.
  grants: {
    list: { platform: 'admin' },
    read: { platform: 'admin' },
    create: {},
    edit: { platform: 'admin' },
  },
  paths: { list: '/fetch/agencies', read: '/agency/{id}', save: '/agency' },
  fields: {
    name: { ...name, search: true },
    manager: text('Responsable', { written, column: 'shown', chars: 18 }),
    status: choice('Statut', agencyStates, { written, required: true, column: 'shown', chars: 12, filter: true }),
    errors: text('Erreurs', { written, column: 'shown', chars: 18 }),
    lastUseAt: moment('Dernière utilisation', { written, column: 'shown', filter: true }),
    subscription: text('Abonnement', { written, column: 'shown', chars: 18 }),
    subscriptionState: choice('État de l’abonnement', agencySubscriptions, {
      ...{ written, required: true, column: 'offered', filter: true },
    }),
    quotas: text('Quotas', { written, column: 'shown', chars: 26 }),
    billable: flag('Facturable', { written, column: 'shown', filter: true }),
    payment: choice('Paiement', agencyPayments, { written, required: true, column: 'shown', chars: 14, filter: true }),
    expiresOn: day('Expiration', { written, column: 'shown', filter: true }),
    lastPaymentAt: moment('Dernier paiement', { written, column: 'shown', filter: true }),
    createdAt: moment('Créée le', { written, required: true, column: 'shown' }),
    v5PricingAt: day('Tarification V5', {
      ...{ section: follow, column: 'shown', filter: true, width: 'half', sql: 'v5_pricing_at' },
      help: 'Le jour où l’agence est passée à cette tarification.',
    }),
    department: choice('Département', departments, { written, column: 'shown', chars: 18, filter: true }),
    country: text('Pays', { written, required: true, column: 'shown', chars: 8 }),
    freeLicences: integer('Licences offertes', { written, required: true, column: 'shown', sql: 'free_accounts' }),
    trainingDone: flag('Formation effectuée', { section: follow, column: 'shown', filter: true, width: 'half' }),
    ...identity,
    siret: { ...identityFields.siret, search: true, help: 'Le support seul change le SIREN d’une agence.' },
    email: { ...email, column: 'offered', help: 'Adresse de réponse des e-mails de l’agence.' },
  },
});
