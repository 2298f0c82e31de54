import { expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { Site } from '#core/sites/site.ts';
import type { Locale } from '../kinds/locale.ts';
import { startingValues } from './values.ts';

const of = (country: string): Locale => ({ country }) as Locale;

test("a new address starts in the agency's country", () => {
  for (const country of ['BE', 'LU'])
    for (const { fields } of [Customer, Site])
      expect(startingValues(fields, of(country))).toMatchObject({ address: { country, city: null } });
});

test('a new site starts with a radius of 100', () => {
  expect(startingValues(Site.fields, of('FR'))).toMatchObject({ radius: 100 });
});
