import { module } from '../kernel/module.ts';
import { agentContractCalls, customerContractCalls } from './calls.ts';
import { contractEntities } from './entities.ts';
import { agentContractAnswered, customerContractAnswered } from './notifications.ts';
import * as platformCalls from './platform-calls.ts';
import { removeSignatureTemplate } from './signature-template.ts';

export const contracts = module({
  entities: contractEntities,
  calls: [
    ...[agentContractCalls, customerContractCalls, removeSignatureTemplate],
    ...[platformCalls.platformAgentCalls, platformCalls.platformCustomerCalls, platformCalls.countSignatures],
  ],
  notifications: [agentContractAnswered, customerContractAnswered],
});
