// Routes of the collaborators: their contracts, hours, requests, pay, and the transfers of staff.
import { lazy } from 'react';
import {
  IconArrowsExchange,
  IconBriefcase,
  IconClock,
  IconCoin,
  IconDiscount,
  IconFiles,
  IconFolder,
  IconMessageCircle,
  IconPencil,
  IconUsers,
} from '#ui/icons.ts';
import {
  agentContractsScreen,
  agentContractTemplatesScreen,
  agentRequestsScreen,
  signatureTemplatesScreen,
  transferPeopleScreen,
  transfersScreen,
} from './paper-screens.ts';
import { inGroup, type Route, route } from './route.ts';
import { agentsScreen, documentsScreen, payRatesScreen, salaryElementsScreen, screen } from './screens.tsx';

const staff = ['staff'] as const;

export const collaborators: readonly Route[] = inGroup('collaborators', [
  route(
    'agents',
    'Collaborateurs',
    'Toutes les personnes de votre agence, avec leur compte et leurs droits.',
    IconUsers,
    {
      roles: staff,
      rights: ['listAgents'],
      add: ['createAgent'],
      screen: agentsScreen,
    },
  ),
  route('agents-hours', 'Heures collaborateurs', 'Les heures de tous les collaborateurs.', IconClock, {
    roles: staff,
    rights: ['listAgentHours'],
    screen: screen(() => import('#web/hours/AgentsHours.tsx')),
  }),
  route(
    'demandes',
    'Demandes collaborateurs',
    'Ce que les collaborateurs demandent, et vos réponses.',
    IconMessageCircle,
    {
      path: '/demandes/:id?',
      own: { label: 'Mes demandes', description: 'Ce que vous demandez à votre agence, et ses réponses.' },
      tabOf: 'agents',
      roles: ['staff', 'agent'],
      rights: ['listAgentRequests', 'listOwnAgentRequests'],
      add: ['createAgentRequest', 'createOwnAgentRequest'],
      screen: agentRequestsScreen,
      badge: lazy(() => import('#web/requests/UnreadBadge.tsx').then(({ AgentUnread }) => ({ default: AgentUnread }))),
    },
  ),
  route('agent_documents', 'Documents collaborateurs', 'Les documents de vos collaborateurs.', IconFolder, {
    roles: staff,
    tabOf: 'agents',
    rights: ['listAgentDocuments', 'listDocuments'],
    add: ['createDocument'],
    screen: documentsScreen('AGENT'),
  }),
  route('agent_contracts', 'Contrats collaborateurs', 'Les contrats de travail et leur signature.', IconBriefcase, {
    roles: staff,
    tabOf: 'agents',
    rights: ['listAgentContracts'],
    add: ['createAgentContract'],
    screen: agentContractsScreen,
  }),
  route(
    'agentContractTemplates',
    'Modèles de contrats collaborateurs',
    'Les textes d’où partent les contrats de vos collaborateurs.',
    IconFiles,
    {
      path: '/modeles-contrats-collaborateurs',
      roles: staff,
      tabOf: 'agents',
      rights: ['listAgentContractTemplates'],
      add: ['createAgentContractTemplate'],
      screen: agentContractTemplatesScreen,
    },
  ),
  route('contractSignatureTemplates', 'Signatures enregistrées', 'Qui signe pour l’agence, et comment.', IconPencil, {
    path: '/signatures-enregistrees',
    roles: staff,
    tabOf: 'agents',
    rights: ['signAgentContract', 'signCustomerContract'],
    add: ['signAgentContract', 'signCustomerContract'],
    screen: signatureTemplatesScreen,
  }),
  route(
    'reprises',
    'Reprises du personnel',
    'Les sites gagnés ou perdus, les salariés transférables et les délais de l’accord de branche.',
    IconArrowsExchange,
    {
      roles: staff,
      tabOf: 'agents',
      rights: ['listAgentContracts'],
      add: ['editAgentContract'],
      screen: transfersScreen,
    },
  ),
  route(
    'salaries-a-reprendre',
    'Salariés à reprendre',
    'Les salariés des sites que vous gagnez, tels que l’entreprise sortante les annonce.',
    IconUsers,
    {
      roles: staff,
      tabOf: 'agents',
      rights: ['listAgentContracts'],
      add: ['editAgentContract'],
      screen: transferPeopleScreen,
    },
  ),
  route('salary-elements', 'Éléments de salaire', 'Primes, indemnités, acomptes et retenues.', IconCoin, {
    roles: staff,
    tabOf: 'paie',
    rights: ['listSalaryElements'],
    add: ['createSalaryElement'],
    screen: salaryElementsScreen,
  }),
  route('paie', 'Paie', 'La paie du mois par rubrique : d’où vient chaque chiffre, clôture et export.', IconCoin, {
    roles: staff,
    rights: ['exportData'],
    screen: screen(() => import('#web/pay/Payroll.tsx')),
  }),
  route(
    'payRates',
    'Taux de paie',
    'Vos propres taux, datés, à la place de ceux de la convention collective.',
    IconDiscount,
    {
      roles: staff,
      tabOf: 'paie',
      rights: ['exportData'],
      add: ['exportData'],
      screen: payRatesScreen,
    },
  ),
]);
