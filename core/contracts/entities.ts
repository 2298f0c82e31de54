import type { Entity } from '../kernel/entity.ts';
import { AgentContract, AgentContractTemplate, CustomerContract, CustomerContractTemplate } from './contract.ts';
import { ContractSignatureTemplate } from './signature-template.ts';

export const contractEntities: readonly Entity[] = [
  AgentContract,
  CustomerContract,
  AgentContractTemplate,
  CustomerContractTemplate,
  ContractSignatureTemplate,
];
