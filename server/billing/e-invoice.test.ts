import { describe, expect, test } from 'vitest';
import { ciiXml } from '#core/billing/cii.ts';
import { paperKinds } from '#core/billing/samples.ts';
import { brokenRules, rulesPath, schemaFaults } from '#server/testing/e-invoices.ts';

const xmlOf = (kind: string): string => ciiXml(paperKinds[kind] as NonNullable<(typeof paperKinds)[string]>);

test('every kind of invoice passes the schema of Factur-X', async () => {
  expect(Object.keys(paperKinds).length).toBeGreaterThanOrEqual(40);
  for (const kind of Object.keys(paperKinds)) expect([kind, await schemaFaults(xmlOf(kind))]).toEqual([kind, []]);
});

test('the schema refuses an element out of its place', async () => {
  const moved = xmlOf('one line').replace(/(<ram:ID>F2026-0001<\/ram:ID>)(<ram:TypeCode>380<\/ram:TypeCode>)/, '$2$1');
  expect(await schemaFaults(moved)).not.toEqual([]);
});

const good = ['one line', 'discounts over two rates', 'a customer outside of the European Union', 'a credit note'];

const mutated: readonly [string, from: string, to: string, rule: string][] = [
  ['a total changed by one cent', '<ram:GrandTotalAmount>4334.40<', '<ram:GrandTotalAmount>4334.41<', 'BR-CO-15'],
  ['a line changed by one cent', '<ram:LineTotalAmount>3612.00<', '<ram:LineTotalAmount>3612.01<', 'BR-CO-10'],
  ['a rate without its tax', '<ram:CalculatedAmount>722.40<', '<ram:CalculatedAmount>0.00<', 'BR-S-09'],
  ['no currency', '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>', '', 'BR-05'],
];

if (rulesPath === null) console.warn('EN16931_RULES is not set: the official rules of EN 16931 are not run.');

describe.runIf(rulesPath !== null)('the official rules of EN 16931', () => {
  test.each(good)('accept %s', { timeout: 120_000 }, (kind) => {
    expect(brokenRules(xmlOf(kind))).toEqual([]);
  });

  test.each(mutated)('refuse %s', { timeout: 120_000 }, (_name, from, to, rule) => {
    const xml = xmlOf('one line');
    expect(xml).toContain(from);
    expect(brokenRules(xml.replace(from, to))).toContain(rule);
  });
});
