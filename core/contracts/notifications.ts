// The agency learns of the end of a signature without opening the list.
import { notificationKind } from '../kernel/notification.ts';

export const agentContractAnswered = notificationKind({
  name: 'agentContractAnswered',
  label: 'Un contrat collaborateur est signé, refusé ou expiré',
  rights: ['listAgentContracts'],
  channels: ['here'],
});

export const customerContractAnswered = notificationKind({
  name: 'customerContractAnswered',
  label: 'Un contrat client est signé, refusé ou expiré',
  rights: ['listCustomerContracts'],
  channels: ['here'],
});

export const contractAnswered = { agent: agentContractAnswered, customer: customerContractAnswered } as const;
