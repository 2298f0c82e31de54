// Routes of stocks, the two document families, and the agency's subscription.

import type { Right } from '#core/rights.ts';
import { simplifiedStock } from '#ui/client/session-state.ts';
import {
  IconArrowsExchange,
  IconBox,
  IconBuilding,
  IconBuildingStore,
  IconCreditCard,
  IconFileInvoice,
  IconFolder,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconRocket,
  IconTags,
  IconTruck,
  IconUsers,
} from '#ui/icons.ts';
import { inGroup, type Role, type Route, route } from './route.ts';
import {
  agencyInvoicesScreen,
  documentFoldersScreen,
  documentsScreen,
  screen,
  stockActionsScreen,
  stockAssignmentsScreen,
  stockReferencesScreen,
} from './screens.tsx';
import { articleOrdersScreen } from './subscription-screens.ts';

const staff = ['staff'] as const;

const stockRoutes = (role: Role): Omit<Route, 'group'>[] => {
  // B-062: the customer variants have the prefix « customer » in name and path.
  const named = (name: string): string =>
    role === 'customer' ? `customer${name[0]?.toUpperCase()}${name.slice(1)}` : name;
  const fullStock: Pick<Route, 'roles' | 'when' | 'tabOf'> = {
    roles: [role],
    when: (session) => !simplifiedStock(session),
    ...(role === 'customer' ? { tabOf: 'customerStocks' } : {}),
  };
  const scope = role === 'customer' ? 'customer' : 'agency';
  // A customer reads.
  const added = (...rights: Right[]): Pick<Route, 'add'> => (role === 'customer' ? {} : { add: rights });
  return [
    route(named('platformListStocksReferences'), 'Références', 'Le catalogue des références.', IconBox, {
      ...fullStock,
      path: `/${named('stocksReferences')}`,
      rights: ['listStockReferences'],
      ...added('createStockReference'),
      screen: stockReferencesScreen(scope),
    }),
    route(
      named('stocksAssignments'),
      'Affectations',
      'Le matériel confié aux collaborateurs et laissé sur les sites.',
      IconPackage,
      {
        ...fullStock,
        rights: ['listStockReferenceAssignments'],
        ...added('createStockReferenceAssignment'),
        screen: stockAssignmentsScreen(scope),
      },
    ),
    route(named('stocksActions'), 'Actions', 'Les mouvements et opérations de stock.', IconArrowsExchange, {
      ...fullStock,
      rights: ['listStockReferences'],
      ...added('editStockReference'),
      screen: stockActionsScreen(scope),
    }),
  ];
};

const targets = { agency: 'AGENCY', agent: 'AGENT', customer: 'CUSTOMER' } as const;

const documentRoutes = (family: 'platformDocuments' | 'platformCustomersDocuments'): Omit<Route, 'group'>[] => {
  const isForCustomers = family === 'platformCustomersDocuments';
  const child = (
    name: 'agency' | 'agent' | 'customer',
    rights: readonly Right[],
  ): Pick<Route, 'path' | 'roles' | 'rights' | 'add' | 'screen' | 'inMenu'> => ({
    // Reached by their address: the menus have agency_documents, agent_documents and customer_contracts, and the last of
    // them switches to what customers see.
    inMenu: false,
    path: `/${family}/${name}`,
    roles: staff,
    rights,
    add: ['createDocument'],
    screen: documentsScreen(targets[name], isForCustomers),
  });
  const ofAgents: readonly Right[] = ['listAgentDocuments', 'listDocuments'];
  return [
    route(`${family}Agency`, 'Agence', "Documents de l'agence.", IconBuilding, child('agency', ['listDocuments'])),
    route(`${family}Agent`, 'Agent', 'Documents des collaborateurs.', IconUsers, child('agent', ofAgents)),
    route(
      `${family}Customer`,
      'Client',
      'Documents des clients.',
      IconBuildingStore,
      child('customer', ['listDocuments']),
    ),
  ];
};

export const stocks: readonly Route[] = [
  ...inGroup('stocks', [...stockRoutes('staff'), ...stockRoutes('customer')]),
  ...inGroup('documents', [
    ...documentRoutes('platformDocuments'),
    route('documentFolders', 'Dossiers', 'Les dossiers où vos documents sont rangés.', IconFolder, {
      path: '/documentFolders',
      tabOf: 'agency_documents',
      roles: staff,
      rights: ['listDocuments', 'listAgentDocuments', 'createDocument'],
      add: ['createDocument'],
      screen: documentFoldersScreen,
    }),
  ]),
  ...inGroup('customerDocuments', documentRoutes('platformCustomersDocuments')),
  ...inGroup('payments', [
    route('choosePlan', 'Choisir une formule', 'Les formules et leurs prix.', IconTags, {
      roles: staff,
      rights: ['readSubscription'],
      module: 'subscriptions',
      withoutSubscription: true,
      screen: screen(() => import('#web/subscriptions/ChoosePlan.tsx')),
    }),
    route('agencySubscription', 'Mon abonnement', "L'abonnement de votre agence.", IconRepeat, {
      roles: staff,
      rights: ['readSubscription'],
      module: 'subscriptions',
      withoutSubscription: true,
      screen: screen(() => import('#web/subscriptions/Subscription.tsx')),
    }),
    route('payments', 'Paiements', 'Vos factures et moyens de paiement.', IconReceipt, {
      roles: staff,
      rights: ['listSubscriptionInvoices', 'editPaymentMethod'],
      withoutSubscription: true,
      inMenu: false,
      screen: screen(() => import('#web/payments/Payments.tsx')),
    }),
    route('paymentMethods', 'Mes moyens de paiement', 'Mandats et cartes enregistrés.', IconCreditCard, {
      path: '/payments/methods',
      tabOf: 'paymentInvoices',
      roles: staff,
      rights: ['editPaymentMethod'],
      menuModule: 'payments',
      withoutSubscription: true,
      // Decision 16: hidden from platform staff.
      when: ({ flags }) => !flags.isSupport,
      screen: screen(() => import('#web/payments/Methods.tsx')),
    }),
    route('paymentInvoices', 'Mes factures', "Les factures d'abonnement de votre agence.", IconFileInvoice, {
      path: '/payments/invoices',
      roles: staff,
      rights: ['listSubscriptionInvoices'],
      menuModule: 'payments',
      withoutSubscription: true,
      // The platform's staff have « Factures agences ».
      when: ({ flags }) => !flags.isSupport,
      screen: agencyInvoicesScreen('agency'),
    }),
    route('agencyArticleOrders', 'Suivi de commande', "Vos commandes d'articles.", IconTruck, {
      path: '/payments/agencyArticleOrders',
      roles: staff,
      rights: ['listArticleOrders'],
      module: 'shop',
      withoutSubscription: true,
      screen: articleOrdersScreen('agency'),
    }),
    route('paymentMethod', 'Moyen de paiement', 'Choisir un mandat SEPA ou une carte bancaire.', IconCreditCard, {
      roles: staff,
      rights: ['editPaymentMethod'],
      withoutSubscription: true,
      inMenu: false,
      screen: screen(() => import('#web/payments/ChooseMethod.tsx')),
    }),
    route('paymentInvoice', 'Facture', "Régler une facture d'abonnement.", IconReceipt, {
      roles: staff,
      rights: ['listSubscriptionInvoices'],
      withoutSubscription: true,
      inMenu: false,
      screen: screen(() => import('#web/payments/PayInvoice.tsx')),
    }),
    route('free-trial', 'Essai gratuit', 'Votre période d’essai.', IconRocket, {
      roles: staff,
      module: 'subscriptions',
      withoutSubscription: true,
      // The card of the trial leads there; an agency that pays has no trial to look at.
      inMenu: false,
      when: ({ flags }) => !flags.isSupport,
      screen: screen(() => import('#web/subscriptions/FreeTrial.tsx')),
    }),
  ]),
];
