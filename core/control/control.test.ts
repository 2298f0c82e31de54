import { expect, test } from 'vitest';
import {
  type ControlFacts,
  type ControlPerson,
  type GapKind,
  gapsOf,
  groupedBreaches,
  subcontractorOf,
} from './gaps.ts';

const sound: ControlPerson = {
  ...{ id: 'a1', name: 'Zoé Lefèvre', type: 'EMPLOYEE', isActive: true, company: null, siret: null },
  ...{ cardNumber: 'CAR-075-2030-01-01-20200000001', cardExpiresAt: '2030-01-01', services: 4, afterCard: 0 },
  ...{
    uncovered: 0,
    unprovenCard: 0,
    unproven: [],
    lacking: [],
    papers: [{ name: 'SST', expiresAt: '2027-05-01' }],
    contract: { isSigned: true, paper: null },
  },
};
const partner = {
  ...{ name: 'Garde Plus', siret: '552 100 554 00013', approvalNumber: 'AUT-1', expiresAt: null, subcontractRank: 1 },
  ...{ share: 'Rondes de nuit', justifiedOn: null, hasContract: true },
};
const inOrder: ControlFacts = {
  today: '2026-11-18',
  agency: {
    ...{ id: 'g', isFrench: true, approvalNumber: 'AUT-075', approvalExpiresAt: null, insurance: 'AXA 123' },
    insuranceExpiresAt: '2027-01-01',
    managers: [{ name: 'Mme Roy', approvalNumber: 'AGD-1', expiresAt: '2028-01-01' }],
    subcontractors: [partner],
  },
  people: [sound],
  register: [{ agent: 'a1', name: 'Zoé Lefèvre', gaps: [] }],
  outsideRegister: [],
  customers: [{ id: 'c1', name: 'Port de Cannes', isSigned: true, paper: null }],
  breaches: [],
  unsettled: [],
};
const agency = (more: Partial<ControlFacts['agency']>): ControlFacts => ({
  ...inOrder,
  agency: { ...inOrder.agency, ...more },
});
const person = (more: Partial<ControlPerson>): ControlFacts => ({ ...inOrder, people: [{ ...sound, ...more }] });
const of = (more: Partial<typeof partner>): ControlFacts =>
  agency({ subcontractors: [{ ...partner, ...more } as typeof partner] });

test('a company in order has nothing to put right', () => {
  expect(gapsOf(inOrder)).toEqual([]);
});

const settings = 'agency g';
test.each<[string, ControlFacts, GapKind[], string]>([
  ['no authorisation', agency({ approvalNumber: null }), ['APPROVAL_MISSING'], settings],
  ['its end has passed', agency({ approvalExpiresAt: '2026-11-17' }), ['APPROVAL_EXPIRED'], settings],
  ['its last day is valid', agency({ approvalExpiresAt: '2026-11-18' }), [], ''],
  ['no manager', agency({ managers: [] }), ['MANAGER_MISSING'], settings],
  [
    'a manager without approval, another with an expired one',
    agency({
      managers: [
        { name: 'A', approvalNumber: null, expiresAt: null },
        { name: 'B', approvalNumber: 'AGD', expiresAt: '2026-01-01' },
      ],
    }),
    ['MANAGER_APPROVAL', 'MANAGER_EXPIRED'],
    settings,
  ],
  ['no insurance', agency({ insurance: null }), ['INSURANCE_MISSING'], settings],
  ['insurance over', agency({ insuranceExpiresAt: '2026-11-01' }), ['INSURANCE_EXPIRED'], settings],
  ['abroad, no authorisation is asked for', agency({ isFrench: false, approvalNumber: null, managers: [] }), [], ''],
  ['no card', person({ cardNumber: null, cardExpiresAt: null }), ['CARD_MISSING'], 'agent a1'],
  ['a card without its end', person({ cardExpiresAt: null }), ['CARD_UNDATED'], 'agent a1'],
  ['work after the card', person({ cardExpiresAt: '2026-10-01', afterCard: 2 }), ['CARD_EXPIRED'], 'agent a1'],
  ['work between two cards', person({ uncovered: 2 }), ['CARD_UNCOVERED'], 'agent a1'],
  ['a second card without its first day', person({ unprovenCard: 1 }), ['PAPER_UNPROVEN'], 'agent a1'],
  [
    'somebody who left, with work after his card',
    person({ isActive: false, cardExpiresAt: '2026-10-01', afterCard: 2 }),
    ['CARD_EXPIRED'],
    'agent a1',
  ],
  ['somebody who left before his card ended', person({ isActive: false, cardExpiresAt: '2026-11-01' }), [], ''],
  ['renewal is asked for three months before', person({ cardExpiresAt: '2027-01-20' }), ['CARD_RENEWAL'], 'agent a1'],
  ['a candidate without work needs no card', person({ type: 'NOMINEE', services: 0, cardNumber: null }), [], ''],
  ['a post without its specialty', person({ lacking: [{ name: 'SSIAP 1', services: 3 }] }), ['SPECIALTY'], 'agent a1'],
  ['first aid over', person({ papers: [{ name: 'SST', expiresAt: '2026-06-01' }] }), ['TRAINING_EXPIRED'], 'agent a1'],
  ['no signed contract', person({ contract: { isSigned: false, paper: null } }), ['CONTRACT_ABSENT'], 'agent a1'],
  [
    'a contract that waits for its signature',
    person({ contract: { isSigned: false, paper: 'p1' } }),
    ['CONTRACT_UNSIGNED'],
    'agentContract p1',
  ],
  [
    'a subcontractor signs no work contract',
    person({ type: 'SELF', contract: { isSigned: false, paper: null } }),
    [],
    '',
  ],
  ['an unknown company', person({ type: 'EXTERNAL', company: 'Autre' }), ['SUBCONTRACTOR_UNKNOWN'], settings],
  ['no company', person({ type: 'EXTERNAL' }), ['SUBCONTRACTOR_UNKNOWN'], 'agent a1'],
  ['a known company, by its name', person({ type: 'EXTERNAL', company: 'GARDE-PLUS' }), [], ''],
  ['a company without authorisation', of({ approvalNumber: null as never }), ['SUBCONTRACTOR_APPROVAL'], settings],
  ['its authorisation is over', of({ expiresAt: '2026-11-17' as never }), ['SUBCONTRACTOR_EXPIRED'], settings],
  ['rank 2 without justification', of({ subcontractRank: 2 }), ['SUBCONTRACTOR_RANK'], settings],
  ['rank 2, justified', of({ subcontractRank: 2, justifiedOn: '2026-01-01' as never }), [], ''],
  ['the whole contract handed on', of({ share: null as never }), ['SUBCONTRACTOR_SHARE'], settings],
  ['no contract of subcontracting', of({ hasContract: false }), ['SUBCONTRACT_MISSING'], settings],
  [
    'a line of the register is incomplete',
    { ...inOrder, register: [{ agent: 'a1', name: 'Zoé', gaps: ['nationalité', 'sexe'] }] },
    ['REGISTER'],
    'agent a1',
  ],
  [
    'nobody in the register',
    { ...inOrder, outsideRegister: [{ id: 'a9', name: 'X' }] },
    ['REGISTER_ABSENT'],
    'agent a9',
  ],
  [
    'a customer without a signed contract',
    { ...inOrder, customers: [{ id: 'c1', name: 'Port', isSigned: false, paper: null }] },
    ['SERVICE_ABSENT'],
    'customer c1',
  ],
  [
    'a customer whose contract waits',
    { ...inOrder, customers: [{ id: 'c1', name: 'Port', isSigned: false, paper: 'p2' }] },
    ['SERVICE_UNSIGNED'],
    'customerContract p2',
  ],
  [
    'a rest too short',
    { ...inOrder, breaches: [{ service: 's1', agent: 'a1', name: 'Zoé', message: 'Repos de 8h00', article: 'art.' }] },
    ['WORKING_TIME'],
    'service s1',
  ],
  ['hours to settle', { ...inOrder, unsettled: [{ id: 'a1', name: 'Zoé', services: 2 }] }, ['UNSETTLED'], 'agent a1'],
])('%s', (_, facts, kinds, opens) => {
  const found = gapsOf(facts);
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
  if (opens !== '') expect(`${found[0]?.record?.entity} ${found[0]?.record?.id}`).toBe(opens);
});

test('gaps are told part by part, the gravest first, then by name', () => {
  const people = ['Zoé', 'Anna'].map((name) => ({ ...sound, id: name, name, cardNumber: null, cardExpiresAt: null }));
  const facts = { ...agency({ insurance: null, approvalNumber: null }), people };
  expect(gapsOf(facts).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'APPROVAL_MISSING Agence',
    'INSURANCE_MISSING Agence',
    'CARD_MISSING Anna',
    'CARD_MISSING Zoé',
  ]);
});

test('the breaches of one rule by one person are told once, with their number', () => {
  const breach = { service: 's1', agent: 'a1', name: 'Zoé', message: 'Repos de 8h00.', article: null };
  const grouped = groupedBreaches([
    { ...breach, rule: 'dailyRest' },
    { ...breach, rule: 'dailyRest', service: 's2' },
    { ...breach, rule: 'week' },
  ]);
  expect(grouped.map(({ message, service }) => [message, service])).toEqual([
    ['Repos de 8h00. Et 1 autre fois dans la période.', 's1'],
    ['Repos de 8h00.', 's1'],
  ]);
});

test('a company is known by its number, whatever the spaces, before its name', () => {
  const other = { ...partner, name: 'Autre', siret: '1' };
  expect(subcontractorOf({ company: 'Autre', siret: '55210055400013' }, [other, partner])).toBe(partner);
  expect(subcontractorOf({ company: null, siret: null }, [{ ...partner, siret: null }])).toBeUndefined();
});
