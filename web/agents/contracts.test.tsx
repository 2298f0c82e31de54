import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';

beforeEach(startAfresh);
afterEach(cleanup);

const [, field] = flatFields(Agent.fields).find(([path]) => path === 'agentInfos.contracts') as [string, Field];

test('a started contract cannot be removed; a future or unsaved one can', async () => {
  const line = { type: 'CDI', hoursLimit: 35, period: 'WEEK', registerNumber: null };
  const contracts = [
    { ...line, id: 'a', startDate: '2024-01-01', registerNumber: 4 },
    { ...line, id: 'b', startDate: '2024-01-01' },
    { ...line, id: 'c', startDate: '2199-01-01' },
    { ...line, startDate: '2024-01-01' },
  ];
  showPage(
    <FieldInput field={field} path="contracts" value={contracts} faults={{}} change={() => {}} leave={() => {}} />,
  );
  await screen.findByRole('group', { name: 'Contrat 4' });
  const removable = screen.getAllByRole('button', { name: /^Retirer / }).map((one) => one.getAttribute('aria-label'));
  expect(removable).toEqual(['Retirer Contrat 3', 'Retirer Contrat 4']);
  expect(screen.getAllByText('Inscrit au registre')).toHaveLength(2);
  // Its place among the others is no fact of the register.
  expect(screen.getByRole('button', { name: 'Descendre Contrat 1' })).toBeTruthy();
});
