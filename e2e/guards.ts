// Agents of a journey who are allowed to work.
import { Agent } from '#core/agents/agent.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { rightSet } from '#core/grants.ts';
import type { Api } from './api.ts';
import type { Person } from './people.ts';

export const guard = { rights: rightSet('collaborator'), plannable: true };

let serial = 0;

/** Gives them a card and a contract. */
export async function qualified(owner: Api, ...agents: Person[]): Promise<void> {
  const { rows } = await owner.list(ExpirationType, {});
  const type = { id: rows.find(({ isCard }) => isCard)?.id };
  for (const { id } of agents) {
    serial += 1;
    const number = String(Date.now() % 1_000_000_000).padStart(9, '0') + String(serial).padStart(2, '0');
    await owner.save(Agent, {
      id,
      agentInfos: {
        cardNumber: `CAR-006-2031-05-13-${number}`,
        expirations: [{ type, expiresAt: '2031-05-13' }],
        contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
      },
    });
  }
}
