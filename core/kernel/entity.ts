// One declaration per entity: table, filters, form, validation, calls, SQL mapping and tests derive from it.
import type { Right } from '../rights.ts';
import type { Condition, Field, Fields, Inputs, Kind, Values } from './field.ts';
import type { Machine } from './machine.ts';
import type { PersonalReference } from './personal.ts';
import type { PlatformRole } from './platform.ts';
import type { Violation } from './problem.ts';
import type { Filters } from './query.ts';

/** The path a caller uses: the agency's, one agent's or one customer's. */
export type Scope = 'agency' | 'agent' | 'customer';

/**
 * Who may make the call: a holder of one of these rights; 'signedIn': any caller, limited by the row policies alone.
 * A role of the platform counts on the platform's own path only.
 */
export type Needs = readonly Right[] | 'signedIn' | PlatformRole;

/** An operation is mounted only in the scopes named here. `platform`: on the records of the platform itself. */
export type Grants = Partial<Record<Scope, readonly Right[] | 'signedIn'>> & { platform?: PlatformRole };

export interface Paths {
  list: string;
  read: string;
  save: string;
  act: string;
}

interface Described<F extends Fields> {
  /** camelCase; the JSON key of one row, and the word in the path. */
  name: string;
  /** The JSON key of several rows. */
  plural: string;
  /** SQL table. */
  table: string;
  label: { one: string; many: string; feminine?: boolean };
  /** The purpose of the list, shown under its title and in its empty state. */
  description: string;
  /** The field that names a row in references and titles. */
  title: string;
  /** Columns that distinguish two rows of the same name in a picker. */
  subtitle?: readonly string[];
  /** Filters of the rows that a picker offers, by the name in a field's `offer`; absent: the active rows. */
  offered?: Readonly<{ usual: Filters } & Record<string, Filters>>;
  /** Default order of the columns, by dotted path; the columns not named here follow in the order of declaration. */
  columns?: readonly string[];
  /** The notice shown after a save, perhaps by the saved row; absent: a generic one. */
  saved?: string | ((row: Readonly<Record<string, unknown>>) => string);
  /** Default order of the list. */
  order: { by: string; ascending: boolean };
  /** The field that the list's `start` and `end` filter. */
  date?: string;
  /** Rows of a list call that names no `limit` (decision 95); absent: 25. */
  pageSize?: number;
  grants: { list: Grants; read: Grants; create: Grants; edit: Grants };
  /** Its list and its records are open to the people of a locked agency (C-020). */
  whenLocked?: true;
  /** Also answered under the agent's prefix, with the agency's rights and rows (decision 069). */
  alsoForAgents?: readonly ('list' | 'read' | 'save' | 'act')[];
  /** The flag of the rows that agents and customers may change on their own paths; absent: all that they see. */
  ownRows?: string;
  /** The flag of the rows of the caller's agency: those of others, where a policy shows them, are only read. */
  rowsOfAgency?: string;
  /** Other entities, by name, that its rows are computed from: an open list or record is read again when one changes. */
  madeOf?: readonly string[];
  /** Who else sees its rows, in other calls, and receives their live events. */
  shownTo?: Grants;
  /** What an erasure does, by reference to a person or to a private customer's site. Absent: no such reference. */
  personal?: Readonly<Record<string, PersonalReference | undefined>>;
  /** Changes in its history that are of no field, by the start of their path: only holders read them. */
  historyRights?: Readonly<Record<string, Right>>;
  fields: F;
  /** Rules across fields, for the form and the server. A method, so that Entity<F> is assignable to Entity. */
  check?(draft: Inputs<F>): Violation[];
}

export interface Declaration<F extends Fields> extends Described<F> {
  // Stricter types than in Entity, where F must stay covariant.
  title: keyof F & string;
  order: { by: keyof F & string; ascending: boolean };
  personal?: { readonly [K in keyof F & string]?: PersonalReference };
  /** Set where the specification's paths are irregular. */
  paths?: Partial<Paths>;
  /** The message of a 404: « Client introuvable ». */
  missing?: string;
}

export interface Entity<F extends Fields = Fields> extends Described<F> {
  paths: Paths;
  missing: string;
  /** The field declared with `status`, if any. */
  machine: Machine | null;
}

export function entity<const F extends Fields>(declared: Declaration<F>): Entity<F> {
  const statuses = Object.values<Field>(declared.fields).filter((field) => field.kind === 'status');
  if (statuses.length > 1) throw new Error(`${declared.name}: one status at most`);
  checkSealedFields(declared.name, declared.fields);
  checkWritablePaths(declared.name, declared.fields, statuses[0]?.machine ?? null);
  return {
    ...declared,
    paths: {
      list: `/fetch/${declared.plural}`,
      read: `/${declared.name}/{id}`,
      save: `/${declared.name}`,
      act: `/${declared.name}/{id}/{type}`,
      ...declared.paths,
    },
    missing: declared.missing ?? `${declared.label.one} introuvable`,
    machine: statuses[0]?.machine ?? null,
  };
}

/** The one right that limits searched fields: only its holders search them. Null: none is limited. */
export const searchRight = (of: Pick<Entity, 'fields'>): Right | null =>
  flatFields(of.fields).find(([, { search, right }]) => search && right)?.[1].right ?? null;

/** A sealed field needs a right and cannot be in a list, an export or a search. */
function checkSealedFields(name: string, fields: Fields): void {
  for (const [path, { sealed, right, column, filter, search, fields: members }] of flatFields(fields)) {
    if (sealed && (right === undefined || column !== undefined || filter || search))
      throw new Error(`${name}.${path}: a sealed field needs a right, and no column, filter or search`);
    if (Object.values(members ?? {}).some((member) => member.sealed))
      throw new Error(`${name}.${path}: a line cannot have a sealed field`);
  }
  const limited = searchRight({ fields });
  for (const [path, { search, right, reserved, shownWhen }] of flatFields(fields))
    if (
      search &&
      ((right && right !== limited) ||
        // A search in the target skips the fields that the view hides.
        (isHiddenFromSome({ reserved }) && search !== 'target') ||
        [shownWhen ?? []].flat().some(({ on }) => on !== undefined))
    )
      throw new Error(`${name}.${path}: a field hidden from some callers cannot be searched`);
}

/** A frozen state can leave writable only fields that a form writes. Functions of the row are not checked here. */
function checkWritablePaths(name: string, fields: Fields, machine: Machine | null): void {
  const known = new Set(flatFields(fields).flatMap(([path, { written }]) => (written === 'form' ? [path] : [])));
  for (const { writable } of Object.values(machine?.states ?? {}))
    for (const path of typeof writable === 'object' ? writable : [])
      if (!known.has(path)) throw new Error(`${name}: no form writes ${path}, which a state leaves writable`);
}

/** The output of a read. */
export type Row<E extends Entity<Fields>> =
  E extends Entity<infer F> ? Values<F> & { id: string; version: number } : never;

/** The input of a save: an edit with `id`, a creation without. */
export type Draft<E extends Entity<Fields>> =
  E extends Entity<infer F> ? Inputs<F> & { id?: string; version?: number; willActivate?: boolean } : never;

/** Fields of the list call: those that a column can show. */
export function columnFields(of: Entity): [string, Field][] {
  const offered = flatFields(of.fields).filter(([, field]) => field.column !== undefined);
  const rank = new Map(of.columns?.map((path, index) => [path, index]));
  const placed = ([path]: [string, Field]): number => rank.get(path) ?? rank.size;
  return rank.size === 0 ? offered : offered.toSorted((one, other) => placed(one) - placed(other));
}

const flattened = new WeakMap<Fields, [string, Field][]>();

/** Every field with its dotted path. A group is replaced by its members; lines stay one field. */
export function flatFields(fields: Fields): [string, Field][] {
  let flat = flattened.get(fields);
  if (!flat) {
    flat = Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
      field.kind === 'group'
        ? flatFields(field.fields as Fields).map(([path, member]) => [`${name}.${path}`, member])
        : [[name, field]],
    );
    flattened.set(fields, flat);
  }
  return flat;
}

const byKind = new WeakMap<Fields, Map<Kind, [string, Field][]>>();

/** Fields of one kind with their dotted paths. Cached, because every save needs them. */
export function fieldsOfKind(fields: Fields, kind: Kind): readonly [string, Field][] {
  const known = byKind.get(fields);
  if (known) return known.get(kind) ?? [];
  const kinds = new Map<Kind, [string, Field][]>();
  for (const one of flatFields(fields)) kinds.set(one[1].kind, [...(kinds.get(one[1].kind) ?? []), one]);
  byKind.set(fields, kinds);
  return kinds.get(kind) ?? [];
}

/** A copy of the record with another value at a dotted path. */
export function withValueAt<T>(record: T, path: string, value: unknown): T {
  const dot = path.indexOf('.');
  if (dot < 0) return { ...record, [path]: value };
  const name = path.slice(0, dot);
  const inner = (record as Record<string, unknown> | null)?.[name] ?? {};
  return { ...record, [name]: withValueAt(inner, path.slice(dot + 1), value) };
}

type Reserved = { reserved?: Field['reserved'] | undefined };
/** Callers of this scope receive null. */
export const isClosedTo = ({ reserved }: Reserved, scope: Scope): boolean =>
  (reserved === 'reading' && scope !== 'agency') || (reserved === 'customers' && scope === 'customer');
export const isHiddenFromSome = ({ reserved }: Reserved): boolean => reserved === 'reading' || reserved === 'customers';

/** Whether a form or a sheet shows the field to a caller of this scope, for this record. */
export function isShown(field: Field, values: unknown, scope: Scope): boolean {
  if (isClosedTo(field, scope)) return false;
  const { shownWhen } = field;
  const conditions: readonly Condition[] = shownWhen === undefined ? [] : 'path' in shownWhen ? [shownWhen] : shownWhen;
  return conditions.every(
    ({ path, is, on }) => (on !== undefined && on !== scope) || (valueAt(values, path) ?? null) === is,
  );
}

/** The field that holds the status. */
export const statusPath = (of: Entity): string =>
  Object.entries(of.fields).find(([, field]) => field.kind === 'status')?.[0] ?? 'status';

/** Value at a dotted path. */
export function valueAt(row: unknown, path: string): unknown {
  let value = row;
  // Called for every field of every row of a list, so it does not split the path into an array.
  for (let from = 0; from <= path.length; ) {
    const dot = path.indexOf('.', from);
    const end = dot < 0 ? path.length : dot;
    value = (value as Record<string, unknown> | null | undefined)?.[path.slice(from, end)];
    from = end + 1;
  }
  return value;
}

/** The same, as people read it. */
export function shownAt(row: unknown, path: string, { negativeWhen }: Field): unknown {
  const value = valueAt(row, path);
  // Never « -0 ».
  return negativeWhen && typeof value === 'number' && value !== 0 && valueAt(row, negativeWhen.path) === negativeWhen.is
    ? -value
    : value;
}
