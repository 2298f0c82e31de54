import { expect, test } from 'vitest';
import { missingMentions } from './issuing.ts';
import { paperSample } from './samples.ts';

const line = { price: 100, quantity: 2, vat: 20 };
const small = { seller: { vatNumber: null }, items: [line] };

test('above 150 euros without tax the VAT number is due, counted after every discount', () => {
  expect(missingMentions(paperSample(small))).toContain('le numéro de TVA de l’agence');
  expect(missingMentions(paperSample({ ...small, items: [{ ...line, discountRate: 25 }] }))).toBeNull();
  const discounts = [{ label: 'Fidélité', kind: 'AMOUNT' as const, value: 50 }];
  expect(missingMentions(paperSample({ ...small, discounts }))).toBeNull();
  // 0.1 + 0.2: three lines of 50.1, 50.2 and 49.7 are 150, no more.
  const items = [50.1, 50.2, 49.7].map((price) => ({ ...line, price, quantity: 1 }));
  expect(missingMentions(paperSample({ ...small, items }))).toBeNull();
});

test('a line has a quantity, and at 0 % a reason', () => {
  expect(missingMentions(paperSample())).toBeNull();
  expect(missingMentions(paperSample({ items: [{ quantity: 0 }] }))).toContain('la quantité de chaque ligne');
  expect(missingMentions(paperSample({ items: [{ vat: 0 }] }))).toContain('la raison de la TVA à 0 %');
  expect(missingMentions(paperSample({ items: [{ vat: 0 }], vatExemption: 'FRANCHISE' }))).toBeNull();
});
