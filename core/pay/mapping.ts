// The export of a month: rubrics with the codes of the agency's payroll software, as a table, CSV or spreadsheet.
import * as z from 'zod';
import { inHours } from '../kernel/duration.ts';
import { add, divide, times, toNumber, toText } from '../kernel/money.ts';
import { countOf, hoursIn } from './lines.ts';
import type { PayUnit } from './rubrics.ts';

export const layouts = {
  LONG: 'Une ligne par collaborateur et par rubrique',
  WIDE: 'Une ligne par collaborateur, une colonne par rubrique',
} as const;
export const separators = { SEMICOLON: 'Point-virgule', COMMA: 'Virgule', TAB: 'Tabulation' } as const;
export const decimalMarks = { COMMA: 'Virgule : 12,50', POINT: 'Point : 12.50' } as const;
export const hourForms = { DECIMAL: 'Centièmes : 7,50', CLOCK: 'Heures et minutes : 7h30' } as const;
export const wideValues = { AMOUNT: 'Montants', QUANTITY: 'Quantités' } as const;

const characters = { SEMICOLON: ';', COMMA: ',', TAB: '\t' } as const;
const keysOf = <T extends object>(options: T) => Object.keys(options) as [keyof T & string, ...(keyof T & string)[]];

export const payMapping = z.strictObject({
  layout: z.enum(keysOf(layouts)),
  wideValue: z.enum(keysOf(wideValues)),
  separator: z.enum(keysOf(separators)),
  decimalMark: z.enum(keysOf(decimalMarks)),
  hourForm: z.enum(keysOf(hourForms)),
  /** Leave out the rubrics without a code. */
  onlyMapped: z.boolean(),
  /** By rubric. */
  codes: z
    .record(z.string().min(1).max(60), z.string().trim().max(40, '40 caractères au plus'))
    .refine((codes) => Object.keys(codes).length <= 500, '500 rubriques au plus'),
});
export type PayMapping = z.output<typeof payMapping>;

/** Shapes of files, not names of products: each payroll software documents which one it reads. */
export const presets: Readonly<Record<string, { label: string; mapping: Omit<PayMapping, 'codes'> }>> = {
  variables: {
    label: 'Éléments variables : matricule, code, quantité, taux, montant',
    mapping: {
      ...{ layout: 'LONG', wideValue: 'AMOUNT', separator: 'SEMICOLON' },
      ...{ decimalMark: 'COMMA', hourForm: 'DECIMAL', onlyMapped: true },
    },
  },
  table: {
    label: 'Tableau : une colonne par rubrique, en quantités',
    mapping: {
      ...{ layout: 'WIDE', wideValue: 'QUANTITY', separator: 'SEMICOLON' },
      ...{ decimalMark: 'COMMA', hourForm: 'DECIMAL', onlyMapped: false },
    },
  },
  english: {
    label: 'Fichier anglo-saxon : virgules et points décimaux',
    mapping: {
      ...{ layout: 'LONG', wideValue: 'AMOUNT', separator: 'COMMA' },
      ...{ decimalMark: 'POINT', hourForm: 'DECIMAL', onlyMapped: true },
    },
  },
};

export const usualMapping: PayMapping = {
  ...(presets.variables as { mapping: Omit<PayMapping, 'codes'> }).mapping,
  onlyMapped: false,
  codes: {},
};

/** One line of the export. */
export interface PayrollLine {
  month: string;
  agent: string;
  name: string;
  registrationNumber: string | null;
  rubric: string;
  label: string;
  regularises: string | null;
  quantity: number | null;
  unit: PayUnit;
  rate: number | null;
  amount: number;
}

export type ExportCell = string | number | null;
export interface ExportTable {
  head: string[];
  rows: ExportCell[][];
}

function quantityOf(line: PayrollLine, { hourForm }: PayMapping): ExportCell {
  const quantity = countOf(line);
  if (quantity === null || line.unit !== 'minutes') return quantity;
  return hourForm === 'CLOCK' ? inHours(quantity) : hoursIn(quantity);
}

/**
 * What one unit of the quantity pays, increase or percentage included: payroll software multiplies them. `rate` alone is
 * the hour that they apply to.
 */
function rateOf(line: PayrollLine): number | null {
  const quantity = countOf(line);
  if (line.rate === null || !quantity) return line.rate;
  return toNumber(divide(line.amount, line.unit === 'minutes' ? hoursIn(quantity) : quantity, 6));
}

/** A type of element that is paid and deducted has one column: what it gives less what it takes. */
function together(one: PayrollLine | undefined, other: PayrollLine): PayrollLine {
  if (!one) return other;
  const signed = (line: PayrollLine): number => toNumber(times(countOf(line) ?? 0, line.amount < 0 ? -1 : 1));
  const isMixed = one.amount < 0 !== other.amount < 0;
  const [first, second] = isMixed ? [signed(one), signed(other)] : [countOf(one) ?? 0, countOf(other) ?? 0];
  return {
    ...one,
    quantity: one.quantity === null && other.quantity === null ? null : toNumber(add(first, second)),
    amount: toNumber(add(one.amount, other.amount)),
  };
}

const identity = ['Mois', 'Matricule', 'Collaborateur'] as const;

export function exportTable(lines: readonly PayrollLine[], mapping: PayMapping): ExportTable {
  const codeOf = ({ rubric }: PayrollLine): string => mapping.codes[rubric] ?? '';
  const kept = lines.filter((line) => !mapping.onlyMapped || codeOf(line) !== '');
  const who = ({ month, registrationNumber, name }: PayrollLine): ExportCell[] => [month, registrationNumber, name];
  if (mapping.layout === 'LONG')
    return {
      head: [...identity, 'Code', 'Libellé', 'Quantité', 'Taux', 'Montant'],
      rows: kept.map((line) => [
        ...who(line),
        codeOf(line),
        line.label,
        quantityOf(line, mapping),
        rateOf(line),
        line.amount,
      ]),
    };
  const columns = new Map<string, string>();
  const titleOf = (line: PayrollLine): string => codeOf(line) || line.label;
  for (const line of kept) columns.set(columnOf(line), titleOf(line));
  const people = new Map<string, { who: ExportCell[]; lines: Map<string, PayrollLine> }>();
  for (const line of kept) {
    const key = `${line.month} ${line.agent}`;
    const row = people.get(key) ?? { who: who(line), lines: new Map<string, PayrollLine>() };
    row.lines.set(columnOf(line), together(row.lines.get(columnOf(line)), line));
    people.set(key, row);
  }
  const cellOf = (line: PayrollLine | undefined): ExportCell =>
    line === undefined ? null : mapping.wideValue === 'AMOUNT' ? line.amount : quantityOf(line, mapping);
  return {
    head: [...identity, ...columns.values()],
    rows: [...people.values()].map((row) => [
      ...row.who,
      ...[...columns.keys()].map((key) => cellOf(row.lines.get(key))),
    ]),
  };
}

const columnOf = ({ rubric, regularises, label }: PayrollLine): string => `${rubric} ${regularises ?? ''} ${label}`;

/** A spreadsheet would run a text that begins like a formula; « -1h30 » runs nothing. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-\d+h\d\d$/.test(text) ? `'${text}` : text);

export function csvOf(
  { head, rows }: ExportTable,
  { separator, decimalMark }: Pick<PayMapping, 'separator' | 'decimalMark'>,
): string {
  const mark = characters[separator];
  const cell = (value: ExportCell): string => {
    if (value === null) return '';
    const text =
      typeof value === 'string'
        ? harmless(value)
        : decimalMark === 'COMMA'
          ? toText(value).replace('.', ',')
          : toText(value);
    return text.includes(mark) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  // With a byte order mark: spreadsheets then read the accents.
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(mark)).join('\r\n')}\r\n`;
}
