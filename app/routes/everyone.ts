// Home, the user's account, and the own screens of agents and customers.
import { lazy } from 'react';
import { isLink } from '#core/kernel/html.ts';
import type { Right } from '#core/rights.ts';
import type { Session } from '#ui/client/session.ts';
import { simplifiedStock } from '#ui/client/session-state.ts';
import {
  IconBell,
  IconBook,
  IconBox,
  IconBuilding,
  IconBulb,
  IconCalendarEvent,
  IconCalendarMonth,
  IconClipboardList,
  IconClock,
  IconDeviceMobile,
  IconFileInvoice,
  IconFileText,
  IconFolder,
  IconGift,
  IconHome,
  IconHourglass,
  IconIdBadge2,
  IconInfoCircle,
  IconLayoutDashboard,
  IconMessageCircle,
  IconNote,
  IconNotebook,
  IconPhoneCall,
  IconReport,
  IconSchool,
  IconSpeakerphone,
  IconUser,
  IconVideo,
  IconWorld,
} from '#ui/icons.ts';
import { referralScreen, siteOfferScreen, tutorialScreen, usefulDocsScreen } from './guide-screens.tsx';
import {
  activeOffersScreen,
  agencyOffersScreen,
  customerRequestsScreen,
  offerAnswersScreen,
  ownContractsScreen,
} from './paper-screens.ts';
import { inGroup, type Route, route } from './route.ts';
import {
  customerStocksScreen,
  invoicesScreen,
  logbookScreen,
  ownDocumentsScreen,
  planningScreen,
  reportsScreen,
  screen,
  servicesScreen,
  sitesScreen,
} from './screens.tsx';

/** The iOS app already is the application. */
const outsideIosApp = (): boolean => !('webkit' in globalThis && /iPhone|iPad/.test(navigator.userAgent));

/** 1 §1: a collaborator has his own papers, planned or not; the agency's list shows them to whoever reads it. */
const hasOwn =
  (ofAgency: readonly Right[]) =>
  ({ profile, flags, can }: Session): boolean =>
    flags.isAgent || flags.isCustomer || (profile !== null && !can(ofAgency));

/** Also decides who has the bell: users who receive notifications, and not staff who act for them. */
export const notificationsRoute: Route = {
  ...route('notifications', 'Notifications', 'Ce qui vous a été signalé, et comment vous êtes prévenu.', IconBell, {
    roles: ['agent', 'staff', 'customer'],
    when: ({ profile, acting }) => profile !== null && !acting,
    inMenu: false,
    screen: screen(() => import('#web/notifications/Notifications.tsx')),
  }),
  group: 'main',
};

export const everyone: readonly Route[] = [
  notificationsRoute,
  ...inGroup('main', [
    route('home', 'Accueil', 'Ce qui vous attend maintenant, puis vos chiffres.', IconHome, {
      roles: ['all'],
      withoutSubscription: true,
      screen: screen(() => import('#web/home/Home.tsx')),
    }),
    route('loading', 'Chargement', "Attente pendant l'ouverture de l'application.", IconHourglass, {
      roles: ['all'],
      withoutSubscription: true,
      inMenu: false,
      screen: screen(() => import('#web/links/Loading.tsx')),
    }),
    route('user', 'Mon compte', 'Votre identité, votre sécurité, vos appareils et vos réglages.', IconUser, {
      roles: ['all'],
      withoutSubscription: true,
      inMenu: false,
      screen: screen(() => import('#web/account/Account.tsx')),
    }),
  ]),
  ...inGroup('agent', [
    route('my-planning', 'Mon planning', 'Vos services à venir et passés.', IconCalendarMonth, {
      roles: ['agent'],
      rights: ['readOwnPlanning'],
      screen: screen(() => import('#web/planning/MyPlanning.tsx')),
    }),
    route('hoursAgent', 'Mes heures', 'Vos heures planifiées, effectuées et supplémentaires.', IconClock, {
      roles: ['agent'],
      rights: ['listOwnHours'],
      screen: screen(() => import('#web/hours/MyHours.tsx')),
    }),
    route('agentBadge', 'Mon badge', 'Votre badge professionnel.', IconIdBadge2, {
      roles: ['agent'],
      rights: ['downloadOwnBadge'],
      module: 'agentBadge',
      screen: screen(() => import('#web/badges/MyBadge.tsx')),
    }),
    route(
      'agentMc',
      'Main courante',
      'Ce que vous avez consigné, et les mains courantes de vos services.',
      IconNotebook,
      {
        roles: ['agent'],
        rights: ['listOwnDailyLogs'],
        screen: logbookScreen('agent'),
      },
    ),
    route('my-information-notes', "Mes notes d'information", 'Ce que votre agence vous fait savoir.', IconNote, {
      tabOf: 'note-information',
      roles: ['agent', 'staff'],
      rights: ['listOwnInformationNotes'],
      // Platform staff without a profile receive none.
      when: ({ profile }) => profile !== null,
      screen: screen(() => import('#web/notes/ReceivedNotes.tsx')),
      badge: lazy(() => import('#web/notes/UnreadBadge.tsx')),
    }),
  ]),
  ...inGroup('customer', [
    route('customerDashboard', 'Tableau de bord', "L'essentiel de vos sites.", IconLayoutDashboard, {
      // The same page as « Accueil ».
      inMenu: false,
      roles: ['customer'],
      rights: ['readDashboard'],
      screen: screen(() => import('#web/home/Home.tsx')),
    }),
    route('customerPlanning', 'Planning', 'Le planning de vos sites.', IconCalendarMonth, {
      roles: ['customer'],
      rights: ['readSitePlanning'],
      screen: planningScreen('sites'),
    }),
    route(
      'customerPlaningSites',
      'Sites',
      'Visualiser le planning des interventions sur vos sites sécurisés',
      IconCalendarEvent,
      {
        path: '/customerPlanning/sites',
        roles: ['customer'],
        rights: ['readSitePlanning'],
        // The same as « Planning » (1 §2 has both names).
        inMenu: false,
        screen: planningScreen('sites'),
      },
    ),
    route('customerServices', 'Services', 'Les services effectués et prévus sur vos sites.', IconClipboardList, {
      roles: ['customer'],
      rights: ['listServices'],
      screen: servicesScreen('customer'),
    }),
    route('customerHours', 'Heures', 'Les heures demandées sur vos sites, de jour, de nuit et fériées.', IconClock, {
      roles: ['customer'],
      rights: ['readSitePlanning'],
      screen: screen(() => import('#web/hours/SitesHours.tsx')),
    }),
    route('customerSites', 'Mes sites', 'Vos sites surveillés, avec leurs accès.', IconBuilding, {
      roles: ['customer'],
      rights: ['listSites'],
      add: ['createSite'],
      screen: sitesScreen('customer'),
    }),
    route('customerMc', 'Mains courantes', 'Les mains courantes de vos sites.', IconNotebook, {
      roles: ['customer'],
      rights: ['listDailyLogs', 'listSiteDailyLogs'],
      screen: logbookScreen('customer'),
    }),
    route(
      'customerAgencyReports',
      'Rapports',
      'Les rapports d’intervention, de ronde et de contrôle de vos sites.',
      IconReport,
      {
        roles: ['customer'],
        rights: ['listInterventionReports'],
        screen: reportsScreen(null),
      },
    ),
    route('customerRequests', 'Mes demandes', 'Vos demandes à votre agence et leurs réponses.', IconMessageCircle, {
      roles: ['customer'],
      rights: ['readOwnCustomerRequest', 'listCustomerRequests'],
      // Decision 14: without the list he finds those that he made on his first page.
      when: ({ can }) => can(['listCustomerRequests']),
      add: ['createOwnCustomerRequest'],
      screen: customerRequestsScreen('customer'),
      badge: lazy(() =>
        import('#web/requests/UnreadBadge.tsx').then(({ CustomerUnread }) => ({ default: CustomerUnread })),
      ),
    }),
    route('documents', 'Documents', 'Les documents que votre agence partage avec vous.', IconFolder, {
      roles: ['customer', 'agent', 'staff'],
      rights: ['listOwnDocuments'],
      when: hasOwn(['listDocuments', 'listAgentDocuments']),
      add: ['createOwnDocument'],
      screen: ownDocumentsScreen,
    }),
    route('agentOwnContracts', 'Mes contrats', 'Vos contrats, à signer et signés.', IconFileText, {
      path: '/mes-contrats',
      tabOf: 'documents',
      roles: ['agent', 'staff'],
      rights: ['listOwnDocuments'],
      when: hasOwn(['listAgentContracts']),
      screen: ownContractsScreen('agent'),
    }),
    route('customerOwnContracts', 'Mes contrats', 'Vos contrats, à signer et signés.', IconFileText, {
      path: '/contrats-client',
      tabOf: 'documents',
      roles: ['customer'],
      rights: ['listOwnDocuments'],
      screen: ownContractsScreen('customer'),
    }),
    route('customerInvoices', 'Mes factures', 'Vos factures et avoirs.', IconFileInvoice, {
      roles: ['customer'],
      rights: ['listInvoices'],
      screen: invoicesScreen('customer'),
    }),
    route('customerStocks', 'Stocks', 'Le matériel affecté à vos sites.', IconBox, {
      roles: ['customer'],
      rights: ['listStockReferences', 'listStockReferenceAssignments'],
      when: (session) => !simplifiedStock(session),
      screen: customerStocksScreen,
    }),
  ]),
  ...inGroup('offers', [
    route('active-offers', 'Annonces actives', 'Les annonces ouvertes aux réponses.', IconSpeakerphone, {
      roles: ['staff', 'agent'],
      rights: ['listOffers'],
      add: ['createOffer'],
      screen: activeOffersScreen,
      badge: lazy(() => import('#web/marketplace/Badges.tsx').then(({ NewsOfMarket }) => ({ default: NewsOfMarket }))),
    }),
    route('agency-offers', 'Mes annonces', 'Les annonces de votre agence et leurs réponses.', IconBell, {
      tabOf: 'active-offers',
      roles: ['staff', 'agent'],
      rights: ['listOffers'],
      add: ['createOffer'],
      screen: agencyOffersScreen,
      badge: lazy(() => import('#web/marketplace/Badges.tsx').then(({ NewsOfOwn }) => ({ default: NewsOfOwn }))),
    }),
    route('agency-offers-answers', 'Mes réponses', 'Les réponses que votre agence a données.', IconMessageCircle, {
      tabOf: 'active-offers',
      roles: ['staff', 'agent'],
      rights: ['listOfferAnswers'],
      screen: offerAnswersScreen,
    }),
  ]),
  ...inGroup('links', [
    route('contactAgence', "Contacter l'agence", 'Appeler votre agence ou lui écrire.', IconPhoneCall, {
      path: '/terrain/contactAgence',
      roles: ['agent', 'customer'],
      withoutSubscription: true,
      screen: screen(() => import('#web/links/ContactAgency.tsx')),
    }),
    route('app', 'Application', "Ouvrir l'application sur un autre appareil.", IconWorld, {
      roles: ['all'],
      screen: screen(() => import('#web/links/Application.tsx')),
    }),
    route('app-agent', 'Application mobile', "Installer l'application sur un téléphone.", IconDeviceMobile, {
      tabOf: 'app',
      roles: ['all'],
      module: 'appStores',
      when: outsideIosApp,
      screen: screen(() => import('#web/links/MobileApp.tsx')),
    }),
    route('redirectToPlanFormation', 'Plan de formation', 'Le plan de formation de votre agence.', IconSchool, {
      roles: ['staff'],
      // Only brands with a training plan have this link.
      when: (_session, { trainingPlanUrl }) => isLink(trainingPlanUrl ?? ''),
      screen: screen(() => import('#web/links/TrainingPlan.tsx')),
    }),
    route('parrainage', 'Parrainage', 'Recommander la plateforme à une agence.', IconGift, {
      tabOf: 'about',
      roles: ['staff'],
      module: 'referral',
      screen: referralScreen,
    }),
    route('offreSite', 'Offre site internet', 'Un site internet pour votre agence.', IconBulb, {
      tabOf: 'about',
      roles: ['staff'],
      module: 'offerSite',
      screen: siteOfferScreen,
    }),
    route('about', 'À propos', 'La version et les contacts.', IconInfoCircle, {
      roles: ['all'],
      module: 'about',
      withoutSubscription: true,
      screen: screen(() => import('#web/links/About.tsx')),
    }),
    route('tutorial', 'Tutoriels', "Apprendre à se servir de l'application.", IconVideo, {
      roles: ['staff', 'agent'],
      // C-060: by the rights of a profile.
      when: ({ profile }) => profile !== null,
      module: 'tutorials',
      screen: tutorialScreen,
    }),
    route('usefulDocs', 'Documents utiles', 'Les documents mis à disposition par la plateforme.', IconBook, {
      tabOf: 'about',
      roles: ['staff'],
      rights: ['listUsefulDocuments'],
      screen: usefulDocsScreen,
    }),
  ]),
];
