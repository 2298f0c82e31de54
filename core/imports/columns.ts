// Import columns of an entity: one per simple field of its declaration, guessed from the file's headers.

import { type Entity, flatFields } from '../kernel/entity.ts';
import type { Field, Fields, Kind } from '../kernel/field.ts';
import { plain } from '../kernel/plain.ts';
import type { View } from '../kernel/view.ts';
import type { Right } from '../rights.ts';
import { type FirstLine, importRulesOf } from './own.ts';
import { usualHeads, usualWords, type Words } from './words.ts';

/** An address has four cells. */
export const addressParts = {
  street: 'rue',
  zipcode: 'code postal',
  city: 'ville',
  country: 'pays',
} as const;
export type AddressPart = keyof typeof addressParts;

export interface ImportColumn {
  /** Dotted path of the field, followed by the part of an address. */
  path: string;
  label: string;
  field: Field;
  /** Path of the field alone. */
  fieldPath: string;
  part: AddressPart | null;
  /** Required for a new record. */
  required: boolean;
  /** Other headers used in files, if they differ from those of the field's name. */
  heads?: readonly string[];
  /** Other words for its choices, besides their labels and codes. */
  words?: Words;
}

/** Kinds that fit into one cell. Files, rich text and lists of lines do not. */
const simple: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'integer',
  'decimal',
  'money',
  'flag',
  'day',
  'moment',
  'time',
  'choice',
  'ref',
  'refs',
  'phones',
]);

const columnsOf = new WeakMap<Entity, readonly ImportColumn[]>();

export function importColumns(of: Entity): readonly ImportColumn[] {
  let columns = columnsOf.get(of);
  if (!columns) {
    const own = importRulesOf(of);
    const fields = [...Object.entries(own?.columns ?? {}), ...flatFields(of.fields)];
    columns = fields.flatMap(([path, field]): ImportColumn[] => {
      if (field.written !== 'form' || own?.without?.includes(path)) return [];
      const first = own?.first?.[path];
      if (first) return columnsOfLine(path, field, first);
      if (field.kind === 'address') {
        return (Object.keys(addressParts) as AddressPart[]).map((part) => ({
          path: `${path}.${part}`,
          label: `${field.label} : ${addressParts[part]}`,
          field,
          fieldPath: path,
          part,
          required: false,
        }));
      }
      if (!simple.has(field.kind)) return [];
      const replaced = own?.optional?.includes(path) === true;
      const required =
        !replaced && (field.filled ?? (field.required && field.default === undefined && field.kind !== 'phones'));
      const words = field.kind === 'choice' ? usualWords[lastOf(path)] : undefined;
      const column = { path, label: field.label, field, fieldPath: path, part: null };
      return [{ ...column, required: required && !isList(field), ...(words ? { words } : {}) }];
    });
    columnsOf.set(of, columns);
  }
  return columns;
}

const sentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** Required within its line, but a row may have no line. */
const columnsOfLine = (path: string, { fields }: Field, first: FirstLine): ImportColumn[] =>
  Object.entries(fields as Fields).flatMap(([name, member]): ImportColumn[] => {
    if (member.written !== 'form' || !simple.has(member.kind)) return [];
    const label = `${first.label} : ${first.labels[name] ?? sentence(member.label)}`;
    const field: Field = { ...member, label, required: false };
    const own = `${path}.0.${name}`;
    const words = first.words[name];
    const column = { field, fieldPath: own, part: null, required: false, ...(words ? { words } : {}) };
    const variants = Object.entries(first.variants?.[name] ?? {}).map(([key, variant]): ImportColumn => {
      const named = `${first.label} : ${variant.label}`;
      return {
        ...column,
        path: `${own}.${key}`,
        label: named,
        field: { ...field, label: named },
        heads: variant.heads,
      };
    });
    return [{ ...column, path: own, label, heads: first.heads[name] ?? [] }, ...variants];
  });

/** The right missing to fill the column; null: none. */
export function missingForColumn(view: View, { fieldPath }: ImportColumn): Right | null {
  // Columns of a first line are members of its list.
  const seen = view.at(fieldPath.replace('.0.', '.'));
  return seen?.missing ?? seen?.missingToChange ?? null;
}

const isList = ({ kind, filled }: Field): boolean => (kind === 'refs' || kind === 'phones') && filled !== true;

const byPath = new WeakMap<Entity, ReadonlyMap<string, ImportColumn>>();

export function importColumn(of: Entity, path: string): ImportColumn | undefined {
  let columns = byPath.get(of);
  if (!columns) {
    columns = new Map(importColumns(of).map((column) => [column.path, column]));
    byPath.set(of, columns);
  }
  return columns.get(path);
}

/** Normalised: « Code  postal * » becomes « code postal ». */
export const headOf = (head: string): string =>
  plain(head)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

const calls = ({ path, label, heads }: ImportColumn, head: string): boolean =>
  headOf(label) === head || (heads ?? usualHeads[lastOf(path)] ?? []).includes(head);

/** « No column » in the remembered choices. */
export const ignored = '';

/** For each header the path of its column, or null. `remembered`: the agency's earlier choices, by header. */
export function guessMapping(
  columns: readonly ImportColumn[],
  heads: readonly string[],
  remembered: Readonly<Record<string, string>> = {},
): (string | null)[] {
  const known = new Set(columns.map(({ path }) => path));
  const used = new Set<string>();
  const take = (path: string | undefined): string | null => {
    if (path === undefined || !known.has(path) || used.has(path)) return null;
    used.add(path);
    return path;
  };
  const names = heads.map(headOf);
  // « Début » is a time if there is a date column, else a moment.
  const dated = columns.some((column) => column.path === 'day' && names.some((head) => calls(column, head)));
  const offered = dated ? columns : columns.filter(({ path }) => path !== 'startTime' && path !== 'endTime');
  const chosen = names.map((head) => (Object.hasOwn(remembered, head) ? take(remembered[head]) : null));
  return names.map((head, index) => {
    if (chosen[index] !== null || head === '' || remembered[head] === ignored) return chosen[index] ?? null;
    return take(offered.find((column) => !used.has(column.path) && calls(column, head))?.path);
  });
}
