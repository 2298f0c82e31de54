import { expect, test } from 'vitest';
import { isCreditorIdentifier, isMandateReference, painOf, sepaText } from './sepa.ts';

test.each([
  ['FR72ZZZ123456', true],
  ['fr72 zzz 123456', true],
  ['FR72ABC123456', true],
  ['FR73ZZZ123456', false],
  ['DE98ZZZ09999999999', true],
  ['FR72', false],
  ['123456', false],
])('the creditor identifier %s: %s', (text, valid) => {
  expect(isCreditorIdentifier(text)).toBe(valid);
});

test.each([
  ['Société Générale & Cie « Œuvre »', 70, 'Societe Generale Cie OEuvre'],
  ['Ali 郎 Ben', 70, 'Ali Ben'],
  ['abcdef ghi', 7, 'abcdef'],
])('%s is written as banks read it', (text, most, written) => {
  expect(sepaText(text, most)).toBe(written);
});

test.each([
  ['MDT-2026/001', true],
  ['', false],
  ['é', false],
  ['x'.repeat(36), false],
])('the mandate reference « %s »: %s', (text, valid) => {
  expect(isMandateReference(text)).toBe(valid);
});

test('the file states count and sum twice, and each debit with its mandate', () => {
  const xml = painOf({
    number: 'PR2026-0001',
    createdAt: '2026-11-17T10:00:00',
    collectionDate: '2026-12-01',
    creditor: { name: 'Azur Sécurité', iban: 'FR7630006000011234567890189', identifier: 'FR72ZZZ123456' },
    debits: [
      {
        ...{ reference: 'F2026-0001', amount: 120.5, debtor: 'Docks & Fils', iban: 'FR7630006000011234567890189' },
        mandate: { reference: 'MDT-1', signedOn: '2026-01-05' },
      },
      {
        ...{ reference: 'F2026-0002', amount: 0.1, debtor: 'É', iban: 'DE89370400440532013000' },
        mandate: { reference: 'MDT-2', signedOn: '2025-01-05' },
      },
    ],
  });
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>120.60<\/CtrlSum>/g)).toHaveLength(2);
  expect(xml).toContain('<InstdAmt Ccy="EUR">120.50</InstdAmt>');
  expect(xml).toContain('<MndtId>MDT-1</MndtId><DtOfSgntr>2026-01-05</DtOfSgntr>');
  expect(xml).toContain(
    '<Dbtr><Nm>Docks Fils</Nm></Dbtr><DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct>',
  );
  expect(xml).toContain('<ReqdColltnDt>2026-12-01</ReqdColltnDt>');
  expect(xml).toContain('<Othr><Id>FR72ZZZ123456</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr>');
});
