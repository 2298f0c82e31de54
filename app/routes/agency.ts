// Routes of customers, billing, agents, the agency and expirations.
import {
  IconBook,
  IconBox,
  IconBriefcase,
  IconBuildingStore,
  IconCalendarDue,
  IconCertificate,
  IconChartBar,
  IconChartPie,
  IconClock,
  IconCoin,
  IconDiscount,
  IconDownload,
  IconFileInvoice,
  IconFiles,
  IconFileText,
  IconFolder,
  IconMailSearch,
  IconMessageCircle,
  IconReceipt,
  IconRepeat,
  IconSettings,
  IconShoppingCart,
  IconUsers,
} from '#ui/icons.ts';
import { simplifiedStock } from './everyone.ts';
import { inGroup, type Route, route } from './route.ts';
import {
  agentsScreen,
  catalogScreen,
  contractExpirationsScreen,
  customersScreen,
  discountsScreen,
  emailsScreen,
  estimatesScreen,
  expirationsScreen,
  invoicesScreen,
  itemExpirationsScreen,
  screen,
  stockExpirationsScreen,
} from './screens.tsx';

const staff = ['staff'] as const;

export const agency: readonly Route[] = [
  ...inGroup('customers', [
    route(
      'customers',
      'Clients',
      'Vos clients et prospects, leurs interlocuteurs et leurs conditions de règlement.',
      IconBuildingStore,
      {
        roles: staff,
        rights: ['listCustomers'],
        add: ['createCustomer'],
        screen: customersScreen,
      },
    ),
    route('demandes-clients', 'Demandes clients', 'Ce que vos clients demandent, et vos réponses.', IconMessageCircle, {
      path: '/demandes-clients/:id?',
      roles: staff,
      rights: ['listCustomerRequests'],
      add: ['createCustomerRequest'],
    }),
    // Decision 26: the names are those of the specification.
    route('customer_contracts', 'Documents clients', 'Les documents de vos clients.', IconFolder, {
      roles: staff,
      rights: ['listDocuments'],
      add: ['createDocument'],
    }),
    route('customer', 'Contrats clients', 'Les contrats de vos clients et leur signature.', IconFileText, {
      roles: staff,
      rights: ['listCustomerContracts'],
      add: ['createCustomerContract'],
    }),
  ]),
  ...inGroup('billing', [
    route('devis', 'Devis', 'Vos devis, de la rédaction à la signature.', IconFileText, {
      roles: staff,
      tabOf: 'factures',
      rights: ['listEstimates'],
      add: ['createEstimate'],
      screen: estimatesScreen,
    }),
    route('factures', 'Factures', 'Vos factures et avoirs.', IconFileInvoice, {
      roles: staff,
      rights: ['listInvoices'],
      add: ['createInvoice'],
      screen: invoicesScreen('agency'),
    }),
    route('abonnements', 'Abonnements', 'Les factures récurrentes de vos clients.', IconRepeat, {
      roles: staff,
      tabOf: 'factures',
      rights: ['listInvoices'],
      add: ['createInvoice'],
    }),
    route(
      'agentPurchaseOrder',
      'Bons de commande',
      'Les commandes passées aux indépendants et sous-traitants.',
      IconShoppingCart,
      {
        roles: ['staff', 'agent'],
        rights: ['listAgentPurchaseOrders', 'listOwnAgentPurchaseOrders'],
        add: ['createAgentPurchaseOrder'],
      },
    ),
    route('serviceCatalog', 'Catalogue', 'Les articles que vous facturez.', IconBook, {
      roles: staff,
      tabOf: 'factures',
      rights: ['listCatalogArticles'],
      add: ['createCatalogArticle'],
      screen: catalogScreen,
    }),
    route('discountList', 'Remises', 'Les remises accordées à vos clients.', IconDiscount, {
      roles: staff,
      tabOf: 'factures',
      rights: ['listDiscounts'],
      add: ['createDiscount'],
      screen: discountsScreen,
    }),
    route(
      'turnover',
      'Chiffre d’affaires',
      'Ce que vous facturez et encaissez, mois par mois et client par client, et ce qui reste dû.',
      IconChartBar,
      {
        path: '/chiffre-affaires',
        roles: staff,
        tabOf: 'factures',
        rights: ['listInvoices'],
        screen: screen(() => import('#web/accounting/Turnover.tsx')),
      },
    ),
  ]),
  ...inGroup('collaborators', [
    route(
      'agents',
      'Collaborateurs',
      'Toutes les personnes de votre agence, avec leur compte et leurs droits.',
      IconUsers,
      {
        roles: staff,
        rights: ['listAgents'],
        add: ['createAgent'],
        screen: agentsScreen,
      },
    ),
    route('agents-hours', 'Heures collaborateurs', 'Les heures de tous les collaborateurs.', IconClock, {
      roles: staff,
      rights: ['listAgentHours'],
      screen: screen(() => import('#web/hours/AgentsHours.tsx')),
    }),
    route(
      'demandes',
      'Demandes collaborateurs',
      'Ce que les collaborateurs demandent, et vos réponses.',
      IconMessageCircle,
      {
        path: '/demandes/:id?',
        roles: ['staff', 'agent'],
        rights: ['listAgentRequests', 'listOwnAgentRequests'],
        add: ['createAgentRequest', 'createOwnAgentRequest'],
      },
    ),
    route('agent_documents', 'Documents collaborateurs', 'Les documents de vos collaborateurs.', IconFolder, {
      roles: staff,
      rights: ['listAgentDocuments', 'listDocuments'],
      add: ['createDocument'],
    }),
    route('agent_contracts', 'Contrats collaborateurs', 'Les contrats de travail et leur signature.', IconBriefcase, {
      roles: staff,
      rights: ['listAgentContracts'],
      add: ['createAgentContract'],
    }),
    route('salary-elements', 'Éléments de salaire', 'Primes, indemnités et retenues.', IconCoin, {
      roles: staff,
      rights: ['listSalaryElements'],
      add: ['createSalaryElement'],
    }),
  ]),
  ...inGroup('agency', [
    route('export', 'Exports', 'Le registre unique du personnel, en tableur ou en PDF.', IconDownload, {
      roles: staff,
      rights: ['exportData'],
      screen: screen(() => import('#web/exports/Exports.tsx')),
    }),
    route('email-tracking', 'Suivi des e-mails', 'Ce que deviennent les e-mails envoyés.', IconMailSearch, {
      roles: staff,
      rights: ['listEmailEvents'],
      module: 'emailTracking',
      screen: emailsScreen,
    }),
    route('marges', 'Marges', 'Ce que chaque client et chaque site rapporte.', IconChartPie, {
      roles: staff,
      rights: ['listMargins'],
    }),
    route('listAgencyExpirations', 'Expirations', 'Tout ce qui expire bientôt.', IconCalendarDue, {
      roles: staff,
      rights: [
        'listAgentExpirations',
        'listAgentContractExpirations',
        'listCustomerContractExpirations',
        'listAgentItemExpirations',
        'listStockReferenceExpirations',
      ],
      screen: screen(() => import('#web/agents/ExpirationsOverview.tsx')),
    }),
    route('settings', 'Paramètres', "L'identité de votre agence et tous ses réglages.", IconSettings, {
      roles: staff,
      rights: ['readAgencySetting'],
      screen: screen(() => import('#web/settings/Settings.tsx')),
    }),
    route('agency_documents', 'Documents agence', 'Les documents de votre agence.', IconFiles, {
      roles: staff,
      rights: ['listDocuments'],
      add: ['createDocument'],
    }),
  ]),
  ...inGroup('expirations', [
    route(
      'expirationsAgent',
      'Réglementaire collaborateur',
      'Cartes, agréments et formations qui expirent.',
      IconCertificate,
      {
        path: '/listAgencyExpirations/expirationsAgent',
        tabOf: 'listAgencyExpirations',
        roles: staff,
        rights: ['listAgentExpirations'],
        screen: expirationsScreen,
      },
    ),
    route(
      'expirationsAgentContracts',
      'Contrat de travail',
      'Contrats de travail qui arrivent à terme.',
      IconBriefcase,
      {
        path: '/listAgencyExpirations/expirationsAgentContracts',
        tabOf: 'listAgencyExpirations',
        roles: staff,
        rights: ['listAgentContractExpirations'],
        screen: contractExpirationsScreen,
      },
    ),
    route('expirationsCustomerContracts', 'Contrat client', 'Contrats clients qui arrivent à terme.', IconReceipt, {
      path: '/listAgencyExpirations/expirationsCustomerContracts',
      tabOf: 'listAgencyExpirations',
      roles: staff,
      rights: ['listCustomerContractExpirations', 'listCustomerContracts'],
    }),
    route('expirationsAgentItems', 'Matériel collaborateur', 'Matériel des collaborateurs à renouveler.', IconBox, {
      path: '/listAgencyExpirations/expirationsAgentItems',
      tabOf: 'listAgencyExpirations',
      roles: staff,
      rights: ['listAgentItemExpirations'],
      when: simplifiedStock,
      screen: itemExpirationsScreen,
    }),
    route('expirationStockReferences', 'Matériel', 'Références de stock à renouveler.', IconBox, {
      path: '/listAgencyExpirations/expirationStockReferences',
      tabOf: 'listAgencyExpirations',
      roles: staff,
      rights: ['listStockReferenceExpirations'],
      when: (session) => !simplifiedStock(session),
      screen: stockExpirationsScreen,
    }),
  ]),
];
