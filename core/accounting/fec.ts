// The file of accounting entries (FEC) of article A47 A-1 of the LPF: eighteen columns, tab separated.
import { type Decimal, toText } from '../kernel/money.ts';
import { type Entry, journals } from './entries.ts';

export const fecColumns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

const compact = (day: string): string => day.replaceAll('-', '');
const amount = (value: Decimal): string => toText(value, 2).replace('.', ',');
/** A separator inside a name would shift the columns, and some readers end a line at a control character. */
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/\p{C}/gu, '').trim();

export function fecOf(entries: readonly Entry[]): string {
  const lines = entries.flatMap((entry) =>
    entry.lines.map((line) => {
      const lettering = line.auxiliary ? entry.lettering : null;
      return [
        entry.journal,
        journals[entry.journal],
        entry.number,
        compact(entry.date),
        line.account,
        line.label,
        line.auxiliary?.code ?? '',
        line.auxiliary?.name ?? '',
        entry.piece,
        compact(entry.pieceDate),
        entry.label,
        amount(line.debit),
        amount(line.credit),
        lettering?.code ?? '',
        lettering ? compact(lettering.day) : '',
        compact(entry.validOn),
        '',
        '',
      ]
        .map(plain)
        .join('\t');
    }),
  );
  return `${[fecColumns.join('\t'), ...lines].join('\r\n')}\r\n`;
}

/** SIREN + FEC + closing date. */
export const fecName = (siret: string, closing: string): string =>
  `${siret.replaceAll(/\D/g, '').slice(0, 9)}FEC${compact(closing)}.txt`;
