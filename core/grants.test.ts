import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grant, revoke, rightSet, withNeeds } from './grants.ts';
import { allRights, missingRight, type Right, rightInfo, rightLabel } from './rights.ts';

const anyRight = fc.constantFrom(...allRights.map((right) => right.key));
const anyMap = fc.uniqueArray(anyRight);
const isClosed = (held: ReadonlySet<Right>): boolean =>
  [...held].every((key) => rightInfo(key).needs.every((need) => held.has(need)));

describe('the catalogue', () => {
  test('needs only rights that exist, and never itself', () => {
    const keys = new Set(allRights.map((right) => right.key));
    for (const right of allRights)
      for (const need of right.needs)
        expect(keys.has(need) && need !== right.key, `${right.key} needs ${need}`).toBe(true);
  });
  test('names each right once', () => {
    expect(new Set(allRights.map((right) => right.key)).size).toBe(allRights.length);
    expect(new Set(allRights.map((right) => right.label)).size).toBe(allRights.length);
  });
  test('lets a delete right imply edit and list', () => {
    for (const right of allRights) {
      if (!/^delete(?!Own)/.test(right.key)) continue;
      const held = withNeeds([right.key]);
      expect(
        [...held].some((key) => key.startsWith('edit')) && [...held].some((key) => key.startsWith('list')),
        right.key,
      ).toBe(true);
    }
  });
  test('says which right is missing', () => {
    expect(missingRight('listSites')).toBe(`Vous ne bénéficiez pas de l'autorisation "Lister les sites".`);
    expect(rightLabel('editCustomer')).toBe('Modifier un client');
  });
});

describe('the default sets', () => {
  test('meet the needs of every right they hold', () => {
    for (const set of ['collaborator', 'customer', 'admin', 'full'] as const)
      expect(isClosed(new Set(rightSet(set))), set).toBe(true);
  });
  test('full is everything but customer contract expirations', () => {
    expect(allRights.map((right) => right.key).filter((key) => !rightSet('full').includes(key))).toEqual([
      'listCustomerContractExpirations',
    ]);
  });
  test('customers start without customer requests, stock references and agent phones', () => {
    for (const key of ['listCustomerRequests', 'listStockReferences', 'readAgentPhone'] as const)
      expect(rightSet('customer')).not.toContain(key);
  });
  test('admin holds neither what only the owner nor what only the platform may', () => {
    for (const right of allRights) if (right.only) expect(rightSet('admin')).not.toContain(right.key);
  });
});

describe('granting and revoking', () => {
  test('a granted right comes with all it needs', () => {
    fc.assert(
      fc.property(anyMap, anyRight, (held, key) => {
        const next = grant(withNeeds(held), key);
        return next.has(key) && isClosed(next);
      }),
    );
  });
  test('a revoked right takes along all that needs it', () => {
    fc.assert(
      fc.property(anyMap, anyRight, (held, key) => {
        const next = revoke(withNeeds(held), key);
        return !next.has(key) && isClosed(next);
      }),
    );
  });
  test('any map is made whole, and a whole one stays as it is', () => {
    fc.assert(
      fc.property(anyMap, (held) => {
        const whole = withNeeds(held);
        return isClosed(whole) && held.every((key) => whole.has(key)) && withNeeds(whole).size === whole.size;
      }),
    );
  });
});
