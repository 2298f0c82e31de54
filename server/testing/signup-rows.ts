// Rows of self-service for the walls.
import { randomUUID } from 'node:crypto';
import type { Role, Row, Rule } from './walls.ts';

export const signUpRows = (): Record<string, Row[]> => ({
  agency_first_steps: [{}],
  sample_rows: [{ entity: 'site', id: randomUUID(), name: 'Exemple' }],
});
export const signUpWalls: Record<string, Record<Role, Rule>> = {
  agency_first_steps: { staff: 'su', agent: '', customer: '' },
  sample_rows: { staff: 'siud', agent: '', customer: '' },
};
