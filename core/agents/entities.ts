import type { Entity } from '../kernel/entity.ts';
import { Agent } from './agent.ts';
import { AgentContractExpiration, AgentExpiration, ExpirationType } from './expirations.ts';
import { AgentItemExpiration } from './items.ts';

export const agentEntities: readonly Entity[] = [
  Agent,
  ExpirationType,
  AgentExpiration,
  AgentContractExpiration,
  AgentItemExpiration,
];
