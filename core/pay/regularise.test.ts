import { expect, test } from 'vitest';
import { csvOf, exportTable, type PayrollLine, usualMapping } from './mapping.ts';
import { payMonth } from './month.ts';
import { regularisationsOf } from './regularise.ts';
import type { PayLine } from './rubrics.ts';
import { personOf, placeOf, workOf } from './testing/paid.ts';

const october = placeOf('2026-10');
const before = payMonth(october, personOf({ shifts: workOf('2026-10-06 22:00-06:00') })).lines;
const after = payMonth(october, personOf({ shifts: workOf('2026-10-06 22:00-05:00', '2026-10-11 08:00-16:00') })).lines;

test('what changed in a closed month is the difference of each rubric; paid once, nothing is left', () => {
  const lines = regularisationsOf('2026-10', before, after);
  expect(lines.map(({ rubric, quantity, amount, regularises }) => [rubric, quantity, amount, regularises])).toEqual([
    ['night', -60, -1.25, '2026-10'],
    ['meal', 1, 4.48, '2026-10'],
    ['sunday', 480, 9.94, '2026-10'],
  ]);
  expect(lines[0]?.label).toBe('Régularisation octobre 2026 : Majoration de nuit');
  expect(regularisationsOf('2026-10', [...before, ...lines], after)).toEqual([]);
  expect(regularisationsOf('2026-10', before, before)).toEqual([]);
});

test('a quantity frozen by binary arithmetic is read as it was meant', () => {
  const [frozen] = before as [PayLine];
  const counted = { ...frozen, rubric: 'element:p' as const, unit: 'count' as const };
  const old = { ...counted, quantity: 1.1 + 2.2 };
  expect(regularisationsOf('2026-10', [old], [{ ...counted, quantity: 3.3 }])).toEqual([]);
  expect(regularisationsOf('2026-10', [old], [{ ...counted, quantity: 4 }])).toMatchObject([{ quantity: 0.7 }]);
  expect(exportTable([{ ...line, quantity: 1.1 + 2.2, unit: 'count' }], usualMapping).rows[0]?.[5]).toBe(3.3);
});

const line: PayrollLine = {
  month: '2026-10',
  agent: 'a',
  name: '=Alice; "la brave"',
  registrationNumber: '012',
  rubric: 'night',
  label: 'Majoration de nuit',
  regularises: null,
  quantity: 450,
  unit: 'minutes',
  rate: 12.4207,
  amount: 9.32,
};
const lines = [
  line,
  { ...line, rubric: 'meal', label: 'Paniers', quantity: 3, unit: 'count' as const, rate: 4.48, amount: 13.44 },
];

test('the export has the codes of the agency, in its form; its rate times its quantity is its amount', () => {
  const mapping = { ...usualMapping, codes: { night: '0210' } };
  expect(exportTable(lines, mapping).rows).toEqual([
    ['2026-10', '012', line.name, '0210', 'Majoration de nuit', 7.5, 1.242667, 9.32],
    ['2026-10', '012', line.name, '', 'Paniers', 3, 4.48, 13.44],
  ]);
  expect(exportTable(lines, { ...mapping, onlyMapped: true, hourForm: 'CLOCK' }).rows).toEqual([
    ['2026-10', '012', line.name, '0210', 'Majoration de nuit', '7h30', 1.242667, 9.32],
  ]);
  expect(exportTable(lines, { ...mapping, layout: 'WIDE', wideValue: 'QUANTITY' })).toEqual({
    head: ['Mois', 'Matricule', 'Collaborateur', '0210', 'Paniers'],
    rows: [['2026-10', '012', line.name, 7.5, 3]],
  });
});

test('a file of commas quotes its texts and runs no formula', () => {
  const mapping = { ...usualMapping, onlyMapped: true, codes: { night: '0210' } };
  expect(csvOf(exportTable(lines, mapping), mapping)).toBe(
    '\uFEFFMois;Matricule;Collaborateur;Code;Libellé;Quantité;Taux;Montant\r\n' +
      `2026-10;012;"'=Alice; ""la brave""";0210;Majoration de nuit;7,5;1,242667;9,32\r\n`,
  );
});

test('a type of element that is paid and deducted has one column, with both', () => {
  const paid = { ...line, rubric: 'element:p', label: 'Prime', unit: 'count' as const, quantity: 3, amount: 150 };
  const both = [paid, { ...paid, quantity: 1, amount: -50.1 }];
  const row = (wideValue: 'AMOUNT' | 'QUANTITY') =>
    exportTable(both, { ...usualMapping, layout: 'WIDE', wideValue }).rows[0]?.slice(3);
  expect(row('AMOUNT')).toEqual([99.9]);
  expect(row('QUANTITY')).toEqual([2]);
});

test('a regularisation of minus an hour and a half is a duration, not a text', () => {
  const mapping = { ...usualMapping, hourForm: 'CLOCK' as const };
  expect(csvOf(exportTable([{ ...line, quantity: -90 }], mapping), mapping)).toContain(';-1h30;');
});
