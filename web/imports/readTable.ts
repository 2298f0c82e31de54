// Reads a file of any program as headers and rows of text. Runs in a worker.
import { readSheet } from 'read-excel-file/web-worker';
import { importLimits } from '#core/imports/imports.ts';
import { mostDigits } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { decode, parseCsv, unreadable } from './csv.ts';
import { refuseBomb } from './zip.ts';

export interface ImportTable {
  heads: string[];
  /** As many cells as headers. */
  rows: string[][];
}

export const largestFile = 10 * 1024 * 1024;

export const fileFaults = {
  format: 'Choisissez un fichier .xlsx ou .csv.',
  old: 'Le format .xls n’est pas lu : enregistrez le classeur au format Excel (.xlsx).',
  large: 'Le fichier dépasse 10 Mo : partagez-le en plusieurs.',
  empty: 'Le fichier ne contient aucune ligne sous ses titres de colonnes.',
  columns: `Le fichier compte plus de ${importLimits.columns} colonnes.`,
} as const;

const tooMany = (count: number): string =>
  `Le fichier compte ${count.toLocaleString('fr-FR')} lignes : ${importLimits.rows.toLocaleString('fr-FR')} au plus par import.`;

export async function readTable(name: string, content: ArrayBuffer): Promise<ImportTable> {
  if (content.byteLength > largestFile) throw new Error(fileFaults.large);
  if (/\.xls$/i.test(name)) throw new Error(fileFaults.old);
  if (/\.csv$/i.test(name) || /\.txt$/i.test(name)) return tableOf(parseCsv(decode(new Uint8Array(content))));
  if (!/\.xlsx$/i.test(name)) throw new Error(fileFaults.format);
  refuseBomb(content);
  let sheet: unknown[][];
  try {
    sheet = (await readSheet(content)) as unknown[][];
  } catch {
    throw new Error(unreadable);
  }
  return tableOf(sheet.map((row) => row.map(textOf)));
}

const plainNumber = new Intl.NumberFormat('fr-FR', { useGrouping: false, maximumFractionDigits: 10 });
/** A spreadsheet calculates in binary and displays 15 digits: 0.1 + 0.2 is displayed as 0.3. */
const shownDigits = (cell: number): number => Number(cell.toPrecision(mostDigits));
const secondsOfDay = 86_400;

/** The text of the cell as a French user would type it. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number') return plainNumber.format(shownDigits(cell));
  if (typeof cell === 'boolean') return cell ? 'Oui' : 'Non';
  if (!(cell instanceof Date)) return typeof cell === 'string' ? cell : '';
  // Spreadsheets store days as numbers: round to the second, so that 08:30 is not 08:29:59.
  const at = new Date(Math.round(cell.getTime() / 1_000) * 1_000);
  if (Number.isNaN(at.getTime())) return '';
  const [day = '', time = ''] = at.toISOString().slice(0, 16).split('T');
  if (at.getUTCFullYear() < 1_901) return time;
  return (at.getTime() / 1_000) % secondsOfDay === 0 ? frenchDay(day) : `${frenchDay(day)} ${time}`;
}

/** The first row with content is the header; empty columns and rows are dropped. */
function tableOf(all: string[][]): ImportTable {
  const filled = all.filter((row) => row.some((cell) => cell.trim() !== ''));
  const [head = [], ...rows] = filled;
  if (rows.length === 0) throw new Error(fileFaults.empty);
  if (rows.length > importLimits.rows) throw new Error(tooMany(rows.length));
  const width = rows.reduce((most, row) => Math.max(most, row.length), head.length);
  const kept = Array.from({ length: width }, (_, index) => index).filter(
    (index) => (head[index] ?? '').trim() !== '' || rows.some((row) => (row[index] ?? '').trim() !== ''),
  );
  if (kept.length > importLimits.columns) throw new Error(fileFaults.columns);
  return {
    heads: kept.map((index) => (head[index] ?? '').trim()),
    rows: rows.map((row) => kept.map((index) => (row[index] ?? '').trim())),
  };
}
