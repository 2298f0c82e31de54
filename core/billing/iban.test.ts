import { expect, test } from 'vitest';
import { ibanIn } from './iban.ts';

test.each<[string, string | null]>([
  ['Paiement par chèque ou par virement bancaire', null],
  ['Virement : FR76 3000 6000 0112 3456 7890 189 BIC AGRIFRPP', 'FR7630006000011234567890189'],
  ['fr7630006000011234567890189', 'FR7630006000011234567890189'],
  ['BIC AGRIFRPP12, IBAN FR7630006000011234567890189.', 'FR7630006000011234567890189'],
  // A key that is wrong.
  ['FR77 3000 6000 0112 3456 7890 189', null],
  ['BE68 5390 0754 7034', 'BE68539007547034'],
  ['FR76 3000', null],
])('%s', (text, iban) => expect(ibanIn(text)).toBe(iban));
