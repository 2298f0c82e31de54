// Rows as the server answers them, built from an entity's declaration; a test names only the values it checks.
import type { Entity } from '#core/kernel/entity.ts';
import type { Field, Fields, Kind } from '#core/kernel/field.ts';
import { codes } from '#core/kernel/input.ts';
import { onlyColumns } from '#core/kernel/schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read any value of the rows they build.
type AnyValues = Record<string, any>;
type Values = AnyValues & { id: string; version: number };

/** An id derived from the number. */
export const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let made = 0;
const someId = (): string => {
  made += 1;
  return idOf(900_000_000_000 + made);
};

/** The value of an empty field: null, unless the kind is never null or the field is required. */
const blanks: Record<Kind, (field: Field) => unknown> = {
  text: ({ required }) => (required ? '' : null),
  html: ({ required }) => (required ? '' : null),
  integer: ({ required }) => (required ? 0 : null),
  decimal: ({ required }) => (required ? 0 : null),
  money: ({ required }) => (required ? 0 : null),
  flag: () => false,
  flags: ({ options = {} }) => Object.fromEntries(Object.keys(options).map((name) => [name, false])),
  day: ({ required }) => (required ? '2026-01-01' : null),
  moment: ({ required }) => (required ? '2026-01-01T00:00:00.000Z' : null),
  time: ({ required }) => (required ? '08:00' : null),
  status: ({ machine }) => machine?.initial ?? null,
  choice: (field) => (field.required ? codes(field)[0] : null),
  choices: () => [],
  hours: () => ({}),
  ref: ({ required }) => (required ? { id: someId(), name: '' } : null),
  refs: () => [],
  file: () => null,
  files: () => [],
  address: () => ({ street: null, zipcode: null, city: null, country: null, location: null }),
  phones: () => [],
  lines: () => [],
  group: ({ fields }) => valuesOf(fields as Fields, {}),
  found: () => null,
};

function valuesOf(fields: Fields, changes: AnyValues): AnyValues {
  const values = Object.entries(fields).map(([name, field]) => {
    const changed = changes[name] as unknown;
    if (field.kind === 'group') return [name, valuesOf(field.fields as Fields, (changed ?? {}) as AnyValues)];
    if (field.kind === 'lines' && Array.isArray(changed))
      return [
        name,
        changed.map((line: AnyValues) => ({ id: someId(), ...line, ...valuesOf(field.fields as Fields, line) })),
      ];
    // A draft names references by id only.
    if (field.kind === 'refs' && Array.isArray(changed))
      return [name, changed.map((one: object) => ({ name: '', ...one }))];
    if (changed !== undefined) return [name, changed];
    return [name, field.kind !== 'flags' && field.default !== undefined ? field.default : blanks[field.kind](field)];
  });
  // Keep undeclared members, so that declared.ts reports them.
  return { ...changes, ...Object.fromEntries(values) };
}

/** A row as a read or a save answers it. In a group, members that `changes` does not name are empty. */
export const rowOf = (of: Entity, changes: AnyValues = {}): Values => ({
  id: someId(),
  version: 1,
  ...valuesOf(of.fields, changes),
});

/** A row as a list answers it: only fields that can be columns. */
export const listedRowOf = (of: Entity, changes: AnyValues = {}): Values => ({
  id: someId(),
  version: 1,
  ...valuesOf(onlyColumns(of.fields), changes),
});

/** The same, from a row as a read answers it. */
export const listedOf = (of: Entity, row: AnyValues): Values => ({
  id: row.id,
  version: row.version ?? 1,
  ...kept(onlyColumns(of.fields), row),
});

const kept = (fields: Fields, row: AnyValues): AnyValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.kind === 'group' ? kept(field.fields as Fields, row[name] as AnyValues) : row[name],
    ]),
  );
