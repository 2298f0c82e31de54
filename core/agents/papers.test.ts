import { describe, expect, test } from 'vitest';
import { type AgentAnomaly, type AgentPapers, anomaliesOf } from './anomalies.ts';
import { cardExpiry, individualNumber, renewalDeadline } from './card.ts';
import type { Contract } from './contracts.ts';
import { expiryState, expiryStates } from './expiry.ts';

const today = '2026-11-15';

describe('the professional card', () => {
  test('has the individual number as its last seven characters', () => {
    expect(individualNumber('CAR-006-2029-05-12-20130012345')).toBe('0012345');
    expect(individualNumber(null)).toBeNull();
  });

  test.each([
    ['CAR-006-2029-05-12-20130012345', '2029-05-12'],
    ['CAR-006-2029-02-30-20130012345', null],
    ['CAR-006-2029-13-01-20130012345', null],
    ['car-006-2029-05-12-20130012345', null],
    ['', null],
    [null, null],
  ])('%s proposes the end date %s', (number, day) => {
    expect(cardExpiry(number)).toBe(day);
  });

  test.each([
    ['2027-03-15', '2026-12-15'],
    ['2027-05-31', '2027-02-28'],
    ['2028-05-31', '2028-02-29'],
    ['2027-01-31', '2026-10-31'],
  ])('a card that expires on %s must be renewed before %s', (end, deadline) => {
    expect(renewalDeadline(end)).toBe(deadline);
  });
});

test.each([
  ['2026-11-14', 'Expiré'],
  ['2026-11-15', 'Expire bientôt (-30j)'],
  ['2026-12-15', 'Expire bientôt (-30j)'],
  ['2026-12-16', 'A surveiller (-60j)'],
  ['2027-01-14', 'A surveiller (-60j)'],
  ['2027-01-15', 'Prochainement (-90j)'],
  ['2027-02-13', 'Prochainement (-90j)'],
  ['2027-02-14', 'Valide'],
])('a paper that expires on %s is « %s » on 15/11/2026', (day, words) => {
  expect(expiryStates[expiryState(day, today)]).toBe(words);
});

describe('anomalies', () => {
  const contract: Contract = {
    type: 'CDI',
    startDate: '2026-01-01',
    endDate: null,
    period: 'WEEK',
    hoursLimit: 35,
    category: 'AGENT_EXPLOIT',
    classificationCoeff: 140,
    monthlyPay: 2_000,
  };
  const inOrder: AgentPapers = {
    type: 'EMPLOYEE',
    plannable: true,
    cardNumber: 'CAR-006-2029-05-12-20130012345',
    hasSocialSecurityNumber: true,
    birthDate: '1990-05-01',
    nationality: 'Française',
    gender: 1,
    externalCompanyName: null,
    externalCompanySiret: null,
    contracts: [contract],
    expirations: [{ type: 'card', isCard: true, expiresAt: '2029-05-12' }],
  };
  const paper = (expiresAt: string, type = 'sst'): AgentPapers['expirations'][number] => ({
    type,
    isCard: type === 'card',
    expiresAt,
  });

  test.each<[string, Partial<AgentPapers>, AgentAnomaly[]]>([
    ['a complete sheet has none', {}, []],
    ['no card', { cardNumber: null, expirations: [] }, ['CARD_MISSING']],
    ['no card, for an agent who is not plannable', { cardNumber: null, expirations: [], plannable: false }, []],
    ['a card without a confirmed end', { expirations: [] }, ['CARD_UNDATED']],
    ['a card that ended yesterday', { expirations: [paper('2026-11-14', 'card')] }, ['CARD_EXPIRED']],
    ['a card that ends today', { expirations: [paper('2026-11-15', 'card')] }, []],
    ['a renewed card', { expirations: [paper('2025-01-01', 'card'), paper('2030-01-01', 'card')] }, []],
    ['an expired first-aid paper', { expirations: [...inOrder.expirations, paper('2026-01-01')] }, ['PAPER_EXPIRED']],
    [
      'two contracts at once',
      { contracts: [contract, { ...contract, startDate: '2026-06-01' }] },
      ['CONTRACT_OVERLAP'],
    ],
    ['no contract', { contracts: [] }, ['CONTRACT_MISSING']],
    ['no contract, for a subcontractor', { contracts: [], type: 'SELF' }, []],
    ['an ended contract', { contracts: [{ ...contract, endDate: '2026-10-31' }] }, ['CONTRACT_EXPIRED']],
    ['too little pay', { contracts: [{ ...contract, monthlyPay: 1_500 }] }, ['PAY_BELOW_MINIMUM']],
    ['no social security number', { hasSocialSecurityNumber: false }, ['SOCIAL_SECURITY_MISSING']],
    ['no sex in the register', { gender: 0 }, ['REGISTER_INCOMPLETE']],
    [
      'a subcontractor without a company',
      { type: 'EXTERNAL', contracts: [], externalCompanyName: 'Alpha' },
      ['COMPANY_MISSING'],
    ],
    [
      'a candidate without any data',
      {
        type: 'NOMINEE',
        cardNumber: null,
        hasSocialSecurityNumber: false,
        birthDate: null,
        contracts: [],
        expirations: [],
      },
      [],
    ],
  ])('%s', (_, more, found) => {
    expect(anomaliesOf({ ...inOrder, ...more }, today, true)).toEqual(found);
  });

  test('French rules do not apply to an agency elsewhere', () => {
    const nothing = { cardNumber: null, hasSocialSecurityNumber: false, birthDate: null, expirations: [] };
    expect(anomaliesOf({ ...inOrder, ...nothing }, today, false)).toEqual([]);
  });
});
