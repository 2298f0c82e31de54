// Rows of pay for the walls: a closed month of both agents, their salary elements, and the margins of a month.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

export function payRows(at: Premises): Record<string, Row[]> {
  const agents = [at.agent, at.otherAgent];
  const [payroll, type] = [randomUUID(), randomUUID()];
  return {
    agency_salary_element_types: [{ id: type, name: 'Prime' }],
    payrolls: [
      {
        ...{ id: payroll, month: '2026-01', start_date: '2026-01-01', end_date: '2026-01-31' },
        ...{ closed_at: '2026-02-01T08:00:00Z', total: 1 },
      },
    ],
    payroll_rows: agents.map((agent_id) => ({
      ...{ payroll_id: payroll, agent_id, month: '2026-01', effective: 60, paid: 60, total: 1 },
      ...{ lines: '[]', counters: '{}' },
    })),
    payroll_mappings: [{ mapping: '{}' }],
    margin_months: [{ month: '2026-01-01', mark: '0'.repeat(32), cells: '[]' }],
    salary_elements: agents.map((user_company_id) => ({
      ...{ id: randomUUID(), user_company_id, type_id: type, date: '2099-01-01', amount: 1 },
    })),
  };
}

export const payWalls: Record<string, Record<Role, Rule>> = {
  // Closed once, and never changed: not even added to.
  payrolls: { staff: 'si', agent: '', customer: '' },
  payroll_rows: { staff: 's', agent: [['s', (row, at) => row.agent_id === at.agent]], customer: '' },
  payroll_mappings: { staff: 'siu', agent: '', customer: '' },
  margin_months: { staff: 'siud', agent: '', customer: '' },
  salary_elements: { staff: 'siud', agent: [['s', (row, at) => row.user_company_id === at.agent]], customer: '' },
};
