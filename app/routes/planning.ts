// Routes of planning, field operations and sites.
import {
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconCalendarEvent,
  IconCalendarMonth,
  IconCalendarOff,
  IconClipboardList,
  IconClock,
  IconClockPause,
  IconDeviceDesktopAnalytics,
  IconFlag,
  IconLayoutDashboard,
  IconMapPin,
  IconNote,
  IconNotebook,
  IconReport,
  IconRoute,
  IconWalk,
} from '#ui/icons.ts';
import { inGroup, type Route, route } from './route.ts';
import {
  alarmsScreen,
  checkpointsScreen,
  circuitsScreen,
  informationNotesScreen,
  logbookScreen,
  planningScreen,
  reportsScreen,
  roundsScreen,
  screen,
  servicesScreen,
  serviceTimesScreen,
  sitesScreen,
  timeGapsScreen,
  unavailabilitiesScreen,
} from './screens.tsx';

const staff = ['staff'] as const;

/** Decision 70: the activity types that have a report. */
const reports = [
  [2, 'Interventions'],
  [6, 'Rapports de ronde'],
  [7, 'Reconnaissances'],
  [8, 'Audits'],
] as const;

export const planning: readonly Route[] = [
  ...inGroup('main', [
    route('adminDashboard', 'Tableau de bord', "L'activité de votre agence en un coup d'œil.", IconLayoutDashboard, {
      // The same page as « Accueil ».
      inMenu: false,
      roles: staff,
      rights: ['readDashboard'],
      screen: screen(() => import('#web/home/Home.tsx')),
    }),
  ]),
  ...inGroup('planning', [
    route('adminPlanning', 'Planning', 'Planifier les services et les tournées.', IconCalendarMonth, {
      // « Collaborateurs » and « Sites » in its bar.
      ownTabs: true,
      roles: staff,
      rights: ['readAgentPlanning', 'readSitePlanning'],
      add: ['createService'],
      screen: planningScreen(),
    }),
    route(
      'adminPlaningSites',
      'Planning des sites',
      'Planifier et organiser les interventions sur les sites sécurisés',
      IconMapPin,
      {
        path: '/adminPlanning/sites',
        tabOf: 'adminPlanning',
        roles: staff,
        rights: ['readSitePlanning'],
        add: ['createService'],
        screen: planningScreen('sites'),
      },
    ),
    route(
      'adminPlaningAgents',
      'Planning des collaborateurs',
      'Planifier et organiser les services des collaborateurs',
      IconCalendarEvent,
      {
        path: '/adminPlanning/agents',
        tabOf: 'adminPlanning',
        roles: staff,
        rights: ['readAgentPlanning'],
        add: ['createService'],
        screen: planningScreen('agents'),
      },
    ),
    route('adminServices', 'Services', 'Tous les services, prévus, en cours et terminés.', IconClipboardList, {
      roles: staff,
      rights: ['listServices'],
      add: ['createService'],
      screen: servicesScreen('agency'),
    }),
    route('adminCircuits', 'Tournées', 'Les tournées et leurs étapes.', IconRoute, {
      tabOf: 'adminServices',
      roles: staff,
      rights: ['listServices'],
      add: ['createService'],
      screen: circuitsScreen,
    }),
    route(
      'listIndispo',
      'Indisponibilités',
      'Congés, maladies et autres absences : quand un collaborateur ne peut pas être planifié.',
      IconCalendarOff,
      {
        roles: ['staff', 'agent'],
        rights: ['listUnavailabilities', 'listOwnUnavailabilities'],
        add: ['createUnavailability', 'createOwnUnavailability'],
        screen: unavailabilitiesScreen,
      },
    ),
    route('listInterrupt', 'Écarts horaires', 'Pauses, retards et départs anticipés.', IconClockPause, {
      roles: staff,
      rights: ['listServiceBreaks'],
      add: ['createServiceBreak'],
      screen: timeGapsScreen,
    }),
    route(
      'listServiceTimes',
      'Heures à valider',
      'Les heures réelles qui s’écartent du planning : acceptez-les, arrondissez-les, ou gardez le planning.',
      IconClock,
      {
        tabOf: 'listInterrupt',
        roles: staff,
        rights: ['listServiceBreaks'],
        screen: serviceTimesScreen,
      },
    ),
  ]),
  ...inGroup('terrain', [
    route('adminMc', 'Mains courantes', 'Ce que les agents consignent pendant leurs services.', IconNotebook, {
      roles: staff,
      rights: ['listDailyLogs', 'listSiteDailyLogs', 'listServiceEvents'],
      screen: logbookScreen('agency'),
    }),
    ...reports.map(([type, label]) =>
      route(`reports-${type}`, label, `Rapports : ${label.toLowerCase()}.`, IconReport, {
        path: `/reports/${type}`,
        roles: staff,
        rights: ['listInterventionReports'],
        // Decision 96: the other types are tabs of the first.
        ...(type === reports[0][0] ? {} : { tabOf: `reports-${reports[0][0]}` }),
        screen: reportsScreen(type),
      }),
    ),
    route('supervision', 'Supervision', 'Les services en cours, en direct.', IconDeviceDesktopAnalytics, {
      roles: staff,
      rights: ['readSupervision'],
      screen: screen(() => import('#web/supervision/Supervision.tsx')),
    }),
    route('alarms', 'Alertes', 'Les alertes des travailleurs isolés, et ce que l’agence a fait.', IconBell, {
      tabOf: 'supervision',
      roles: staff,
      rights: ['readSupervision', 'readDashboard'],
      screen: alarmsScreen,
    }),
    route(
      'keptEvents',
      'À vérifier',
      'Ce que les téléphones ont transmis et qui attend une décision, et ce qu’il leur reste à transmettre.',
      IconAlertTriangle,
      {
        tabOf: 'supervision',
        roles: staff,
        rights: ['listServiceEvents'],
        screen: screen(() => import('#web/field/KeptEvents.tsx')),
      },
    ),
    route('note-information', "Notes d'information", 'Les notes internes et leurs lecteurs.', IconNote, {
      roles: staff,
      rights: ['listInformationNotes'],
      add: ['createInformationNote'],
      screen: informationNotesScreen,
    }),
  ]),
  ...inGroup('sites', [
    route(
      'sites',
      'Sites',
      'Les lieux que votre agence surveille, avec leurs accès et leurs consignes.',
      IconBuilding,
      {
        roles: staff,
        rights: ['listSites'],
        add: ['createSite'],
        screen: sitesScreen('agency'),
      },
    ),
    route('sites-hours', 'Heures par site', 'Les heures planifiées et effectuées par site.', IconClock, {
      tabOf: 'sites',
      roles: staff,
      rights: ['listAgencyHours'],
      screen: screen(() => import('#web/hours/SitesHours.tsx')),
    }),
    route('rounds', 'Rondes', 'Les rondes et leurs points de contrôle.', IconWalk, {
      roles: staff,
      rights: ['listRounds'],
      add: ['createRound'],
      screen: roundsScreen,
    }),
    route('checkpoints', 'Points de contrôle', 'Les points à contrôler sur vos sites.', IconFlag, {
      tabOf: 'rounds',
      roles: staff,
      rights: ['listCheckpoints'],
      add: ['createCheckpoint'],
      screen: checkpointsScreen,
    }),
  ]),
];
