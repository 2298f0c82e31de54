// The commercial contract of a customer (decision 103): sites, dates, prices, flat amounts, indexation and notice.
import { expiryStates } from '../agents/expiry.ts';
import { priceLineFields, priceViolations } from '../customers/prices.ts';
import { entity } from '../kernel/entity.ts';
import {
  choice,
  choices,
  day,
  decimal,
  flag,
  group,
  integer,
  lines,
  moment,
  quantity,
  rate,
  ref,
  refs,
  status,
  text,
  unitPrice,
} from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import type { Violation } from '../kernel/problem.ts';
import { monthNames } from '../planning/days.ts';
import { isSmoothable, type Periodicity, periodicities } from './flats.ts';
import { isWhole } from './indexation.ts';

const archived = { from: [100], to: 300, right: 'editCustomerContract' } as const;

export const commercialContractStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Actif', tone: 'positive' },
    300: { label: 'Archivé', tone: 'neutral', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', ...archived, done: 'Contrat commercial archivé' },
    reactivate: {
      ...{ label: 'Réactivation', from: [300], to: 100, right: 'editCustomerContract' },
      done: 'Contrat commercial réactivé',
    },
    delete: {
      ...{ label: 'Suppression', from: [100, 300], to: null, right: 'deleteCustomerContract' },
      done: 'Contrat commercial supprimé',
      confirm: finalDeletion,
    },
  },
});

const readers = { agency: ['listCustomerContracts'] } as const;
/** The record is signed through a customer contract, whose rights it has (docs/decisions/078). */
const grants = {
  list: readers,
  read: readers,
  create: { agency: ['createCustomerContract'] },
  edit: { agency: ['editCustomerContract'] },
} as const;

const sections = {
  contract: 'Contrat',
  prices: 'Prix par tranche et spécialité',
  flats: 'Forfaits',
  indexation: 'Indexation',
} as const;

const months = Object.fromEntries(monthNames.map((name, index) => [index + 1, name])) as Record<number, string>;

export const flatFields = {
  label: text('Libellé', { required: true, max: 300, width: 'half' }),
  amount: unitPrice('Montant HT', { required: true, min: 0, max: 1_000_000_000, width: 'half' }),
  quantity: quantity('Quantité', { required: true, default: 1, max: 1_000_000, width: 'half' }),
  vat: rate('TVA (%)', { width: 'half', help: 'Vide : le taux de l’agence.' }),
  months: choices('Mois', months, { help: 'Facturé en entier ces mois-là. Vide : selon la périodicité.' }),
  stockReference: ref('Référence de stock', 'stockReference', {
    help: 'Un article fourni : ses pièces sortent du stock à l’émission.',
  }),
};

export const CommercialContract = entity({
  name: 'commercialContract',
  plural: 'commercialContracts',
  table: 'commercial_contracts',
  label: { one: 'Contrat commercial', many: 'Contrats commerciaux' },
  description: 'Les prix, forfaits et échéances convenus avec vos clients.',
  title: 'title',
  subtitle: ['customer', 'startDate'],
  order: { by: 'startDate', ascending: false },
  date: 'startDate',
  columns: ['title', 'customer', 'startDate', 'endDate', 'noticeUntil', 'periodicity', 'status'],
  grants,
  personal: {
    customer: {
      fate: { keep: 'Pièces commerciales, gardées dix ans', rule: 'invoices' },
      label: 'Contrats commerciaux',
    },
    sites: { fate: { nobodys: 'Les sites d’un contrat' } },
  },
  missing: 'Contrat commercial introuvable',
  fields: {
    title: text('Intitulé', { section: sections.contract, required: true, max: 200, column: 'shown', search: true }),
    status: status('Statut', commercialContractStatus, { column: 'shown', filter: true }),
    customer: ref('Client', 'customer', {
      ...{ section: sections.contract, required: true, column: 'shown', filter: true, search: 'target' },
    }),
    sites: refs('Sites', 'site', {
      ...{ section: sections.contract, column: 'offered', filter: true },
      help: 'Vide : tous les sites du client.',
    }),
    startDate: day('Du', { section: sections.contract, required: true, column: 'shown', filter: true, width: 'half' }),
    endDate: day('Au', {
      ...{ section: sections.contract, column: 'shown', filter: true, width: 'half' },
      dates: { notBefore: { path: 'startDate' } },
      help: 'Vide : sans terme.',
    }),
    noticeMonths: integer('Préavis (mois)', {
      ...{ section: sections.contract, required: true, default: 3, min: 0, max: 60, width: 'half' },
    }),
    /** G-045: its end moves on by itself, unless somebody gives notice. */
    renewalMonths: integer('Reconduction tacite (mois)', {
      ...{ section: sections.contract, required: true, default: 0, min: 0, max: 120, width: 'half', column: 'offered' },
      help: '0 : le contrat s’arrête à sa fin.',
    }),
    denouncedOn: day('Dénoncé le', {
      ...{ section: sections.contract, width: 'half', column: 'offered', filter: true },
      help: 'Il ne se reconduit plus.',
    }),
    alertDays: integer('Alerte (jours avant)', {
      ...{ section: sections.contract, required: true, default: 30, min: 0, max: 365, width: 'half' },
      help: 'Avant sa fin, son préavis ou sa révision.',
    }),
    billingFollowUp: flag('Suivi de facturation', {
      ...{ section: sections.contract, width: 'half', column: 'offered', filter: true },
      help: 'Rappelle à son terme de facturer ce qui reste et de revoir les prix.',
    }),
    /** The last day to give notice. */
    noticeUntil: day('À dénoncer avant le', { written: 'server', column: 'shown', filter: true }),
    comment: text('Commentaire', { section: sections.contract, multiline: true, max: 5_000 }),
    prices: lines('Prix', priceLineFields, {
      ...{ section: sections.prices, one: 'Prix', table: 'commercial_contract_prices', max: 200 },
      help: 'À défaut, ceux du client, puis ceux de l’agence.',
    }),
    periodicity: choice('Périodicité', periodicities, {
      ...{ section: sections.flats, required: true, default: 2, column: 'shown', filter: true, width: 'half' },
      help: 'Des forfaits : facturés à la fin de chaque période.',
    }),
    smoothing: flag('Lissage', {
      ...{ section: sections.flats, width: 'half' },
      help: 'Chaque période est facturée en mensualités égales.',
    }),
    flats: lines('Forfaits', flatFields, {
      ...{ section: sections.flats, one: 'Forfait', table: 'commercial_flats', max: 100 },
    }),
    indexation: group('Indexation', {
      priceIndex: ref('Indice', 'priceIndex', { section: sections.indexation, width: 'half' }),
      revisionDate: day('Prochaine révision', { section: sections.indexation, column: 'offered', width: 'half' }),
      fixedShare: decimal('Part fixe (a)', {
        ...{ section: sections.indexation, min: 0, max: 1, decimals: 4, width: 'half' },
        help: 'P = P0 × (a + b × indice ÷ indice de base)',
      }),
      indexShare: decimal('Part indexée (b)', {
        ...{ section: sections.indexation, min: 0, max: 1, decimals: 4, width: 'half' },
      }),
      baseValue: decimal('Indice de base', {
        ...{ section: sections.indexation, min: 0.001, max: 1_000_000, decimals: 4, width: 'half' },
      }),
    }),
    revisions: lines(
      'Révisions',
      {
        date: day('Du'),
        indexValue: decimal('Indice', { decimals: 4 }),
        coefficient: decimal('Coefficient', { decimals: 6 }),
      },
      { written: 'server', table: 'commercial_revisions' },
    ),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: (draft) => [
    ...priceViolations(draft.prices, 'prices'),
    ...smoothingViolations(draft.periodicity, draft.smoothing),
    ...indexationViolations(draft.indexation ?? {}),
  ],
});

const smoothingViolations = (
  periodicity: Periodicity | null | undefined,
  smoothing: boolean | null | undefined,
): Violation[] =>
  smoothing && !isSmoothable(periodicity ?? 2)
    ? [{ path: 'smoothing', message: 'Seule une périodicité de plusieurs mois se lisse.' }]
    : [];

interface Indexation {
  priceIndex?: { id: string } | null;
  fixedShare?: number | null;
  indexShare?: number | null;
  baseValue?: number | null;
}

function indexationViolations({ priceIndex, fixedShare, indexShare, baseValue }: Indexation): Violation[] {
  if (!priceIndex) return [];
  const missing = Object.entries({ fixedShare, indexShare, baseValue }).find(([, value]) => (value ?? null) === null);
  if (missing) return [{ path: `indexation.${missing[0]}`, message: 'Nécessaire à la formule' }];
  return isWhole({ fixedShare: fixedShare as number, indexShare: indexShare as number })
    ? []
    : [{ path: 'indexation.indexShare', message: 'Les deux parts font 1 : a + b = 1' }];
}

const indexRight = 'editCustomerContract';

export const priceIndexStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Suivi', tone: 'positive' },
    300: { label: 'Archivé', tone: 'neutral', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100], to: 300, right: indexRight, done: 'Indice archivé' },
    reactivate: { label: 'Réactivation', from: [300], to: 100, right: indexRight, done: 'Indice réactivé' },
  },
});

/** A published index, with its values by date. */
export const PriceIndex = entity({
  name: 'priceIndex',
  plural: 'priceIndexes',
  table: 'price_indexes',
  label: { one: 'Indice', many: 'Indices de prix' },
  description: 'Les indices qui révisent vos prix, et leurs valeurs publiées.',
  title: 'label',
  order: { by: 'label', ascending: true },
  grants,
  fields: {
    label: text('Nom', { section: 'Indice', required: true, max: 200, column: 'shown', search: true }),
    status: status('Statut', priceIndexStatus, { column: 'offered', filter: true }),
    source: text('Source', { section: 'Indice', max: 300, column: 'shown', help: 'Série de l’INSEE, par exemple.' }),
    values: lines(
      'Valeurs',
      {
        date: day('Publié le', { required: true, width: 'half' }),
        value: decimal('Valeur', { required: true, min: 0.001, max: 1_000_000, decimals: 4, width: 'half' }),
      },
      { section: 'Valeurs', one: 'Valeur', table: 'price_index_values', max: 500 },
    ),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});

export const dueKinds = {
  END: 'Fin du contrat',
  RENEWAL: 'Reconduction tacite',
  NOTICE: 'Dernier jour pour dénoncer',
  REVISION: 'Révision des prix',
  BILLING: 'Facturation à suivre',
} as const;

const server = { written: 'server', required: true, column: 'shown' } as const;

/** The ends, notices and revisions to come, for « Expirations ». */
export const CommercialExpiration = entity({
  name: 'commercialExpiration',
  plural: 'commercialExpirations',
  // A view of the contracts.
  table: 'commercial_due',
  label: { one: 'Échéance de contrat', many: 'Échéances des contrats clients', feminine: true },
  description: 'Les fins de contrats clients, leurs préavis et leurs révisions, par urgence.',
  title: 'title',
  order: { by: 'date', ascending: true },
  date: 'date',
  madeOf: ['commercialContract'],
  grants: {
    list: { agency: ['listCustomerContractExpirations', 'listCustomerContracts'] },
    read: {},
    create: {},
    edit: {},
  },
  personal: { customer: { nobodys: 'Vue des contrats' } },
  fields: {
    title: text('Contrat', server),
    customer: ref('Client', 'customer', { ...server, filter: true, search: 'target' }),
    kind: choice('Échéance', dueKinds, { ...server, filter: true }),
    date: day('Date', { ...server, filter: true }),
    state: choice('État', expiryStates, { ...server, filter: true }),
    daysLeft: integer('Jours restants', server),
    contract: text('Identifiant du contrat', { written: 'server', required: true }),
  },
});
