import { expect, test } from 'vitest';
import { Agent } from '../agents/agent.ts';
import { begunContract } from '../agents/contracts.ts';
import { isIndelible } from './indelible.ts';
import { needsCircumstances, unknownDay } from './rules.ts';
import { checkDraft } from './schema.ts';

const at = { ...unknownDay, now: new Date('2026-11-15T23:30:00Z') };

test.each<[string, object, string | null, boolean]>([
  ['begun yesterday', { startDate: '2026-11-14' }, '2026-11-15', true],
  ['that begins today', { startDate: '2026-11-15' }, '2026-11-15', true],
  ['that begins tomorrow', { startDate: '2026-11-16' }, '2026-11-15', false],
  ['numbered, then postponed to tomorrow', { startDate: '2026-11-16', registerNumber: 4 }, '2026-11-15', true],
  ['without a current date', { startDate: '2026-11-14' }, null, false],
  ['numbered, without a current date', { startDate: '2026-11-14', registerNumber: 4 }, null, true],
  ['without a start date', { startDate: null }, '2026-11-15', false],
])('whether a contract %s can be removed', (_, line, today, stays) => {
  expect(isIndelible({ indelible: begunContract }, line as never, today)).toBe(stays);
});

test('lines without the rule can always be removed', () => {
  expect(isIndelible({}, { startDate: '2020-01-01', registerNumber: 1 }, '2026-11-15')).toBe(false);
});

const id = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const line = (last: number, startDate: string, more: object = {}): Record<string, unknown> => ({
  id: id(last),
  type: 'CDI',
  startDate,
  endDate: null,
  hoursLimit: 35,
  period: 'WEEK',
  registerNumber: null,
  ...more,
});
const current = {
  firstname: 'Jean',
  lastname: 'Martin',
  agentInfos: {
    contracts: [line(1, '2024-01-01', { registerNumber: 12 }), line(2, '2026-11-16'), line(3, '2026-11-17')],
  },
};
const faults = (contracts: object[] | undefined): { path: string; message: string }[] => {
  const checked = checkDraft(Agent, { agentInfos: contracts ? { contracts } : {} }, current, at);
  return checked.ok ? [] : checked.violations;
};

test('a draft that removes a begun contract is refused with its reason; the day is the agency’s', () => {
  // 23:30 UTC on the 15th is the 16th in Paris.
  expect(faults([line(3, '2026-11-17')])).toEqual([
    {
      path: 'agentInfos.contracts',
      message:
        'Le contrat commencé le 01/01/2024 ne se retire pas : le registre du personnel est indélébile (article L1221-13 du code du travail). Corrigez-le ou indiquez sa date de fin.',
    },
    { path: 'agentInfos.contracts', message: expect.stringContaining('16/11/2026') },
  ]);
});

test('a begun contract can be corrected, ended and followed; a future one can be removed; a draft may leave contracts out', () => {
  const kept = [line(1, '2024-01-02', { endDate: '2026-11-30', type: 'CDD' }), line(2, '2026-11-16')];
  expect(faults(kept)).toEqual([]);
  expect(faults([...kept, { type: 'CDI', startDate: '2026-12-01' }])).toEqual([]);
  expect(faults(undefined)).toEqual([]);
});

test('checking indelible lines needs the day of the save', () => {
  expect(
    needsCircumstances({
      contracts: { kind: 'lines', label: '', required: true, written: 'form', fields: {}, indelible: begunContract },
    }),
  ).toBe(true);
});
