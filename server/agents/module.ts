import { Agent } from '#core/agents/agent.ts';
import { AgentContractExpiration, AgentExpiration } from '#core/agents/expirations.ts';
import { AgentItemExpiration } from '#core/agents/items.ts';
import { extend, module } from '#server/kernel/module.ts';
import { agentContractExtension, agentExpirationExtension, agentExtension, agentItemExtension } from './agents.ts';
import { serveBadgePages } from './badge-page.ts';
import { badgeHandlers } from './badges.ts';
import { directoryHandlers } from './directory.ts';
import { agentPeople } from './people.ts';
import { plannedHandlers } from './planned.ts';
import { quotaHandlers } from './quota.ts';
import { registerHandlers } from './register.ts';
import { expirationHandlers, remindExpirations } from './reminders.ts';
import { sheetHandlers } from './sheets.ts';

export const agents = module({
  entities: [
    extend(Agent, agentExtension),
    extend(AgentExpiration, agentExpirationExtension),
    extend(AgentContractExpiration, agentContractExtension),
    extend(AgentItemExpiration, agentItemExtension),
  ],
  calls: [
    ...badgeHandlers,
    ...plannedHandlers,
    ...sheetHandlers,
    ...registerHandlers,
    ...expirationHandlers,
    ...quotaHandlers,
    ...directoryHandlers,
  ],
  jobs: [remindExpirations],
  pages: serveBadgePages,
  people: agentPeople,
});
