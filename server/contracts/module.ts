import { AgentContract, CustomerContract } from '#core/contracts/contract.ts';
import { ContractSignatureTemplate } from '#core/contracts/signature-template.ts';
import { extend, module } from '#server/kernel/module.ts';
import { agentContractExtension, customerContractExtension } from './contracts.ts';
import { remindSignatories } from './following.ts';
import { contractHandlers } from './handlers.ts';
import { contractPeople } from './people.ts';
import { publicHandlers } from './public.ts';
import { sealContract } from './sealing.ts';
import { signatureTemplateExtension, templateHandlers } from './templates.ts';

export const contracts = module({
  entities: [
    extend(AgentContract, agentContractExtension),
    extend(CustomerContract, customerContractExtension),
    extend(ContractSignatureTemplate, signatureTemplateExtension),
  ],
  calls: [...contractHandlers, ...publicHandlers, ...templateHandlers],
  jobs: [remindSignatories, sealContract],
  people: contractPeople,
});
