// The subscription of an agency (3 §3, §4): its state, its plan, and the days it is valid.
import { entity } from '../kernel/entity.ts';
import { day, flag, found, integer, moment, ref, status, text } from '../kernel/field.ts';
import { machine, type Question } from '../kernel/machine.ts';

/** Decision 66. What an agency may use while it tries. */
export const freeTrial = { days: 14, licences: 5, signatures: 5 } as const;

const locks = (title: string, act: string): Question => ({
  title,
  message:
    'Son équipe et ses clients ne verront plus que « Abonnement expiré ». Les services en cours et leurs alertes continuent.',
  act,
});

/** Z-005 */
export const subscriptionStatus = machine({
  initial: 0,
  states: {
    0: { label: 'Créé', tone: 'neutral' },
    100: { label: 'Activé', tone: 'positive' },
    200: { label: 'Désactivé', tone: 'warning' },
    300: { label: 'Archivé', tone: 'neutral', archived: true },
  },
  moves: {
    startTrial: {
      ...{ label: 'Démarrer l’essai gratuit', from: [0], to: 100, right: 'admin', done: 'Essai gratuit démarré' },
      doneMany: 'Essais gratuits démarrés',
      refuse: ({ isFreeTrialDone }) => (isFreeTrialDone ? 'Cette agence a déjà eu son essai gratuit.' : null),
    },
    activate: {
      ...{ label: 'Activer', from: [0, 200, 300], to: 100, right: 'admin', done: 'Abonnement activé' },
      doneMany: 'Abonnements activés',
    },
    deactivate: {
      ...{ label: 'Désactiver', from: [100], to: 200, right: 'admin', done: 'Abonnement désactivé' },
      ...{ doneMany: 'Abonnements désactivés', confirm: locks('Désactiver cet abonnement ?', 'Désactiver') },
    },
    archive: {
      ...{ label: 'Archiver', from: [0, 200], to: 300, right: 'admin', done: 'Abonnement archivé' },
      ...{ doneMany: 'Abonnements archivés', confirm: locks('Archiver cet abonnement ?', 'Archiver') },
    },
  },
});

const section = 'Validité';

/** One per agency, made with it. */
export const AgencySubscription = entity({
  name: 'agencySubscription',
  plural: 'agencySubscriptions',
  table: 'agency_subscriptions',
  label: { one: 'Abonnement', many: 'Abonnements' },
  description: 'Les périodes de validité des abonnements et leurs renouvellements.',
  title: 'agencyName',
  order: { by: 'createdAt', ascending: false },
  date: 'endsOn',
  grants: {
    list: { platform: 'admin' },
    read: { platform: 'admin' },
    create: {},
    edit: { platform: 'admin' },
  },
  paths: {
    list: '/fetch/agency-subscriptions',
    read: '/agency-subscription/{id}',
    save: '/agency-subscription',
    act: '/agency-subscription/{id}/{type}',
  },
  fields: {
    agencyName: text('Agence', { written: 'server', required: true, column: 'shown', search: true }),
    status: status('Statut', subscriptionStatus, { column: 'shown', filter: true }),
    plan: ref('Formule', 'agencyOffer', { section, column: 'shown', filter: true, offer: { rows: 'plans' } }),
    yearly: flag('Payé à l’année', { section, column: 'offered', filter: true }),
    licences: integer('Licences en plus', {
      ...{ section, required: true, default: 0, min: 0, max: 10_000, width: 'half', column: 'offered' },
    }),
    startsOn: day('Début', { section, column: 'shown', width: 'half' }),
    endsOn: day('Fin', { section, column: 'shown', width: 'half', help: 'Vide : sans fin.' }),
    trialEndsOn: day('Fin de l’essai gratuit', { section, column: 'offered', width: 'half' }),
    isFreeTrialDone: flag('Essai gratuit terminé', { section, column: 'offered', filter: true }),
    mustBeBilled: flag('À facturer', { section, default: true, column: 'shown', filter: true }),
    buyer: found('Agence et quotas', {
      id: text('Identifiant', { required: true, written: 'server' }),
      agentsLimit: integer('Fiches', { written: 'server' }),
      accountsLimit: integer('Comptes', { written: 'server' }),
      freeAccounts: integer('Comptes offerts', { written: 'server', required: true }),
      remainingSheets: integer('Fiches restantes', { written: 'server' }),
      prepaidSignatures: integer('Signatures restantes', { written: 'server' }),
      prepaidPayslips: integer('Fiches de paie restantes', { written: 'server' }),
    }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ startsOn, endsOn }) =>
    startsOn && endsOn && endsOn < startsOn ? [{ path: 'endsOn', message: 'La fin précède le début.' }] : [],
});
