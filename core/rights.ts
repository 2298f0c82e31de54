// Every right: its French label, its area, what it needs, and the default sets that hold it (spec/rights.tsv).

export type RightSet = 'collaborator' | 'customer' | 'admin' | 'full';

type Declared = {
  label: string;
  needs?: readonly string[];
  /** The default sets that hold it; absent: admin and full. */
  in?: readonly RightSet[];
  /** Holding the key is not enough: the agency's owner (decision 10) or platform staff must ask. Not in the editor. */
  only?: 'owner' | 'platform';
};

const areas = {
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
  Documents: {
    listDocuments: { label: 'Lister tous les documents' },
    listAgentDocuments: { label: 'Lister les documents des collaborateurs' },
    createDocument: { label: 'Ajouter un document' },
    editDocument: { label: 'Modifier un document', needs: ['listDocuments'] },
    sendDocument: { label: 'Envoyer un document par e-mail', needs: ['listDocuments'] },
    listDocumentReaders: { label: "Consulter les lecteurs d'un document", needs: ['listDocuments'] },
    deleteDocument: { label: 'Supprimer un document', needs: ['listDocuments', 'editDocument'] },
    listOwnDocuments: { label: 'Consulter ses documents', in: ['collaborator', 'customer', 'admin', 'full'] },
    createOwnDocument: { label: 'Ajouter ses documents', in: ['collaborator', 'admin', 'full'] },
    editOwnDocument: {
      label: 'Modifier ses documents',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnDocuments'],
    },
    sendOwnDocument: {
      label: 'Envoyer ses documents par e-mail',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnDocuments'],
    },
    deleteOwnDocument: {
      label: 'Supprimer ses documents',
      in: ['collaborator', 'admin', 'full'],
      needs: ['listOwnDocuments', 'editOwnDocument'],
    },
    listUsefulDocuments: { label: 'Consulter les documents utiles' },
  },
  'Contrats collaborateurs': {
    listAgentContracts: { label: 'Lister les contrats collaborateurs' },
    createAgentContract: { label: 'Créer un contrat collaborateur' },
    editAgentContract: { label: 'Modifier un contrat collaborateur', needs: ['listAgentContracts'] },
    deleteAgentContract: {
      label: 'Supprimer un contrat collaborateur',
      needs: ['listAgentContracts', 'editAgentContract'],
    },
    signAgentContract: { label: 'Signer un contrat collaborateur', needs: ['listAgentContracts'] },
    sendAgentContract: {
      label: 'Envoyer un contrat collaborateur en signature électronique',
      needs: ['listAgentContracts'],
    },
  },
  'Modèles de contrats': {
    listAgentContractTemplates: { label: 'Lister les modèles de contrat collaborateur' },
    createAgentContractTemplate: { label: 'Créer un modèle de contrat collaborateur' },
    editAgentContractTemplate: {
      label: 'Modifier un modèle de contrat collaborateur',
      needs: ['listAgentContractTemplates'],
    },
    deleteAgentContractTemplate: {
      label: 'Supprimer un modèle de contrat collaborateur',
      needs: ['listAgentContractTemplates', 'editAgentContractTemplate'],
    },
    listCustomerContractTemplates: { label: 'Lister les modèles de contrat client' },
    createCustomerContractTemplate: { label: 'Créer un modèle de contrat client' },
    editCustomerContractTemplate: {
      label: 'Modifier un modèle de contrat client',
      needs: ['listCustomerContractTemplates'],
    },
    deleteCustomerContractTemplate: {
      label: 'Supprimer un modèle de contrat client',
      needs: ['listCustomerContractTemplates', 'editCustomerContractTemplate'],
    },
  },
  'Contrats clients': {
    listCustomerContracts: { label: 'Lister les contrats clients' },
    createCustomerContract: { label: 'Créer un contrat client' },
    editCustomerContract: { label: 'Modifier un contrat client', needs: ['listCustomerContracts'] },
    deleteCustomerContract: {
      label: 'Supprimer un contrat client',
      needs: ['listCustomerContracts', 'editCustomerContract'],
    },
    signCustomerContract: { label: 'Signer un contrat client', needs: ['listCustomerContracts'] },
    sendCustomerContract: {
      label: 'Envoyer un contrat client en signature électronique',
      needs: ['listCustomerContracts'],
    },
  },
  Expirations: {
    listAgentExpirations: { label: 'Lister les expirations réglementaires des collaborateurs' },
    listAgentContractExpirations: { label: 'Lister les expirations de contrat de travail' },
    listCustomerContractExpirations: { label: 'Lister les expirations de contrat client', in: ['admin'] },
    listAgentItemExpirations: { label: 'Lister les expirations de matériel des collaborateurs' },
    listStockReferenceExpirations: { label: 'Lister les expirations de matériel', needs: ['listStockReferences'] },
  },
  Stocks: {
    listStockReferences: { label: 'Lister les références de stock' },
    createStockReference: { label: 'Créer une référence de stock' },
    editStockReference: { label: 'Modifier une référence de stock', needs: ['listStockReferences'] },
    deleteStockReference: {
      label: 'Supprimer une référence de stock',
      needs: ['listStockReferences', 'editStockReference'],
    },
    listStockReferenceAssignments: { label: 'Lister les affectations de stock' },
    createStockReferenceAssignment: { label: 'Créer une affectation de stock' },
    editStockReferenceAssignment: {
      label: 'Modifier une affectation de stock',
      needs: ['listStockReferenceAssignments'],
    },
    deleteStockReferenceAssignment: {
      label: 'Supprimer une affectation de stock',
      needs: ['listStockReferenceAssignments', 'editStockReferenceAssignment'],
    },
  },
  Devis: {
    listEstimates: { label: 'Lister les devis' },
    createEstimate: { label: 'Créer un devis' },
    editEstimate: { label: 'Modifier un devis', needs: ['listEstimates'] },
    deleteEstimate: { label: 'Supprimer un devis', needs: ['listEstimates', 'editEstimate'] },
    sendEstimate: { label: 'Envoyer un devis', needs: ['listEstimates'] },
    signEstimate: { label: 'Signer un devis', needs: ['listEstimates'] },
  },
  'Factures et avoirs': {
    listInvoices: { label: 'Lister les factures et avoirs', in: ['customer', 'admin', 'full'] },
    createInvoice: { label: 'Créer une facture ou un avoir' },
    editInvoice: { label: 'Modifier une facture ou un avoir', needs: ['listInvoices'] },
    deleteInvoice: { label: 'Supprimer une facture ou un avoir', needs: ['listInvoices', 'editInvoice'] },
    sendInvoice: { label: 'Envoyer une facture ou un avoir', needs: ['listInvoices'] },
  },
  'Bons de commande': {
    listAgentPurchaseOrders: { label: 'Lister les bons de commande' },
    createAgentPurchaseOrder: { label: 'Créer un bon de commande' },
    editAgentPurchaseOrder: { label: 'Modifier un bon de commande', needs: ['listAgentPurchaseOrders'] },
    deleteAgentPurchaseOrder: {
      label: 'Supprimer un bon de commande',
      needs: ['listAgentPurchaseOrders', 'editAgentPurchaseOrder'],
    },
    sendAgentPurchaseOrder: { label: 'Envoyer un bon de commande', needs: ['listAgentPurchaseOrders'] },
    signAgentPurchaseOrder: { label: 'Signer un bon de commande', needs: ['listAgentPurchaseOrders'] },
    listOwnAgentPurchaseOrders: { label: 'Consulter ses bons de commande', in: ['collaborator', 'admin', 'full'] },
  },
  'Catalogue et remises': {
    listCatalogArticles: { label: 'Lister les articles du catalogue' },
    createCatalogArticle: { label: 'Créer un article du catalogue' },
    editCatalogArticle: { label: 'Modifier un article du catalogue', needs: ['listCatalogArticles'] },
    deleteCatalogArticle: {
      label: 'Supprimer un article du catalogue',
      needs: ['listCatalogArticles', 'editCatalogArticle'],
    },
    listDiscounts: { label: 'Lister les remises' },
    createDiscount: { label: 'Créer une remise' },
    editDiscount: { label: 'Modifier une remise', needs: ['listDiscounts'] },
    deleteDiscount: { label: 'Supprimer une remise', needs: ['listDiscounts', 'editDiscount'] },
  },
  'Marges, paie et exports': {
    listMargins: { label: 'Consulter les marges' },
    listSalaryElements: { label: 'Lister les éléments de salaire' },
    createSalaryElement: { label: 'Créer un élément de salaire' },
    editSalaryElement: { label: 'Modifier un élément de salaire', needs: ['listSalaryElements'] },
    deleteSalaryElement: {
      label: 'Supprimer un élément de salaire',
      needs: ['listSalaryElements', 'editSalaryElement'],
    },
    exportData: { label: 'Exporter les données' },
  },
  Annonces: {
    listOffers: { label: 'Lister les annonces' },
    createOffer: { label: 'Créer une annonce' },
    editOffer: { label: 'Modifier une annonce', needs: ['listOffers'] },
    deleteOffer: { label: 'Supprimer une annonce', needs: ['listOffers', 'editOffer'] },
    listOfferAnswers: { label: 'Lister les réponses aux annonces' },
    createOfferAnswer: { label: 'Répondre à une annonce', needs: ['listOffers'] },
    editOfferAnswer: { label: "Modifier le statut d'une réponse", needs: ['listOfferAnswers'] },
  },
  'E-mails': {
    listEmailEvents: { label: 'Consulter le suivi des e-mails' },
    readEmail: { label: 'Consulter le contenu des e-mails', in: ['full'], needs: ['listEmailEvents'], only: 'owner' },
    downloadEmailAttachment: {
      label: 'Télécharger les pièces jointes des e-mails',
      in: ['full'],
      needs: ['listEmailEvents', 'readEmail'],
      only: 'owner',
    },
  },
  'Copies des e-mails': {
    receiveEstimateCopy: { label: 'Recevoir en copie les devis', needs: ['listEstimates'] },
    receiveInvoiceCopy: { label: 'Recevoir en copie les factures', needs: ['listInvoices'] },
    receiveCustomerHoursCopy: { label: "Recevoir en copie les décomptes d'heures clients", needs: ['listAgencyHours'] },
    receiveEventReportCopy: { label: "Recevoir en copie les rapports d'événements", needs: ['listDailyLogs'] },
    receiveAgentPlanningCopy: { label: 'Recevoir en copie les plannings collaborateurs', needs: ['readAgentPlanning'] },
    receiveCustomerPlanningCopy: { label: 'Recevoir en copie les plannings clients', needs: ['readSitePlanning'] },
    receiveAgentExpirationCopy: {
      label: 'Recevoir en copie les expirations des collaborateurs',
      needs: ['listAgentExpirations'],
    },
  },
  Agence: {
    readAgencySetting: { label: "Consulter les paramètres de l'agence" },
    editAgencySetting: { label: "Modifier les paramètres de l'agence", needs: ['readAgencySetting'] },
  },
  'Abonnement et paiements': {
    readSubscription: { label: "Consulter l'abonnement" },
    editSubscription: { label: "Modifier l'abonnement", needs: ['readSubscription'] },
    listSubscriptionInvoices: { label: "Lister les factures d'abonnement" },
    editPaymentMethod: { label: 'Modifier les moyens de paiement' },
    listArticleOrders: { label: "Lister les commandes d'articles" },
    manageSubscription: {
      label: 'Administrer les abonnements',
      in: ['full'],
      needs: ['readSubscription', 'editSubscription'],
      only: 'platform',
    },
  },
} as const satisfies Record<string, Record<string, Declared>>;

export type RightArea = keyof typeof areas;
export type Right = { [A in RightArea]: keyof (typeof areas)[A] }[RightArea];

export interface RightInfo {
  key: Right;
  label: string;
  area: RightArea;
  needs: readonly Right[];
  in: readonly RightSet[];
  only: 'owner' | 'platform' | null;
}

/** In the order of the editor. */
export const allRights: readonly RightInfo[] = Object.entries(areas).flatMap(([area, rights]) =>
  Object.entries<Declared>(rights).map(([key, declared]) => ({
    key: key as Right,
    label: declared.label,
    area: area as RightArea,
    needs: (declared.needs ?? []) as readonly Right[],
    in: declared.in ?? ['admin', 'full'],
    only: declared.only ?? null,
  })),
);

const byKey = new Map<string, RightInfo>(allRights.map((right) => [right.key, right]));

export const isRight = (key: string): key is Right => byKey.has(key);
export const rightInfo = (key: Right): RightInfo => byKey.get(key) as RightInfo;
export const rightLabel = (key: Right): string => rightInfo(key).label;

/** The sentence of every refusal for want of a right (1 §6). */
export const missingRight = (key: Right): string => `Vous ne bénéficiez pas de l'autorisation "${rightLabel(key)}".`;

export const rightSetLabels: Record<RightSet, string> = {
  collaborator: 'Collaborateur',
  customer: 'Client',
  admin: 'Administrateur',
  full: 'Complet',
};
