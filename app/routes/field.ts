// The agent's screens in the field; not in the desktop menus.

import type { Right } from '#core/rights.ts';
import {
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconCalendarMonth,
  IconClipboardList,
  IconDeviceMobile,
  IconFlag,
  IconMapPin,
  IconNfc,
  IconNote,
  IconPlayerPlay,
  IconRoute,
  IconUsers,
  IconWalk,
} from '#ui/icons.ts';
import { inGroup, type Role, type Route, route } from './route.ts';
import {
  alarmsScreen,
  checkpointsScreen,
  planningScreen,
  roundsScreen,
  screen,
  servicesScreen,
  sitesScreen,
} from './screens.tsx';

const agent: readonly Role[] = ['agent'];
const agentOrStaff: readonly Role[] = ['agent', 'staff'];
const ownEvents: readonly Right[] = ['createOwnServiceEvent', 'createServiceEvent'];

/** Of a telephone in field mode: at the desk, the way there. */
const onTheRoad = screen(() => import('#field/Entrance.tsx'));
/** The router leads elsewhere (field/addresses.ts). */
const led = onTheRoad;
const fieldSite = screen(() => import('#web/sites/FieldSite.tsx'));

type Line = [name: string, path: string, label: string, description: string, rest: Partial<Route>];

/** Decision 25: names and paths used twice have the prefix of the field. */
const lines: readonly Line[] = [
  [
    'priseService',
    'terrain/priseService/:id?',
    'Prise de service',
    'Commencer un service.',
    { icon: IconPlayerPlay, rights: ['executeOwnService'] },
  ],
  [
    'intervention',
    'terrain/intervention/:activityType?',
    'Intervention',
    'Commencer une intervention.',
    { icon: IconPlayerPlay, rights: ['createOwnService'] },
  ],
  [
    'tournee',
    'terrain/tournee/:id?',
    'Tournée',
    "Les étapes d'une tournée.",
    { icon: IconRoute, rights: ['executeOwnService'] },
  ],
  [
    'serviceActif',
    'terrain/serviceActif/:id?',
    'Service en cours',
    'Le service en cours.',
    { icon: IconClipboardList, rights: ['executeOwnService'] },
  ],
  [
    'circuitActif',
    'terrain/circuitActif/:slug?',
    'Tournée en cours',
    'La tournée en cours.',
    { icon: IconRoute, rights: ['executeOwnService'] },
  ],
  ['events', 'terrain/events', 'Événements', 'Saisir un événement.', { icon: IconNote, rights: ownEvents }],
  [
    'terrainPlanning',
    'terrain/planning',
    'Mon planning',
    'Vos services.',
    {
      icon: IconCalendarMonth,
      rights: ['readOwnPlanning'],
      screen: screen(() => import('#web/planning/MyPlanning.tsx')),
    },
  ],
  [
    'terrainPlanningCustomer',
    'terrain/planningCustomer',
    'Mon planning',
    'Le planning de vos sites.',
    { icon: IconCalendarMonth, roles: ['customer'], rights: ['readSitePlanning'], screen: planningScreen('sites') },
  ],
  [
    'servicesNonPlanifies',
    'servicesNonPlanifies',
    'Service non planifié',
    'Démarrer un service imprévu.',
    { icon: IconPlayerPlay, rights: ['createOwnService'] },
  ],
  [
    'terrainSites',
    'terrain/sites',
    'Sites',
    'Les sites de vos services.',
    {
      icon: IconBuilding,
      roles: agentOrStaff,
      rights: ['listSites', 'listOwnSites'],
      add: ['createSite'],
      screen: sitesScreen('agency', 'agent'),
    },
  ],
  [
    'terrainSite',
    'terrain/site/:id?',
    'Site',
    'Un site, ses accès et ses consignes.',
    { icon: IconMapPin, roles: agentOrStaff, rights: ['listSites', 'listOwnSites'], screen: fieldSite },
  ],
  ['nfc', 'terrain/nfc', 'Lecteur NFC', 'Lire un badge ou une étiquette.', { icon: IconNfc }],
  [
    'terrainAdminServices',
    'terrain/planification/services',
    'Services',
    'Les services.',
    {
      icon: IconClipboardList,
      roles: ['staff'],
      rights: ['listServices'],
      add: ['createService'],
      screen: servicesScreen('agency'),
    },
  ],
  [
    'terrainAdminPlanning',
    'terrain/planification/planning',
    'Planning',
    'Le planning.',
    {
      icon: IconCalendarMonth,
      roles: ['staff'],
      rights: ['readAgentPlanning', 'readSitePlanning'],
      add: ['createService'],
      screen: planningScreen(),
    },
  ],
  // C-054: the agency's admin role, by the right to the dashboard or to supervision.
  [
    'adminAlerts',
    'terrain/adminDashboard/adminAlerts',
    'Alertes',
    'Les alertes en cours.',
    { icon: IconBell, roles: ['staff'], rights: ['readSupervision', 'readDashboard'], screen: alarmsScreen },
  ],
  [
    'adminEvents',
    'terrain/adminDashboard/adminEvents',
    'Événements',
    'Les derniers événements.',
    {
      icon: IconAlertTriangle,
      roles: ['staff'],
      rights: ['readDashboard', 'readSupervision'],
      // Its rows are those of the daily log.
      when: ({ can }) => can(['listDailyLogs', 'listSiteDailyLogs', 'listServiceEvents']),
      screen: screen(() => import('#web/logbook/Logbook.tsx')),
    },
  ],
  [
    'terrainRounds',
    'terrain/rondes/list',
    'Rondes',
    'Les rondes de vos sites.',
    { icon: IconWalk, roles: agentOrStaff, rights: ['listRounds'], add: ['createRound'], screen: roundsScreen },
  ],
  [
    'terrainRoundEdit',
    'terrain/rondes/edit/:id?',
    'Créer',
    'Créer ou modifier une ronde.',
    { icon: IconWalk, roles: agentOrStaff, rights: ['createRound', 'editRound'], screen: led },
  ],
  [
    'terrainRoundRun',
    'terrain/rondes/ronde/:reference?/:iteration?',
    'Ronde',
    'Effectuer une ronde.',
    { icon: IconWalk, rights: ['executeOwnRound'] },
  ],
  [
    'terrainCheckpoints',
    'terrain/checkpoints/list',
    'Points de contrôle',
    'Les points de contrôle.',
    {
      icon: IconFlag,
      roles: agentOrStaff,
      rights: ['listCheckpoints'],
      add: ['createCheckpoint'],
      screen: checkpointsScreen,
    },
  ],
  [
    'terrainCheckpointEdit',
    'terrain/checkpoints/edit/:id?',
    'Point de contrôle',
    'Créer ou modifier un point de contrôle.',
    { icon: IconFlag, roles: agentOrStaff, rights: ['createCheckpoint', 'editCheckpoint'], screen: led },
  ],
  [
    'terrainEventsIncident',
    'terrain/events/incident/:uuid?',
    'Incident',
    'Décrire un événement.',
    { icon: IconAlertTriangle, rights: ownEvents },
  ],
];

/** B-061: each opens the incident form with its typeKey. */
const shortcuts = {
  presence: 'Présence',
  controleSpecifique: 'Contrôle spécifique',
  logistique: 'Logistique',
  'care-rescue': 'Soins et secours',
  delivery: 'Livraison',
  observations: 'Observations',
} as const;

/** Opens the application of the field on this device. */
const entrance = route(
  'terrain',
  'Mode terrain',
  'Tout votre service sur votre téléphone, même sans réseau.',
  IconDeviceMobile,
  {
    path: '/terrain',
    roles: agent,
    rights: ['executeOwnService'],
    screen: screen(() => import('#field/Entrance.tsx')),
  },
);

/** F-056 */
const directory = route(
  'directory',
  'Annuaire',
  'Les collaborateurs de l’agence, et leurs numéros si vous en avez le droit.',
  IconUsers,
  {
    path: '/terrain/list',
    roles: agent,
    rights: ['readAgentDirectory'],
    screen: screen(() => import('#web/agents/Directory.tsx')),
  },
);

export const field: readonly Route[] = [
  ...inGroup('agent', [entrance, directory]),
  ...inGroup('field', [
    ...lines.map(([name, path, label, description, { icon = IconNote, ...rest }]) =>
      route(name, label, description, icon, {
        roles: agent,
        inMenu: false,
        screen: onTheRoad,
        ...rest,
        path: `/${path}`,
      }),
    ),
    ...Object.entries(shortcuts).map(([key, label]) =>
      route(key, label, `Saisir un événement : ${label.toLowerCase()}.`, IconNote, {
        path: `/terrain/events/${key}`,
        roles: agent,
        rights: ownEvents,
        inMenu: false,
        screen: onTheRoad,
      }),
    ),
  ]),
];
