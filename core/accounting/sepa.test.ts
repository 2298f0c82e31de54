import { expect, test } from 'vitest';
import { sum, toText } from '../kernel/money.ts';
import { isCreditorIdentifier, isMandateReference, mostDebited, painOf, sepaText } from './sepa.ts';

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
  ['/MDT', false],
  ['MDT/', false],
  ['MDT//1', false],
])('the mandate reference « %s »: %s', (text, valid) => {
  expect(isMandateReference(text)).toBe(valid);
});

const order = {
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
} as const;

test('the file states count and sum twice, and each debit with its mandate', () => {
  const xml = painOf(order);
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>120.60<\/CtrlSum>/g)).toHaveLength(2);
  expect(xml).toContain('<InstdAmt Ccy="EUR">120.50</InstdAmt>');
  expect(xml).toContain('<MndtId>MDT-1</MndtId><DtOfSgntr>2026-01-05</DtOfSgntr>');
  expect(xml).toContain(
    '<Dbtr><Nm>Docks Fils</Nm></Dbtr><DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct>',
  );
  expect(xml).toContain('<ReqdColltnDt>2026-12-01</ReqdColltnDt>');
  expect(xml).toContain('<Othr><Id>FR72ZZZ123456</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr>');
});

/**
 * The elements of pain.008.001.08 in the order of the message definition (ISO 20022, CustomerDirectDebitInitiationV08), as
 * far as SEPA uses them; « ! »: required there, or by the rulebook of the scheme. No schema of the bank was at hand.
 */
const definition: Record<string, string> = {
  Document: 'CstmrDrctDbtInitn!',
  CstmrDrctDbtInitn: 'GrpHdr! PmtInf! SplmtryData',
  GrpHdr: 'MsgId! CreDtTm! Authstn NbOfTxs! CtrlSum! InitgPty! FwdgAgt',
  PmtInf:
    'PmtInfId! PmtMtd! BtchBookg NbOfTxs! CtrlSum! PmtTpInf! ReqdColltnDt! Cdtr! CdtrAcct! CdtrAgt! CdtrAgtAcct UltmtCdtr ChrgBr! ChrgsAcct ChrgsAcctAgt CdtrSchmeId! DrctDbtTxInf!',
  PmtTpInf: 'InstrPrty SvcLvl! LclInstrm! SeqTp! CtgyPurp',
  DrctDbtTxInf:
    'PmtId! PmtTpInf InstdAmt! ChrgBr DrctDbtTx! UltmtCdtr DbtrAgt! DbtrAgtAcct Dbtr! DbtrAcct! UltmtDbtr InstrForCdtrAgt Purp RgltryRptg Tax RltdRmtInf RmtInf SplmtryData',
  PmtId: 'InstrId EndToEndId! UETR',
  DrctDbtTx: 'MndtRltdInf! CdtrSchmeId PreNtfctnId PreNtfctnDt',
  MndtRltdInf: 'MndtId! DtOfSgntr! AmdmntInd AmdmntInfDtls ElctrncSgntr FrstColltnDt FnlColltnDt Frqcy Rsn TrckgDays',
  InitgPty: 'Nm PstlAdr Id CtryOfRes CtctDtls',
  Cdtr: 'Nm! PstlAdr Id CtryOfRes CtctDtls',
  Dbtr: 'Nm! PstlAdr Id CtryOfRes CtctDtls',
  CdtrAcct: 'Id! Tp Ccy Nm Prxy',
  DbtrAcct: 'Id! Tp Ccy Nm Prxy',
  CdtrAgt: 'FinInstnId! BrnchId',
  DbtrAgt: 'FinInstnId! BrnchId',
  FinInstnId: 'BICFI ClrSysMmbId LEI Nm PstlAdr Othr',
  CdtrSchmeId: 'Nm PstlAdr Id! CtryOfRes CtctDtls',
  PrvtId: 'DtAndPlcOfBirth Othr!',
  Othr: 'Id! SchmeNm Issr',
  SchmeNm: 'Cd Prtry',
  SvcLvl: 'Cd!',
  LclInstrm: 'Cd!',
  RmtInf: 'Ustrd Strd',
};

/** Each element with its children, in their order; one that has a text has none. */
function childrenOf(xml: string): { name: string; children: string[] }[] {
  const [found, open]: [{ name: string; children: string[] }[], { name: string; children: string[] }[]] = [[], []];
  for (const [, slash, name = ''] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*>/g)) {
    if (slash) {
      open.pop();
      continue;
    }
    open.at(-1)?.children.push(name);
    const made = { name, children: [] };
    found.push(made);
    open.push(made);
  }
  return found;
}

test('elements stand in the order of the message definition, and none that is required is missing', () => {
  const found = childrenOf(painOf(order));
  for (const { name, children } of found) {
    const known = definition[name]?.split(' ');
    // « Id » is a choice, and leaves have no children.
    if (!known) {
      expect(name === 'Id' || children.length === 0, name).toBe(true);
      continue;
    }
    const places = children.map((child) => known.findIndex((one) => one.replace('!', '') === child));
    expect(places, `${name}: ${children}`).toEqual(places.toSorted((one, other) => one - other));
    expect(places, `${name}: ${children}`).not.toContain(-1);
    for (const required of known.filter((one) => one.endsWith('!')))
      expect(children, name).toContain(required.replace('!', ''));
  }
  expect(found.filter(({ name }) => name === 'DrctDbtTxInf')).toHaveLength(2);
});

const letters = "[A-Za-z0-9/\\-?:().,'+ ]";
const identifier = new RegExp(`^(?!/)(?!.*//)${letters}{1,35}(?<!/)$`);
const name = new RegExp(`^${letters}{1,70}$`);
const count = /^[0-9]{1,15}$/;
const sumOf = /^\d{1,15}\.\d{2}$/;
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const account = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/;

/** The simple types of the message, restricted as the implementation guidelines of the scheme do: every leaf has a line. */
const types: Record<string, RegExp> = {
  'GrpHdr/MsgId': identifier,
  'GrpHdr/CreDtTm': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
  'GrpHdr/NbOfTxs': count,
  'GrpHdr/CtrlSum': sumOf,
  'GrpHdr/InitgPty/Nm': name,
  'PmtInf/PmtInfId': identifier,
  'PmtInf/PmtMtd': /^DD$/,
  'PmtInf/NbOfTxs': count,
  'PmtInf/CtrlSum': sumOf,
  'PmtInf/PmtTpInf/SvcLvl/Cd': /^SEPA$/,
  'PmtInf/PmtTpInf/LclInstrm/Cd': /^(CORE|B2B)$/,
  'PmtInf/PmtTpInf/SeqTp': /^(FRST|RCUR|FNAL|OOFF)$/,
  'PmtInf/ReqdColltnDt': day,
  'PmtInf/Cdtr/Nm': name,
  'PmtInf/CdtrAcct/Id/IBAN': account,
  'PmtInf/CdtrAgt/FinInstnId/Othr/Id': /^NOTPROVIDED$/,
  'PmtInf/ChrgBr': /^SLEV$/,
  'PmtInf/CdtrSchmeId/Id/PrvtId/Othr/Id': /^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/,
  'PmtInf/CdtrSchmeId/Id/PrvtId/Othr/SchmeNm/Prtry': /^SEPA$/,
  'PmtInf/DrctDbtTxInf/PmtId/EndToEndId': identifier,
  'PmtInf/DrctDbtTxInf/InstdAmt': /^(?!0\.00$)\d{1,9}\.\d{2}$/,
  'PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/MndtId': identifier,
  'PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/DtOfSgntr': day,
  'PmtInf/DrctDbtTxInf/DbtrAgt/FinInstnId/Othr/Id': /^NOTPROVIDED$/,
  'PmtInf/DrctDbtTxInf/Dbtr/Nm': name,
  'PmtInf/DrctDbtTxInf/DbtrAcct/Id/IBAN': account,
  'PmtInf/DrctDbtTxInf/RmtInf/Ustrd': new RegExp(`^${letters}{1,140}$`),
};

/** The texts of the file with the path to each; entities would be outside the letters of banks. */
function leavesOf(xml: string): [path: string, text: string][] {
  const [found, open]: [[string, string][], string[]] = [[], []];
  for (const [, slash, tag = '', text = ''] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*>([^<]*)/g)) {
    if (slash) open.pop();
    else open.push(tag);
    if (text.trim() !== '') found.push([open.slice(2).join('/'), text]);
  }
  return found;
}

const hostile = {
  ...order,
  creditor: { ...order.creditor, name: `  Sécurité <&> « ${'Été '.repeat(40)} »`, identifier: 'fr72 zzz 123456' },
  debits: [
    ...order.debits,
    {
      ...{ reference: 'F2026-0003', amount: mostDebited, debtor: '郎', iban: 'FR7630006000011234567890189' },
      mandate: { reference: "M+?/-:().,' 1", signedOn: '2024-02-29' },
    },
    {
      ...{
        reference: 'F2026-0004',
        amount: '0.01',
        debtor: 'Ó’Brien\nFils & Cie'.repeat(9),
        iban: 'NL91ABNA0417164300',
      },
      mandate: { reference: 'x'.repeat(35), signedOn: '2026-01-05' },
    },
  ],
};

test.each([
  ['an order', order],
  ['one of long names and foreign letters', hostile],
])('every value of %s has the length, the letters and the pattern of its type', (_title, asked) => {
  const xml = painOf(asked);
  const leaves = leavesOf(xml);
  for (const [path, text] of leaves) expect(text, path).toMatch(types[path] ?? /^unknown element$/);
  expect(new Set(leaves.map(([path]) => path))).toEqual(new Set(Object.keys(types)));
  const of = (end: string): string[] => leaves.flatMap(([path, text]) => (path.endsWith(end) ? [text] : []));
  const total = toText(sum(of('/InstdAmt')), 2);
  expect(of('/CtrlSum')).toEqual([total, total]);
  expect(of('/NbOfTxs')).toEqual([`${asked.debits.length}`, `${asked.debits.length}`]);
  expect(new Set(of('/EndToEndId')).size).toBe(asked.debits.length);
  expect([...xml.matchAll(/<InstdAmt ([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual(
    asked.debits.map(() => 'Ccy="EUR"'),
  );
  expect(xml).toMatch(/^[\x20-\x7e\n]*$/);
});
