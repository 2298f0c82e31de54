// SEPA direct debits: the file pain.008.001.08 (EPC rulebook 2023, scheme CORE) that a bank takes.
import { type Exact, exact, sum, toText } from '../kernel/money.ts';
import { group, leaf } from '../kernel/xml.ts';

export interface Debit {
  /** Unique in the file: the number of the invoice. */
  reference: string;
  amount: Exact;
  debtor: string;
  iban: string;
  mandate: { reference: string; signedOn: string };
}

export interface DebitOrder {
  number: string;
  createdAt: string;
  collectionDate: string;
  creditor: { name: string; iban: string; identifier: string };
  debits: readonly Debit[];
}

/** Banks take no other letters (EPC217-08). */
export const sepaText = (text: string, most: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replaceAll('æ', 'ae')
    .replaceAll('Æ', 'AE')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim();

const remainder = (text: string): bigint =>
  BigInt(text.toUpperCase().replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n;

/** « FR12ZZZ123456 »: the three letters after the key are the creditor's own, outside the key (EPC262-08). */
export function isCreditorIdentifier(text: string): boolean {
  const bare = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(bare)) return false;
  return remainder(`${bare.slice(7)}${bare.slice(0, 4)}`) === 1n;
}

/** No slash at its ends, nor two in a row (EPC217-08). */
export const isMandateReference = (text: string): boolean =>
  /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/.test(text) && !/^\/|\/\/|\/$/.test(text);

/** What one debit may ask for (EPC implementation guidelines). */
export const mostDebited = 999_999_999.99;

const amountOf = (value: Exact): string => toText(exact(value), 2);
/** Since 2016 banks find the BIC by the IBAN. */
const agent = (name: string): string => group(name, group('FinInstnId', group('Othr', leaf('Id', 'NOTPROVIDED'))));
const account = (name: string, iban: string): string => group(name, group('Id', leaf('IBAN', iban)));
const party = (name: string, of: string): string => group(name, leaf('Nm', sepaText(of, 70) || 'NOTPROVIDED'));

export function painOf({ number, createdAt, collectionDate, creditor, debits }: DebitOrder): string {
  const count = String(debits.length);
  const total = amountOf(sum(debits.map(({ amount }) => amount)));
  const identifier = creditor.identifier.replaceAll(/\s/g, '').toUpperCase();
  const scheme = group(
    'CdtrSchmeId',
    group('Id', group('PrvtId', group('Othr', leaf('Id', identifier), group('SchmeNm', leaf('Prtry', 'SEPA'))))),
  );
  const header = group(
    'GrpHdr',
    leaf('MsgId', sepaText(number, 35)),
    leaf('CreDtTm', createdAt),
    leaf('NbOfTxs', count),
    leaf('CtrlSum', total),
    party('InitgPty', creditor.name),
  );
  const transactions = debits.map(({ reference, amount, debtor, iban, mandate }) =>
    group(
      'DrctDbtTxInf',
      group('PmtId', leaf('EndToEndId', sepaText(reference, 35))),
      leaf('InstdAmt', amountOf(amount), { Ccy: 'EUR' }),
      group('DrctDbtTx', group('MndtRltdInf', leaf('MndtId', mandate.reference), leaf('DtOfSgntr', mandate.signedOn))),
      agent('DbtrAgt'),
      party('Dbtr', debtor),
      account('DbtrAcct', iban),
      group('RmtInf', leaf('Ustrd', sepaText(`Facture ${reference}`, 140))),
    ),
  );
  const payment = group(
    'PmtInf',
    leaf('PmtInfId', sepaText(number, 35)),
    leaf('PmtMtd', 'DD'),
    leaf('NbOfTxs', count),
    leaf('CtrlSum', total),
    // RCUR for every debit: since 2016 a first one needs no sequence of its own.
    group(
      'PmtTpInf',
      group('SvcLvl', leaf('Cd', 'SEPA')),
      group('LclInstrm', leaf('Cd', 'CORE')),
      leaf('SeqTp', 'RCUR'),
    ),
    leaf('ReqdColltnDt', collectionDate),
    party('Cdtr', creditor.name),
    account('CdtrAcct', creditor.iban),
    agent('CdtrAgt'),
    leaf('ChrgBr', 'SLEV'),
    scheme,
    ...transactions,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08">${group('CstmrDrctDbtInitn', header, payment)}</Document>\n`;
}
