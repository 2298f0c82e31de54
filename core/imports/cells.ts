// Converts the cells of a spreadsheet row to a draft, kind by kind, with error messages in French.
import { type Entity, fieldsOfKind, valueAt } from '../kernel/entity.ts';
import type { Field, Kind } from '../kernel/field.ts';
import { codes } from '../kernel/input.ts';
import { parseDay, parseMoment, parseNumber, parseTime } from '../kernel/typed.ts';
import { numberExpected } from '../kernel/validators.ts';
import { headOf, type ImportColumn, importColumn } from './columns.ts';
import { type Find, importRulesOf } from './own.ts';
import type { ImportPeriod, SettledFault } from './services.ts';
import type { Words } from './words.ts';

/** The value of a cell, or its error message. */
export type Parsed = { value: unknown } | { fault: string };

export interface Reading {
  /** The agency's zone: moments in a file are in local time. */
  zone: string;
  /** The agency's country, of an address without its own. */
  country?: string | null;
  /** Absent: names are not looked up. */
  find?: Find;
  /** The period that rows must be in. */
  period?: ImportPeriod | undefined;
}

export const cellFaults = {
  formula: 'Formule refusée : collez sa valeur',
  error: 'Erreur de calcul dans le fichier',
  tooLong: 'Texte trop long',
  flag: 'Oui ou non attendu',
  unknown: 'Introuvable',
  ambiguous: 'Plusieurs portent ce nom',
} as const;

/** Longer than any text of a form. */
const longestCell = 10_000;

const yes = new Set(['oui', 'o', 'vrai', 'x', '1', 'yes', 'y', 'true', 'v', 'ok']);
const no = new Set(['non', 'n', 'faux', '0', 'no', 'false', 'f']);

const number = (text: string): Parsed => {
  const value = parseNumber(text.replace(/\s*(?:€|eur|%)\s*$/i, ''));
  return value === null ? { fault: numberExpected } : { value };
};

/** A spreadsheet reads « 0612345678 » as a number and drops the zero. */
const phone = (text: string): string => {
  const typed = text.trim();
  return /^[1-9]\d{8}$/.test(typed) ? `0${typed}` : typed;
};

const listed = (text: string): string[] =>
  text
    .split(/[;|\n]|,(?!\d)/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const reference = (target: string, name: string, { find }: Reading): Parsed => {
  if (!find) return { value: undefined };
  const [found, other] = find(target, name);
  if (found === undefined) return { fault: `${cellFaults.unknown} : ${name}` };
  return other === undefined ? { value: found } : { fault: `${cellFaults.ambiguous} : ${name}` };
};

const choice = (field: Field, text: string, words: Words = {}): Parsed => {
  const asked = headOf(text);
  const known = codes(field);
  const word = Object.hasOwn(words, asked) ? words[asked] : undefined;
  if (word !== undefined && known.includes(word)) return { value: word };
  const code = known.find((one) => headOf(field.options?.[one] ?? '') === asked || headOf(String(one)) === asked);
  return code === undefined
    ? { fault: `Valeur inconnue : attendu ${Object.values(field.options ?? {}).join(', ')}` }
    : { value: code };
};

type Reader = (text: string, field: Field, reading: Reading) => Parsed;

const readers: Partial<Record<Kind, Reader>> = {
  text: (text) => ({ value: text }),
  integer: number,
  decimal: number,
  money: number,
  flag: (text) => {
    const word = headOf(text);
    return yes.has(word) ? { value: true } : no.has(word) ? { value: false } : { fault: cellFaults.flag };
  },
  day: (text) => parseDay(text.replace(/ 00:00(:00)?$/, '')),
  // MM/YYYY as on the card, or a full date.
  moment: (text, _, { zone }) => parseMoment(/ \d/.test(text.trim()) ? text : `${text.trim()} 00:00`, zone),
  time: (text) => parseTime(text),
  choice: (text, field) => choice(field, text),
  phones: (text) => ({ value: listed(text.replaceAll('/', ';')).map(phone) }),
  ref: (text, field, reading) => reference(field.target ?? '', text, reading),
  refs: (text, field, reading) => {
    const found = listed(text).map((name) => reference(field.target ?? '', name, reading));
    const fault = found.find((one) => 'fault' in one);
    if (fault) return fault;
    const ids = found.map((one) => (one as { value: { id: string } | undefined }).value);
    return { value: ids.some((id) => id === undefined) ? undefined : ids };
  },
};

/** Null: the cell is empty. */
export function parseCell({ field, part, words }: ImportColumn, cell: string, reading: Reading): Parsed | null {
  const text = cell.trim();
  if (text === '') return null;
  // A formula is never stored: the next spreadsheet would run it.
  if (/^[=@]/.test(text)) return { fault: cellFaults.formula };
  if (/^#(?:REF|N\/A|VALUE|VALEUR|NAME|NOM|DIV\/0|NUM|NOMBRE|NULL|NUL)[!?]?$/i.test(text))
    return { fault: cellFaults.error };
  if (text.length > longestCell) return { fault: cellFaults.tooLong };
  if (part === 'country') return { value: countryCode(text) };
  if (words) return choice(field, text, words);
  return part ? { value: text } : (readers[field.kind] as Reader)(text, field, reading);
}

/** Most French files have the country's name. */
const countryCode = (text: string): string => countries[headOf(text)] ?? text.toUpperCase();
const countries: Readonly<Record<string, string>> = {
  france: 'FR',
  belgique: 'BE',
  suisse: 'CH',
  luxembourg: 'LU',
  monaco: 'MC',
  espagne: 'ES',
  italie: 'IT',
  allemagne: 'DE',
  portugal: 'PT',
};

export interface CellFault {
  /** Index of the cell in its row. */
  cell: number;
  message: string;
}

export interface Read {
  /** As in a save; empty cells are left out. */
  draft: Record<string, unknown>;
  faults: CellFault[];
  /** An error of the whole row: no further checks are made. */
  settled?: SettledFault;
}

/** Reads one row of the file. `mapping`: for each cell the path of its column, or null. */
export function readRow(
  of: Entity,
  mapping: readonly (string | null)[],
  cells: readonly string[],
  reading: Reading,
): Read {
  const read: Read = { draft: {}, faults: [] };
  for (const [cell, path] of mapping.entries()) {
    const column = path === null ? undefined : importColumn(of, path);
    const parsed = column ? parseCell(column, cells[cell] ?? '', reading) : null;
    if (!column || !parsed) continue;
    if ('fault' in parsed) read.faults.push({ cell, message: parsed.fault });
    else if (parsed.value !== undefined) put(read.draft, column.path.split('.'), parsed.value);
  }
  for (const [path] of fieldsOfKind(of.fields, 'address')) {
    const address = valueAt(read.draft, path) as { zipcode?: string; country?: string } | undefined;
    // A spreadsheet reads « 06000 » as a number and drops the zero.
    if (address && (address.country ?? reading.country) === 'FR' && /^\d{4}$/.test(address.zipcode ?? ''))
      address.zipcode = `0${address.zipcode}`;
  }
  const own = importRulesOf(of);
  for (const [path, { complete }] of Object.entries(own?.first ?? {})) {
    // Cells with the path `….0.…` built an object; convert it to a list of one line.
    const line = (valueAt(read.draft, path) as Record<string, Record<string, unknown>> | undefined)?.[0];
    if (!line) continue;
    complete(line, read.draft, reading.find);
    put(read.draft, path.split('.'), [line]);
  }
  const settled = own?.settle?.(read.draft, reading.zone, reading.period);
  if (settled) read.settled = settled;
  return read;
}

/** Merges the row's line into the lines of an existing record: updates the matching line, or adds one. A new record has none. */
export function withKnownLines(
  of: Entity,
  draft: Record<string, unknown>,
  current: Record<string, unknown>,
): { draft: Record<string, unknown>; at(path: string): string } {
  let [whole, at] = [draft, (path: string): string => path];
  for (const [path, { isSame, needs = [] }] of Object.entries(importRulesOf(of)?.first ?? {})) {
    const [line] = (valueAt(draft, path) ?? []) as Record<string, unknown>[];
    if (!line) continue;
    const known = (valueAt(current, path) ?? []) as Record<string, unknown>[];
    const found = known.findIndex((one) => isSame(line, one));
    const place = found < 0 ? known.length : found;
    const missing = Object.fromEntries(needs.map((name) => [name, null]));
    const lines = found < 0 ? [...known, { ...missing, ...line }] : known.with(found, { ...known[found], ...line });
    whole = withAt(whole, path.split('.'), lines);
    // A violation of this line is reported in the row's own cells.
    const [there, here] = [`${path}.${place}.`, `${path}.0.`];
    const before = at;
    at = (one) => before(one.startsWith(there) ? here + one.slice(there.length) : one);
  }
  return { draft: whole, at };
}

const withAt = (
  values: Record<string, unknown>,
  [key = '', ...rest]: string[],
  value: unknown,
): Record<string, unknown> => ({
  ...values,
  [key]: rest.length === 0 ? value : withAt((values[key] ?? {}) as Record<string, unknown>, rest, value),
});

function put(values: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) values[key] = value;
  else {
    // A column and its variant in one file: the later one is read.
    if (typeof values[key] !== 'object' || values[key] === null) values[key] = {};
    put(values[key] as Record<string, unknown>, rest, value);
  }
}

/** The cell that a violation concerns: the one with its path, a parent path or a child path. */
export function cellAt(mapping: readonly (string | null)[], path: string): number | null {
  const near = (own: string): boolean => own === path || own.startsWith(`${path}.`) || path.startsWith(`${own}.`);
  const found = mapping.findIndex((own) => own !== null && near(own));
  return found < 0 ? null : found;
}
