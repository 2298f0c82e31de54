// An agency's own sets of rights.
import { rightSet } from '#core/grants.ts';
import type { SetKind } from '#core/rights/set.ts';
import type { Right } from '#core/rights.ts';
import { accountantRights, humanResourcesRights, teamLeaderRights } from './staff.ts';

/** Plans and follows the services, without access to money or settings. */
const operationsRights: readonly Right[] = [
  ...rightSet('collaborator'),
  'listSites',
  'listSiteInstructionBooks',
  'listAgents',
  'readAgent',
  'readAgentPhone',
  'listServices',
  'createService',
  'editService',
  'deleteService',
  'readSitePlanning',
  'listUnavailabilities',
  'createUnavailability',
  'editUnavailability',
  'listInformationNotes',
];

export const writtenSets: readonly { name: string; kind: SetKind; rights: readonly Right[] }[] = [
  { name: 'Chef de poste', kind: 'AGENCY', rights: [...rightSet('collaborator'), ...teamLeaderRights] },
  { name: 'Comptabilité', kind: 'AGENCY', rights: accountantRights },
  { name: 'Exploitation', kind: 'AGENCY', rights: operationsRights },
  { name: 'Ressources humaines', kind: 'AGENCY', rights: humanResourcesRights },
  {
    name: 'Responsable de site',
    kind: 'CUSTOMER',
    rights: ['listSites', 'listServices', 'readSitePlanning', 'listDailyLogs'],
  },
];
