import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grant, revoke, rightSet, withNeeds } from './grants.ts';
import { allRights, missingRight, type Right, rightInfo, rightLabel } from './rights.ts';

const anyRight = fc.constantFrom(...allRights.map((right) => right.key));
const anyMap = fc.uniqueArray(anyRight);
const isClosed = (held: ReadonlySet<Right>): boolean =>
  [...held].every((key) => rightInfo(key).needs.every((need) => held.has(need)));

describe('the catalogue', () => {
  test('refers only to existing rights, and no right needs itself', () => {
    const keys = new Set(allRights.map((right) => right.key));
    for (const right of allRights)
      for (const need of right.needs)
        expect(keys.has(need) && need !== right.key, `${right.key} needs ${need}`).toBe(true);
  });
  test('has each right once', () => {
    expect(new Set(allRights.map((right) => right.key)).size).toBe(allRights.length);
    expect(new Set(allRights.map((right) => right.label)).size).toBe(allRights.length);
  });
  test('makes a delete right imply edit and list', () => {
    for (const right of allRights) {
      if (!/^delete(?!Own)/.test(right.key)) continue;
      const held = withNeeds([right.key]);
      expect(
        [...held].some((key) => key.startsWith('edit')) && [...held].some((key) => key.startsWith('list')),
        right.key,
      ).toBe(true);
    }
  });
  test('has a message for each missing right', () => {
    expect(missingRight('listSites')).toBe(`Vous ne bénéficiez pas de l'autorisation "Lister les sites".`);
    expect(rightLabel('editCustomer')).toBe('Modifier un client');
  });
});

describe('the default sets', () => {
  test('include what each of their rights needs', () => {
    for (const set of ['collaborator', 'customer', 'admin', 'full'] as const)
      expect(isClosed(new Set(rightSet(set))), set).toBe(true);
  });
  test('full is everything except customer contract expirations', () => {
    expect(allRights.map((right) => right.key).filter((key) => !rightSet('full').includes(key))).toEqual([
      'listCustomerContractExpirations',
    ]);
  });
  test('customers start without customer requests, stock references and agent phones', () => {
    for (const key of ['listCustomerRequests', 'listStockReferences', 'readAgentPhone'] as const)
      expect(rightSet('customer')).not.toContain(key);
  });
  test('admin has neither owner-only nor platform-only rights', () => {
    for (const right of allRights) if (right.only) expect(rightSet('admin')).not.toContain(right.key);
  });
});

describe('granting and revoking', () => {
  test('granting a right also grants all it needs', () => {
    fc.assert(
      fc.property(anyMap, anyRight, (held, key) => {
        const next = grant(withNeeds(held), key);
        return next.has(key) && isClosed(next);
      }),
    );
  });
  test('revoking a right also revokes all that need it', () => {
    fc.assert(
      fc.property(anyMap, anyRight, (held, key) => {
        const next = revoke(withNeeds(held), key);
        return !next.has(key) && isClosed(next);
      }),
    );
  });
  test('any map is completed, and a complete one stays unchanged', () => {
    fc.assert(
      fc.property(anyMap, (held) => {
        const whole = withNeeds(held);
        return isClosed(whole) && held.every((key) => whole.has(key)) && withNeeds(whole).size === whole.size;
      }),
    );
  });
});
