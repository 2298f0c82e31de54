import { expect, test } from 'vitest';
import { invoiceMentions, type Mentioned, penaltyRate } from './mentions.ts';

const invoice: Mentioned = {
  type: 'facture',
  date: '2026-11-17',
  dueDate: '2026-12-17',
  vatExemption: null,
  itemTypes: ['SERVICE'],
  customerType: 100,
  latePayment: null,
  creditOf: null,
};

test('an invoice names its due day, the penalties of its half-year, the forty euros and its nature', () => {
  expect(invoiceMentions(invoice)).toEqual([
    'Échéance : 17/12/2026. Escompte pour paiement anticipé : néant.',
    'Pénalités de retard : 12,40 % (taux de la BCE majoré de 10 points), exigibles le jour suivant l’échéance.',
    'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D441-5 du code de commerce).',
    'Nature de l’opération : prestation de services.',
  ]);
});

test.each<[string, Partial<Mentioned>, string, boolean]>([
  ['a consumer owes no forty euros', { customerType: 200 }, '40 €', false],
  [
    'the agency’s own sentence replaces the usual one',
    { latePayment: 'Trois fois le taux légal.' },
    'Trois fois',
    true,
  ],
  ['without tax the reason is printed', { vatExemption: 'FRANCHISE' }, 'TVA non applicable', true],
  ['both natures are named', { itemTypes: ['GOODS', 'SERVICE'] }, 'prestation de services et livraison de biens', true],
  [
    'a credit note names its invoice',
    { type: 'avoir', dueDate: null, creditOf: { number: 'F2026-0007', date: '2026-10-01' } },
    'Avoir sur la facture F2026-0007 du 01/10/2026.',
    true,
  ],
  ['a credit note has no penalties', { type: 'avoir', dueDate: null }, 'Pénalités', false],
])('%s', (_name, more, words, isThere) => {
  expect(invoiceMentions({ ...invoice, ...more }).some((line) => line.includes(words))).toBe(isThere);
});

test('the rate is that of the half-year of issue', () => {
  expect(['2026-06-30', '2026-07-01', '2027-02-01'].map(penaltyRate)).toEqual(['12,15 %', '12,40 %', '12,40 %']);
});
