// Rows of transfers of staff for the walls.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

export function transferRows(at: Premises): Record<string, Row[]> {
  const [lost, won] = [randomUUID(), randomUUID()];
  return {
    staff_transfers: [
      { id: lost, site_id: at.openSite, transfer_date: '2027-01-01' },
      { id: won, site_id: at.openSite, transfer_date: '2027-01-01', direction: 'IN' },
    ],
    staff_transfer_steps: [{ staff_transfer_id: lost, code: 'list', done_on: '2026-11-01' }],
    staff_transfer_agents: [{ staff_transfer_id: lost, agent_id: at.agent }],
    transfer_people: [
      { id: randomUUID(), transfer_id: won, lastname: 'Martin', firstname: 'Jean', agent_id: at.agent },
    ],
  };
}

const ofAgency: Record<Role, Rule> = { staff: 'siud', agent: '', customer: '' };

export const transferWalls: Record<string, Record<Role, Rule>> = {
  staff_transfer_steps: ofAgency,
  staff_transfer_agents: ofAgency,
};
