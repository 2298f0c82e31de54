import { expect, test } from 'vitest';
import { codesIn } from '../kernel/codes.ts';
import { subcontractingViolations, unauthorised } from './authorisation.ts';
import { departmentOf, departments } from './departments.ts';
import { deletionFlags, offerMachine, offerTypes } from './offer.ts';

test('there are 102 departments in the order of their codes', () => {
  const codes = codesIn(departments);
  expect(codes).toHaveLength(102);
  expect(codes.slice(0, 2)).toEqual(['01', '02']);
  expect(codes.slice(18, 23)).toEqual(['19', '21', '22', '23', '24']);
  expect(codes.slice(-2)).toEqual(['975', '976']);
  for (const code of codes) expect((departments as Record<string, string>)[code]).toMatch(new RegExp(`^${code} `));
});

test.each([
  ['06000', '06'],
  ['20000', '2A'],
  ['20200', '2B'],
  ['97400', '974'],
  ['75116', '75'],
  ['98000', null],
  ['1000', null],
  ['', null],
  [null, null],
])('the postcode %s is in the department %s', (zipcode, department) => {
  expect(departmentOf(zipcode)).toBe(department);
});

const [today, until] = ['2026-11-18', '2026-12-24'];
test.each([
  ['no number', { approvalNumber: null, approvalExpiresAt: null }, 'n’est pas renseigné'],
  ['without an end', { approvalNumber: 'A', approvalExpiresAt: null }, null],
  ['the last day of the mission', { approvalNumber: 'A', approvalExpiresAt: until }, null],
  ['before the end of the mission', { approvalNumber: 'A', approvalExpiresAt: '2026-12-23' }, 'avant la fin'],
  ['over', { approvalNumber: 'A', approvalExpiresAt: '2026-11-17' }, 'a expiré le 17/11/2026'],
])('an authorisation: %s', (_, authorisation, words) => {
  for (const party of ['own', 'other'] as const) {
    const found = unauthorised(authorisation, { today, until, party });
    if (words === null) expect(found).toBeNull();
    else expect(found).toContain(words);
  }
});

test('of a mission without days, or over, only today counts', () => {
  const authorisation = { approvalNumber: 'A', approvalExpiresAt: today };
  for (const end of [null, '2026-01-01'])
    expect(unauthorised(authorisation, { today, until: end, party: 'own' })).toBeNull();
});

test('only a search for a subcontractor needs a rank, a part and, of rank 2, a justification', () => {
  const faults = (draft: object): string[] => subcontractingViolations(draft).map(({ path }) => path);
  for (const type of [2, 3, 4]) expect(faults({ type })).toEqual([]);
  expect(faults({ type: 1 })).toEqual(['subcontractRank', 'share']);
  expect(faults({ type: 1, subcontractRank: 1, share: '  ' })).toEqual(['share']);
  expect(faults({ type: 1, subcontractRank: 2, share: 'Une part' })).toEqual(['justifiedOn']);
  expect(faults({ type: 1, subcontractRank: 2, share: 'Une part', justifiedOn: today })).toEqual([]);
});

test('codes and labels of statuses, types and the deletion flag (AA-007, AA-008)', () => {
  expect(Object.entries(offerMachine.states).map(([code, { label }]) => `${code} ${label}`)).toEqual([
    ...['100 En cours', '200 Désactivée', '400 Supprimée'],
  ]);
  expect(deletionFlags).toEqual({ 100: 'Non supprimé', 400: 'Supprimée' });
  expect(Object.keys(offerTypes)).toEqual(['1', '2', '3', '4']);
});
