import { accountStates } from '../agents/account.ts';
import { entity } from '../kernel/entity.ts';
import {
  address,
  choice,
  choices,
  day,
  email,
  file,
  files,
  flag,
  group,
  integer,
  lines,
  moment,
  phones,
  rate,
  refs,
  status,
  text,
} from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { priceLineFields, priceViolations } from './prices.ts';
import { settlementFault } from './settlement.ts';

export const customerTypes = {
  100: 'Entreprise',
  200: 'Particulier',
  300: 'Association',
  400: 'Organisme public',
} as const;

/** A private individual, who has personal-data rights. */
export const privateCustomer = 200;

export const settlementPeriods = { 0: 'À réception', 1: 'Net', 2: 'Fin de mois' } as const;

/** What one invoice of a period holds. */
export const invoiceGroupings = {
  CUSTOMER: 'Une par client',
  SITE: 'Une par site',
  CONTRACT: 'Une par contrat',
} as const;

export const customerStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Actif', tone: 'positive' },
    200: { label: 'Inactif', tone: 'neutral' },
    300: { label: 'Archivé', tone: 'warning', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100, 200], to: 300, right: 'archiveCustomer', done: 'Client archivé' },
    reactivate: {
      label: 'Réactivation',
      from: [200, 300],
      to: 100,
      right: 'archiveCustomer',
      done: 'Client réactivé, avec les sites archivés en même temps que lui',
    },
    deactivate: {
      label: 'Désactivation',
      from: [100, 300],
      to: 200,
      right: 'archiveCustomer',
      done: 'Client désactivé',
      offered: [],
    },
    delete: {
      label: 'Suppression',
      from: [100, 200, 300],
      to: null,
      right: 'deleteCustomer',
      done: 'Client supprimé',
      confirm: deletion,
    },
  },
});

export const Customer = entity({
  name: 'customer',
  plural: 'customers',
  table: 'customers',
  label: { one: 'Client', many: 'Clients' },
  description: 'Vos clients et prospects, leurs interlocuteurs et leurs conditions de règlement.',
  title: 'name',
  subtitle: ['customerInfos.customerNumberId', 'address'],
  order: { by: 'name', ascending: true },
  date: 'createdAt',
  grants: {
    list: { agency: ['listCustomers'] },
    read: { agency: ['listCustomers'], customer: 'signedIn' },
    create: { agency: ['createCustomer'] },
    edit: { agency: ['editCustomer'], customer: ['editCustomer'] },
  },
  alsoForAgents: ['list', 'read', 'save', 'act'],
  paths: { act: '/agencyCustomer/{id}/{type}' },
  missing: 'Client introuvable',
  fields: {
    name: text('Nom', { section: 'Général', required: true, column: 'shown', search: true }),
    type: choice('Type', customerTypes, {
      section: 'Général',
      required: true,
      default: 100,
      column: 'shown',
      filter: true,
      width: 'half',
    }),
    status: status('Statut', customerStatus, { column: 'shown', filter: true }),
    customerInfos: group('Informations', {
      customerNumberId: text('Numéro client', {
        section: 'Général',
        reserved: 'writing',
        column: 'shown',
        search: true,
        max: 40,
        width: 'half',
      }),
      generateCustomerNumberId: flag('Générer le numéro client', {
        section: 'Général',
        reserved: 'reading',
        default: true,
        help: 'Le numéro est attribué à l’enregistrement.',
      }),
      prospect: flag('Prospect', { section: 'Général', reserved: 'reading', column: 'shown', filter: true }),
      specialties: refs('Spécialités', 'specialty', { section: 'Général', filter: true }),
      // Mentions of an invoice (law.md 3).
      siret: text('SIRET', {
        ...{ section: 'Facturation', reserved: 'writing', format: 'siret', column: 'offered', width: 'half' },
        search: true,
      }),
      vatNumber: text('Numéro de TVA intracommunautaire', {
        ...{ section: 'Facturation', reserved: 'writing', max: 30, column: 'offered', width: 'half' },
      }),
      settlementPeriod: choice('Règlement', settlementPeriods, {
        section: 'Facturation',
        reserved: 'writing',
        default: 1,
        column: 'offered',
        filter: true,
        width: 'half',
      }),
      settlementPeriodDays: integer('Délai de règlement (jours)', {
        section: 'Facturation',
        reserved: 'writing',
        default: 30,
        min: 0,
        max: 365,
        width: 'half',
      }),
      invoiceGrouping: choice('Factures du mois', invoiceGroupings, {
        ...{ section: 'Facturation', reserved: 'reading', required: true, default: 'CUSTOMER', width: 'half' },
        help: 'Ce que « Préparer les factures » réunit sur une facture.',
      }),
      // Decision 102.
      debitIban: text('IBAN à prélever', {
        ...{ section: 'Facturation', format: 'bankDetails', sealed: true, right: 'editInvoice', width: 'half' },
      }),
      mandateReference: text('Référence du mandat SEPA', {
        ...{ section: 'Facturation', reserved: 'writing', max: 35, width: 'half' },
      }),
      mandateDate: day('Mandat signé le', { section: 'Facturation', reserved: 'writing', width: 'half' }),
    }),
    email: email('E-mail', { section: 'Général', column: 'shown', search: true, width: 'half' }),
    phone: phones('Téléphone', { section: 'Général', column: 'shown', search: true }),
    logo: file('Logo', { section: 'Général', picture: true, column: 'offered' }),
    address: address('Adresse', { section: 'Adresse', column: 'shown', search: true }),
    siteCount: integer('Sites', { written: 'server', column: 'shown' }),
    userCompanies: lines(
      'Interlocuteurs',
      {
        firstname: text('Prénom', { required: true, max: 100, width: 'half', search: true }),
        lastname: text('Nom', { required: true, max: 100, width: 'half', search: true }),
        position: text('Fonction', { max: 100, width: 'half', sql: 'job' }),
        email: email('E-mail', { width: 'half', search: true }),
        phone: phones('Téléphone', { search: true }),
        profilePicture: file('Photo', { picture: true }),
        invoiceRecipient: flag('Reçoit les factures'),
        estimateRecipient: flag('Reçoit les devis'),
        planningRecipient: flag('Reçoit les plannings'),
        sendCustomerInterventionReport: flag("Reçoit les rapports d'intervention"),
        sendCustomerServiceEventReport: flag("Reçoit les rapports d'événements"),
        status: integer('Compte', { written: 'server' }),
        lastLogin: moment('Dernière connexion', { written: 'server' }),
      },
      { section: 'Interlocuteurs', one: 'Interlocuteur', table: 'contacts', max: 100, search: true },
    ),
    contactAccess: choices('Accès des interlocuteurs', accountStates, {
      written: 'server',
      column: 'offered',
      filter: true,
      reserved: 'reading',
    }),
    companyDiscounts: lines(
      'Remises',
      {
        label: text('Libellé', { required: true, max: 120, width: 'half' }),
        rate: rate('Taux (%)', { required: true, width: 'half' }),
        startDate: day('Du', { width: 'half' }),
        endDate: day('Au', { width: 'half', dates: { notBefore: { path: 'startDate' } } }),
      },
      { section: 'Facturation', one: 'Remise', table: 'customer_discounts', max: 50, reserved: 'writing' },
    ),
    prices: lines('Prix', priceLineFields, {
      ...{ section: 'Facturation', one: 'Prix', table: 'customer_prices', max: 100, reserved: 'reading' },
      help: 'À défaut, ceux de l’agence. Un contrat commercial l’emporte.',
    }),
    documents: files('Documents', { section: 'Documents' }),
    // The customer may not read the agency's notes about him.
    comments: text('Commentaires', { section: 'Commentaires', multiline: true, reserved: 'reading' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: (draft) => {
    const { settlementPeriod, settlementPeriodDays } = draft.customerInfos ?? {};
    const fault = settlementFault(draft.type ?? 100, settlementPeriod ?? 1, settlementPeriodDays ?? 0);
    return [
      ...(fault ? [{ path: 'customerInfos.settlementPeriodDays', message: fault }] : []),
      ...priceViolations(draft.prices, 'prices'),
    ];
  },
});
