import { expect, test } from 'vitest';
import { Invoice } from '#core/billing/invoice.ts';
import { Customer } from '#core/customers/customer.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { Site } from '#core/sites/site.ts';
import type { Locale } from '../kinds/locale.ts';
import { startingValues, withoutStrangers } from './values.ts';

const of = (country: string): Locale => ({ country }) as Locale;

test("a new address starts in the agency's country", () => {
  for (const country of ['BE', 'LU'])
    for (const { fields } of [Customer, Site])
      expect(startingValues(fields, of(country))).toMatchObject({ address: { country, city: null } });
});

test('a new site starts with a radius of 100', () => {
  expect(startingValues(Site.fields, of('FR'))).toMatchObject({ radius: 100 });
});

test('another customer empties the site that belonged to the one before; the same one keeps it', () => {
  const fields = flatFields(Invoice.fields);
  const before = { customer: { id: 'a', name: 'A' }, site: { id: 's', name: 'S' }, title: 'T' };
  const to = (id: string) => withoutStrangers(fields, before, { ...before, customer: { id, name: id } }, 'customer');
  expect(to('b')).toMatchObject({ customer: { id: 'b' }, site: null, title: 'T' });
  expect(to('a').site).toEqual(before.site);
  expect(withoutStrangers(fields, before, { ...before, title: 'U' }, 'title').site).toEqual(before.site);
});
