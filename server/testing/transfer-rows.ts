// Rows of transfers of staff for the walls, and the contracts that they end.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

export function transferRows(at: Premises): Record<string, Row[]> {
  const [lost, won] = [randomUUID(), randomUUID()];
  // In the future: a contract that has begun is indelible (server/agents/indelible.test.ts).
  const contracts = [at.agent, at.otherAgent].map((agent_id) => ({
    ...{ id: randomUUID(), agent_id, type: 'CDI', start_date: '2099-01-01', hours_limit: 35, period: 'WEEK' },
  }));
  return {
    agent_contracts: contracts,
    staff_transfers: [
      { id: lost, site_id: at.openSite, transfer_date: '2027-01-01' },
      { id: won, site_id: at.openSite, transfer_date: '2027-01-01', direction: 'IN' },
    ],
    staff_transfer_steps: [{ staff_transfer_id: lost, code: 'list', done_on: '2026-11-01' }],
    staff_transfer_agents: [{ staff_transfer_id: lost, agent_id: at.agent }],
    staff_transfer_leavers: [{ staff_transfer_id: lost, contract_id: contracts[0]?.id, agent_id: at.agent }],
    transfer_people: [
      { id: randomUUID(), transfer_id: won, lastname: 'Martin', firstname: 'Jean', agent_id: at.agent },
    ],
  };
}

const ofAgency: Record<Role, Rule> = { staff: 'siud', agent: '', customer: '' };

export const transferWalls: Record<string, Record<Role, Rule>> = {
  staff_transfer_steps: ofAgency,
  staff_transfer_agents: ofAgency,
  staff_transfer_leavers: ofAgency,
};
