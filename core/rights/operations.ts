// Rights on operations: people, customers, sites, services, logs and requests.
import type { Areas } from './declared.ts';

export const operations = {
  'Tableau de bord et supervision': {
    readDashboard: { label: 'Consulter le tableau de bord', in: ['customer', 'admin', 'full'] },
    readSupervision: { label: 'Consulter la supervision' },
  },
  Collaborateurs: {
    listAgents: { label: 'Lister les collaborateurs' },
    readAgent: { label: 'Consulter un collaborateur', needs: ['listAgents'] },
    createAgent: { label: 'Créer un collaborateur' },
    editAgent: { label: 'Modifier un collaborateur', needs: ['listAgents', 'readAgent'] },
    archiveAgent: { label: 'Archiver un collaborateur', needs: ['listAgents', 'readAgent'] },
    deleteAgent: { label: 'Supprimer un collaborateur', needs: ['listAgents', 'readAgent', 'editAgent'] },
    editAgentRight: { label: "Modifier les droits d'un utilisateur", needs: ['listAgents', 'readAgent'] },
    listAvailableAgents: { label: 'Lister les collaborateurs disponibles' },
    readAgentPhone: { label: 'Consulter les téléphones des collaborateurs' },
    readAgentSecrets: {
      label: 'Consulter et modifier les données protégées des collaborateurs',
      needs: ['listAgents', 'readAgent'],
    },
    readAgentDirectory: { label: "Consulter l'annuaire", in: ['collaborator', 'admin', 'full'] },
    downloadOwnBadge: { label: 'Télécharger son badge', in: ['collaborator', 'admin', 'full'] },
  },
  Heures: {
    listAgentHours: { label: 'Lister les heures des collaborateurs' },
    listOwnHours: { label: 'Consulter ses heures', in: ['collaborator', 'admin', 'full'] },
    listAgencyHours: { label: "Lister les heures de l'agence" },
  },
  Clients: {
    listCustomers: { label: 'Lister les clients' },
    createCustomer: { label: 'Créer un client' },
    editCustomer: { label: 'Modifier un client', needs: ['listCustomers'] },
    deleteCustomer: { label: 'Supprimer un client', needs: ['listCustomers', 'editCustomer'] },
    archiveCustomer: { label: 'Archiver un client', needs: ['listCustomers'] },
  },
  Sites: {
    listSites: { label: 'Lister les sites', in: ['customer', 'admin', 'full'] },
    createSite: { label: 'Créer un site' },
    editSite: { label: 'Modifier un site', needs: ['listSites'] },
    deleteSite: { label: 'Supprimer un site', needs: ['listSites', 'editSite'] },
    archiveSite: { label: 'Archiver un site', needs: ['listSites'] },
    listOwnSites: { label: 'Consulter les sites de ses services', in: ['collaborator', 'admin', 'full'] },
    listSiteItems: { label: "Lister le matériel d'un site" },
    editSiteItem: { label: "Modifier le matériel d'un site", needs: ['listSiteItems'] },
    editSiteInstructionNotification: {
      label: "Modifier les notifications de consignes d'un site",
      needs: ['listSites'],
    },
  },
  'Cahiers de consignes': {
    listSiteInstructionBooks: { label: 'Lister les cahiers de consignes', in: ['customer', 'admin', 'full'] },
    createSiteInstructionBook: { label: 'Créer une consigne de site' },
    editSiteInstructionBook: { label: 'Modifier une consigne de site', needs: ['listSiteInstructionBooks'] },
    deleteSiteInstructionBook: {
      label: 'Supprimer une consigne de site',
      needs: ['listSiteInstructionBooks', 'editSiteInstructionBook'],
    },
    readOwnSiteInstructionBook: {
      label: 'Consulter les consignes de ses sites',
      in: ['collaborator', 'admin', 'full'],
    },
  },
  'Points de contrôle': {
    listCheckpoints: { label: 'Lister les points de contrôle' },
    createCheckpoint: { label: 'Créer un point de contrôle' },
    editCheckpoint: { label: 'Modifier un point de contrôle', needs: ['listCheckpoints'] },
    deleteCheckpoint: { label: 'Supprimer un point de contrôle', needs: ['listCheckpoints', 'editCheckpoint'] },
  },
  Rondes: {
    listRounds: { label: 'Lister les rondes' },
    createRound: { label: 'Créer une ronde' },
    editRound: { label: 'Modifier une ronde', needs: ['listRounds'] },
    sendRound: { label: 'Envoyer une ronde', needs: ['listRounds'] },
    deleteRound: { label: 'Supprimer une ronde', needs: ['listRounds', 'editRound'] },
    executeOwnRound: {
      label: 'Effectuer les rondes de ses services',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
  },
  Services: {
    listServices: { label: 'Lister les services', in: ['customer', 'admin', 'full'] },
    createService: { label: 'Créer un service' },
    editService: { label: 'Modifier un service', needs: ['listServices'] },
    deleteService: { label: 'Supprimer un service', needs: ['listServices', 'editService'] },
    listOwnServices: { label: 'Consulter ses services', in: ['collaborator', 'admin', 'full'] },
    executeOwnService: {
      label: 'Effectuer ses services',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
    createOwnService: {
      label: 'Démarrer un service non planifié',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
  },
  'Pauses et écarts horaires': {
    listServiceBreaks: { label: 'Lister les pauses et écarts horaires' },
    createServiceBreak: { label: 'Créer une pause ou un écart horaire' },
    editServiceBreak: { label: 'Modifier une pause ou un écart horaire', needs: ['listServiceBreaks'] },
    deleteServiceBreak: {
      label: 'Supprimer une pause ou un écart horaire',
      needs: ['listServiceBreaks', 'editServiceBreak'],
    },
  },
  'Événements de service': {
    listServiceEvents: { label: 'Lister les événements de service' },
    createServiceEvent: { label: 'Créer un événement de service' },
    editServiceEvent: { label: 'Modifier un événement de service', needs: ['listServiceEvents'] },
    deleteServiceEvent: {
      label: 'Supprimer un événement de service',
      needs: ['listServiceEvents', 'editServiceEvent'],
    },
    createOwnServiceEvent: {
      label: 'Saisir un événement dans ses services',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
    editOwnServiceEvent: {
      label: 'Modifier ses événements de service',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
  },
  'Mains courantes': {
    listDailyLogs: { label: 'Lister les mains courantes', in: ['customer', 'admin', 'full'] },
    listSiteDailyLogs: { label: "Lister les mains courantes d'un site", in: ['customer', 'admin', 'full'] },
    listOwnDailyLogs: {
      label: 'Consulter les mains courantes de ses services',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
  },
  "Rapports d'intervention": {
    listInterventionReports: { label: "Lister les rapports d'intervention", in: ['customer', 'admin', 'full'] },
    createInterventionReport: { label: "Créer un rapport d'intervention" },
    editInterventionReport: { label: "Modifier un rapport d'intervention", needs: ['listInterventionReports'] },
    deleteInterventionReport: {
      label: "Supprimer un rapport d'intervention",
      needs: ['listInterventionReports', 'editInterventionReport'],
    },
    createOwnInterventionReport: {
      label: 'Rédiger le rapport de ses services',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
    editOwnInterventionReport: {
      label: 'Modifier le rapport de ses services',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnServices'],
    },
  },
  Plannings: {
    readAgentPlanning: { label: 'Consulter le planning des collaborateurs' },
    readSitePlanning: { label: 'Consulter le planning des sites', in: ['customer', 'admin', 'full'] },
    readOwnPlanning: { label: 'Consulter son planning', in: ['collaborator', 'admin', 'full'] },
  },
  Indisponibilités: {
    listUnavailabilities: { label: 'Lister les indisponibilités' },
    createUnavailability: { label: 'Créer une indisponibilité' },
    editUnavailability: { label: 'Modifier une indisponibilité', needs: ['listUnavailabilities'] },
    deleteUnavailability: {
      label: 'Supprimer une indisponibilité',
      needs: ['listUnavailabilities', 'editUnavailability'],
    },
    listOwnUnavailabilities: { label: 'Lister ses indisponibilités', in: ['collaborator', 'admin', 'full'] },
    createOwnUnavailability: { label: 'Créer ses indisponibilités', in: ['collaborator', 'admin', 'full'] },
    editOwnUnavailability: {
      label: 'Modifier ses indisponibilités',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnUnavailabilities'],
    },
    deleteOwnUnavailability: {
      label: 'Supprimer ses indisponibilités',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnUnavailabilities', 'editOwnUnavailability'],
    },
  },
  Demandes: {
    listAgentRequests: { label: 'Lister les demandes des collaborateurs' },
    createAgentRequest: { label: 'Créer une demande de collaborateur' },
    editAgentRequest: { label: 'Modifier une demande de collaborateur', needs: ['listAgentRequests'] },
    deleteAgentRequest: {
      label: 'Supprimer une demande de collaborateur',
      needs: ['listAgentRequests', 'editAgentRequest'],
    },
    listOwnAgentRequests: { label: 'Lister ses demandes', in: ['collaborator', 'admin', 'full'] },
    createOwnAgentRequest: { label: 'Créer ses demandes', in: ['collaborator', 'admin', 'full'] },
    editOwnAgentRequest: {
      label: 'Modifier ses demandes',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnAgentRequests'],
    },
    deleteOwnAgentRequest: {
      label: 'Supprimer ses demandes',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnAgentRequests', 'editOwnAgentRequest'],
    },
    listCustomerRequests: { label: 'Lister les demandes des clients' },
    createCustomerRequest: { label: 'Créer une demande de client' },
    editCustomerRequest: { label: 'Modifier une demande de client', needs: ['listCustomerRequests'] },
    deleteCustomerRequest: {
      label: 'Supprimer une demande de client',
      needs: ['listCustomerRequests', 'editCustomerRequest'],
    },
    readOwnCustomerRequest: { label: 'Consulter ses demandes client', in: ['customer', 'admin', 'full'] },
    createOwnCustomerRequest: { label: 'Créer ses demandes client', in: ['customer', 'admin', 'full'] },
  },
  "Notes d'information": {
    listInformationNotes: { label: "Lister les notes d'information" },
    createInformationNote: { label: "Créer une note d'information" },
    editInformationNote: { label: "Modifier une note d'information", needs: ['listInformationNotes'] },
    deleteInformationNote: {
      label: "Supprimer une note d'information",
      needs: ['listInformationNotes', 'editInformationNote'],
    },
    listOwnInformationNotes: { label: "Lire les notes d'information reçues", in: ['collaborator', 'admin', 'full'] },
  },
} as const satisfies Areas;
