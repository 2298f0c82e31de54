// Routes of the platform's administration: agencies, users, offers, communication.
import { lazy } from 'react';
import {
  IconBook,
  IconBuildingSkyscraper,
  IconBulb,
  IconCalendarEvent,
  IconChartBar,
  IconFileImport,
  IconFileInvoice,
  IconHeadset,
  IconHourglass,
  IconLayoutDashboard,
  IconPalette,
  IconRepeat,
  IconSchool,
  IconSettings,
  IconShoppingCart,
  IconSpeakerphone,
  IconTags,
  IconTemplate,
  IconTool,
  IconUsers,
  IconVideo,
} from '#ui/icons.ts';
import {
  communicationScreen,
  feedbacksScreen,
  maintenanceScreen,
  tutorialsEditorScreen,
  uiTutorialsScreen,
  usefulDocsEditorScreen,
  videosScreen,
} from './guide-screens.tsx';
import { providerOffersScreen } from './paper-screens.ts';
import {
  agenciesScreen,
  importAgencyScreen,
  platformTurnoverScreen,
  resumeScreen,
  supportAccountsScreen,
  usersScreen,
} from './platform-screens.ts';
import { inGroup, type Route, route } from './route.ts';
import { agencyInvoicesScreen, screen } from './screens.tsx';
import { articleOrdersScreen, offersScreen, subscriptionsScreen } from './subscription-screens.ts';

const admin = ['admin'] as const;
const superAdmin = ['superAdmin'] as const;

export const platform: readonly Route[] = [
  ...inGroup('platformDashboard', [
    route('ca-app', "Chiffre d'affaires", 'Les revenus de la plateforme.', IconChartBar, {
      path: '/platform/admin/dashboard/ca-app',
      roles: admin,
      screen: platformTurnoverScreen,
    }),
    route('resume-app', 'Résumé', 'Les agences en quelques chiffres.', IconLayoutDashboard, {
      path: '/platform/admin/dashboard/resume-app',
      roles: admin,
      screen: resumeScreen,
    }),
  ]),
  ...inGroup('platform', [
    route('adminAgencies', 'Agences', 'Toutes les agences de la plateforme.', IconBuildingSkyscraper, {
      roles: admin,
      screen: agenciesScreen,
    }),
    route('adminUsers', 'Utilisateurs', 'Tous les comptes et leurs profils.', IconUsers, {
      roles: admin,
      screen: usersScreen,
    }),
    route('platformAdminJobs', 'Tâches de fond', 'Ce que la plateforme fait seule, et ce qui a échoué.', IconRepeat, {
      path: '/platform/admin/jobs',
      roles: admin,
      screen: screen(() => import('#web/platform/Jobs.tsx')),
    }),
    route(
      'platformAdminTenants',
      'Marques',
      'Ce que chaque nom d’hôte montre, et d’où vient chaque réglage.',
      IconPalette,
      {
        path: '/platform/admin/tenants',
        roles: superAdmin,
        screen: screen(() => import('#web/tenant/Tenants.tsx')),
      },
    ),
    route(
      'platformAdminRetention',
      'Conservation',
      'Ce qui est gardé, combien de temps, pour quelle raison, et ce que la nuit a effacé.',
      IconHourglass,
      {
        path: '/platform/admin/retention',
        roles: superAdmin,
        screen: screen(() => import('#web/privacy/Retention.tsx')),
      },
    ),
    route('contractTemplate', 'Modèles de contrats', 'Les modèles proposés à toutes les agences.', IconTemplate, {
      roles: superAdmin,
      screen: screen(() => import('#web/contracts/PlatformTemplates.tsx')),
    }),
    route('agencyInvoices', 'Factures agences', "Les factures d'abonnement des agences.", IconFileInvoice, {
      roles: ['support'],
      screen: agencyInvoicesScreen('platform'),
    }),
    route('agencySubscriptionOffers', 'Liste des offres', "Les offres d'abonnement.", IconTags, {
      roles: ['support'],
      add: 'superAdmin',
      screen: offersScreen,
    }),
    route('adminAgencyArticleOrders', "Commandes d'articles", 'Les commandes des agences.', IconShoppingCart, {
      roles: ['support'],
      screen: articleOrdersScreen('platform'),
    }),
    // Z-010. They set the limits of every agency, also where nothing is sold.
    route('subscriptions', "Dates d'abonnements", 'Périodes de validité et renouvellements.', IconCalendarEvent, {
      roles: admin,
      rights: ['manageSubscription'],
      screen: subscriptionsScreen('Dates'),
    }),
    route('plan_options', "Options d'abonnements", 'Options et formules des abonnements.', IconSettings, {
      roles: admin,
      rights: ['manageSubscription'],
      screen: subscriptionsScreen('PlanOptions'),
    }),
    route('adminFeedbacks', "Demandes d'améliorations", 'Ce que les utilisateurs proposent.', IconBulb, {
      roles: admin,
      module: 'feedback',
      screen: feedbacksScreen,
    }),
    route('platformAdminImportAgency', "Import d'agence", "Reprendre les données d'une agence.", IconFileImport, {
      roles: superAdmin,
      screen: importAgencyScreen,
    }),
    route('supportAccounts', 'Comptes support', "Les comptes de l'assistance.", IconHeadset, {
      roles: superAdmin,
      screen: supportAccountsScreen,
    }),
    route(
      'platformAdminUiTutorials',
      "Tutoriels de l'interface",
      "Les aides affichées dans l'application.",
      IconSchool,
      {
        roles: admin,
        screen: uiTutorialsScreen,
      },
    ),
  ]),
  ...inGroup('communication', [
    route('adminOffers', 'Annonces', 'Les annonces de la plateforme, et celles des agences.', IconSpeakerphone, {
      path: '/adminCommunication/offers',
      roles: admin,
      add: 'admin',
      badge: lazy(() =>
        import('#web/marketplace/Badges.tsx').then(({ NewsOfProvider }) => ({ default: NewsOfProvider })),
      ),
      screen: providerOffersScreen,
    }),
    route('adminCommunication', 'Communication', 'Tutoriels, documents et maintenances.', IconSpeakerphone, {
      roles: admin,
      inMenu: false,
      screen: communicationScreen,
    }),
    route('tutorials', 'Tutoriels', 'Créer et gérer les tutoriels et guides vidéo.', IconSchool, {
      path: '/adminCommunication/tutorials',
      roles: admin,
      screen: tutorialsEditorScreen,
    }),
    route('useful-docs', 'Documents utiles', 'Les documents mis à disposition des agences.', IconBook, {
      path: '/adminCommunication/useful-docs',
      roles: admin,
      screen: usefulDocsEditorScreen,
    }),
    route('maintenance', 'Maintenance', 'Planifier les opérations de maintenance.', IconTool, {
      path: '/adminCommunication/maintenance',
      roles: admin,
      screen: maintenanceScreen,
    }),
    route('videos', 'Tutoriels vidéos', "Les vidéos et les écrans où elles s'affichent.", IconVideo, {
      path: '/adminCommunication/videos',
      roles: admin,
      screen: videosScreen,
    }),
  ]),
];
