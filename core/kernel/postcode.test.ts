import { describe, expect, test } from 'vitest';
import { Customer } from '../customers/customer.ts';
import { postcodeFault } from './postcode.ts';
import { unknownDay } from './rules.ts';
import { checkDraft } from './schema.ts';

describe('a postcode', () => {
  test.each<[string | null, string, boolean]>([
    ['FR', '06000', true],
    ['FR', '97400', true],
    ['FR', ' 75001 ', true],
    ['FR', '6000', false],
    ['FR', '750011', false],
    ['FR', '2A004', false],
    ['MC', '98000', true],
    ['MC', '98012', true],
    ['MC', '06500', false],
    ['BE', '1000', true],
    ['BE', '0100', false],
    ['BE', '10000', false],
    ['CH', '1201', true],
    ['CH', '12010', false],
    ['LU', '2310', true],
    ['LU', 'L-2310', true],
    ['LU', 'L2310', false],
    ['GB', 'SW1A 1AA', true],
    ['DE', '1', true],
    [null, 'x', true],
    ['constructor', 'x', true],
  ])('of %s « %s »: %s', (country, zipcode, isRight) => {
    expect(postcodeFault(country, zipcode) === null).toBe(isRight);
  });
});

describe('the check of a draft', () => {
  const at = { ...unknownDay, country: 'FR' };
  const check = (address: object, current: object | null = null, place: object = at) => {
    const row = current && { name: 'Azur', type: 100, address: current };
    const checked = checkDraft(Customer, { name: 'Azur', type: 100, address }, row, { ...at, ...place });
    return checked.ok ? [] : checked.violations;
  };
  const fault = [{ path: 'address.zipcode', message: 'Code postal : 5 chiffres attendus' }];

  test('applies the country of the address, or the agency’s', () => {
    expect(check({ zipcode: '1000' })).toEqual(fault);
    expect(check({ zipcode: '1000', country: 'BE' })).toEqual([]);
    expect(check({ zipcode: '1000' }, null, { country: 'BE' })).toEqual([]);
    expect(check({ zipcode: null })).toEqual([]);
  });

  test('leaves an old postcode alone, until it or its country is changed', () => {
    const old = { street: null, zipcode: '600', city: 'Nice', country: 'FR', location: null };
    expect(check({ city: 'Antibes' }, old)).toEqual([]);
    expect(check({ ...old, street: '1 quai' }, old)).toEqual([]);
    expect(check({ zipcode: '601' }, old)).toEqual(fault);
    expect(check({ country: 'FR', zipcode: '1000' }, { ...old, zipcode: '1000', country: 'BE' })).toEqual(fault);
  });
});
