import { module } from '../kernel/module.ts';
import { agentContractCalls, customerContractCalls } from './calls.ts';
import { contractEntities } from './entities.ts';

export const contracts = module({ entities: contractEntities, calls: [agentContractCalls, customerContractCalls] });
