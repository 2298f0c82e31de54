import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { viewOf } from '#core/kernel/view.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { columnsOf } from '#ui/Table/columns.ts';
import { owner, startAfresh } from '../testing/page.tsx';
import { agentCells } from './cells.tsx';

beforeEach(startAfresh);
beforeEach(() => sessionStore.set(owner()));
afterEach(cleanup);

const contract = { hoursLimit: 35, period: 'WEEK', expired: false };

test.each<[string, unknown, string]>([
  ['lastLogin', null, 'Jamais'],
  ['lastLogin', '2026-11-05T23:30:00.000Z', '06/11/2026 00:30'],
  ['agentInfos.activeContract', null, "Pas d'informations"],
  ['agentInfos.activeContract', contract, '35h00 par semaine'],
  ['agentInfos.activeContract', { ...contract, hoursLimit: 151.67, period: 'MONTH' }, '151h40 par mois'],
  ['agentInfos.activeContract', { ...contract, expired: true }, '35h00 par semaineContrat expiré'],
  ['agentInfos.plannedHours', null, '/'],
  ['agentInfos.plannedHours', 0, '0h00'],
  ['agentInfos.plannedHours', 132.5, '132h30'],
  ['agentInfos.insuranceExemptReason', null, 'Non'],
  ['agentInfos.insuranceExemptReason', 'Mutuelle du conjoint', 'Mutuelle du conjoint'],
  ['anomalies', [], '—'],
  ['anomalies', ['CARD_EXPIRED'], 'Carte professionnelle expirée'],
  ['anomalies', ['CARD_EXPIRED', 'CONTRACT_OVERLAP'], '2 anomalies'],
])('%s of %j is shown as « %s »', (path, value, words) => {
  const Cell = agentCells[path];
  if (!Cell) throw new Error(`no cell for ${path}`);
  const { container } = render(
    <MantineProvider>
      <Cell row={{ id: 'x', version: 1 }} value={value} />
    </MantineProvider>,
  );
  expect(container.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(words);
});

test('the columns are in the order of the specification; address and exemption are hidden at first', () => {
  const visible = columnsOf(
    Agent,
    undefined,
    viewOf(Agent, 'agency', () => true),
  ).filter(({ visible: shown }) => shown);
  expect(visible.map(({ path }) => path.split('.').at(-1))).toEqual([
    'fullname',
    'anomalies',
    'position',
    'lastLogin',
    'phone',
    'email',
    'registrationNumber',
    'status',
    'accountState',
    'plannable',
    'cardNumber',
    'individualNumber',
    'palpationApprovalNumber',
    'sstNumber',
    'activeContract',
    'plannedHours',
    'sendPlanning',
    'specialties',
    'rating',
  ]);
});
