import { expect, test } from 'vitest';
import { invoiceMentions, penaltiesOn } from './mentions.ts';
import type { InvoicePaper } from './paper.ts';
import { paperSample } from './samples.ts';

const invoice = paperSample({ date: '2026-11-17', dueDate: '2026-12-17' });
const { seller, buyer } = invoice.printed;
const [item] = invoice.items as [InvoicePaper['items'][number]];
const textsOf = (paper: InvoicePaper): string[] => invoiceMentions(paper).map(({ text }) => text);

test('an invoice names the discount for early payment, the penalties of its half-year, the forty euros and its nature', () => {
  expect(textsOf(invoice)).toEqual([
    'Escompte pour paiement anticipé : néant.',
    'Pénalités de retard : 12,40 % (taux de la BCE majoré de 10 points), exigibles le jour suivant l’échéance.',
    'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D441-5 du code de commerce).',
    'Nature de l’opération : prestation de services.',
  ]);
});

test.each<[string, Partial<InvoicePaper>, string, boolean]>([
  [
    'a consumer owes no forty euros',
    { printed: { ...invoice.printed, buyer: { ...buyer, type: 200 } } },
    '40 €',
    false,
  ],
  [
    'the agency’s own sentence replaces the usual one',
    { printed: { ...invoice.printed, seller: { ...seller, latePayment: 'Trois fois le taux légal.' } } },
    'Trois fois',
    true,
  ],
  ['without tax the reason is printed', { vatExemption: 'FRANCHISE' }, 'TVA non applicable', true],
  [
    'both natures are named',
    { items: [{ ...item, commercialDocItemType: 'GOODS' }, item] },
    'prestation de services et livraison de biens',
    true,
  ],
  [
    'a credit note names its invoice',
    { kind: 'avoir', dueDate: null, creditOf: { number: 'F2026-0007', date: '2026-10-01' } },
    'Avoir sur la facture F2026-0007 du 01/10/2026.',
    true,
  ],
  [
    'the choice of debits is printed',
    { printed: { ...invoice.printed, seller: { ...seller, vatOnDebits: true } } },
    'Option pour le paiement de la taxe d’après les débits',
    true,
  ],
  ['a credit note has no penalties', { kind: 'avoir', dueDate: null }, 'Pénalités', false],
])('%s', (_name, more, words, isThere) => {
  expect(textsOf({ ...invoice, ...more }).some((line) => line.includes(words))).toBe(isThere);
});

test('the rate is that of the half-year of issue; of one that is not known yet, the rule and the last rate', () => {
  expect(['2026-06-30', '2026-07-01', '2027-02-01'].map(penaltiesOn)).toEqual([
    '12,15 % (taux de la BCE majoré de 10 points)',
    '12,40 % (taux de la BCE majoré de 10 points)',
    'taux de la BCE au 01/01/2027 majoré de 10 points (12,40 % au 01/07/2026)',
  ]);
});
