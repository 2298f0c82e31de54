// Rights of people who need less than a default set.
import type { Right } from '#core/rights.ts';
import type { WrittenAgent } from './agency.ts';

/** Only invoices, estimates and their customers. */
export const accountantRights: readonly Right[] = [
  'listCustomers',
  'listInvoices',
  'createInvoice',
  'editInvoice',
  'sendInvoice',
  'listEstimates',
  'listCatalogArticles',
  'listDiscounts',
];

/** Sees the sites and what happens there, changes nothing. */
export const siteSupervisorRights: readonly Right[] = [
  'listSites',
  'listSiteInstructionBooks',
  'listServices',
  'readSitePlanning',
  'listDailyLogs',
  'listSiteDailyLogs',
  'listInterventionReports',
  'readAgentDirectory',
];

export const humanResourcesRights: readonly Right[] = [
  'listAgents',
  'readAgent',
  'createAgent',
  'editAgent',
  'archiveAgent',
  'readAgentPhone',
  'listAgentHours',
  'listAgentContracts',
  'createAgentContract',
  'editAgentContract',
  'listAgentExpirations',
  'listAgentContractExpirations',
  'listUnavailabilities',
  'createUnavailability',
  'editUnavailability',
];

export const salesRights: readonly Right[] = [
  'listCustomers',
  'createCustomer',
  'editCustomer',
  'listSites',
  'createSite',
  'editSite',
  'listEstimates',
  'createEstimate',
  'editEstimate',
  'sendEstimate',
];

/** More than the Collaborator set: a guard who leads a post. */
export const teamLeaderRights: readonly Right[] = [
  'listServices',
  'readSitePlanning',
  'listDailyLogs',
  'listSiteDailyLogs',
];

/** Works for several agencies with one account. */
export const auditor: WrittenAgent = {
  firstname: 'Inès',
  lastname: 'Rolland',
  position: 'Auditrice qualité',
  email: 'audit@cercle-surete.example',
  plannable: false,
  shared: true,
  type: 'EXTERNAL',
  rights: ['listSites', 'listAgents', 'readAgent', 'listDailyLogs', 'listInterventionReports'],
};
