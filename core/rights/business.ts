// Rights on documents and money: documents, contracts, stock, billing, mails, the agency and its subscription.
import type { Areas } from './declared.ts';

export const business = {
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
    /** Free mails of agents are off by default. */
    sendOwnEmail: { label: 'Écrire librement des e-mails depuis l’application' },
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
} as const satisfies Areas;
