import { AgentContract, CustomerContract } from '#core/contracts/contract.ts';
import { extend, module } from '#server/kernel/module.ts';
import { agentContractExtension, customerContractExtension } from './contracts.ts';
import { remindSignatories } from './following.ts';
import { contractHandlers } from './handlers.ts';
import { contractPeople } from './people.ts';
import { publicHandlers } from './public.ts';

export const contracts = module({
  entities: [extend(AgentContract, agentContractExtension), extend(CustomerContract, customerContractExtension)],
  calls: [...contractHandlers, ...publicHandlers],
  jobs: [remindSignatories],
  people: contractPeople,
});
