// The code of one entity that the generic calls use, written in server/<module>/. Hooks are typed by their entity.
import type { Operation } from '#core/kernel/endpoint.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import type { Fields, Inputs, Values } from '#core/kernel/field.ts';
import type { Call } from './call.ts';
import type { Plan } from './plan.ts';

/** A checked draft; a module may also set the fields that no form writes. */
export type CheckedDraft<E extends Entity> =
  E extends Entity<infer F> ? Inputs<F> & Partial<Omit<Values<F>, keyof Inputs<F>>> : never;

/** A row about to be written. */
export interface Pending<E extends Entity = Entity> {
  id: string;
  draft: CheckedDraft<E>;
  /** Null on a creation. */
  current: Row<E> | null;
  /** Columns that no field holds; written on creation only. */
  columns: Record<string, unknown>;
  willActivate: boolean | undefined;
}

/** Decision 85: edits a finished record. Its state refuses nothing; the history keeps the reason. */
export interface Correction {
  reason: string;
}

export interface Saved<E extends Entity = Entity> {
  after: Row<E>;
  /** Null on a creation. */
  before: Row<E> | null;
}

type Sql = (alias: string) => string;

/** SQL over more than one field's value; hidden together with the field `of`. */
export interface Derived {
  of?: string;
  sql: string;
}

export interface Extension<E extends Entity = Entity<Fields>> {
  /** SQL of fields that no column holds, by dotted path. */
  computed?: Record<string, Sql>;
  /** SQL values to order and filter by, where `computed` is already JSON. */
  bare?: Record<string, Sql>;
  /** Extra JSON of a list reply; `from` selects all filtered rows, as `t`. */
  beside?: Record<string, { of?: string; sql(from: string): string }>;
  /** A column that orders rows with equal values, before their id. */
  tie?: string;
  /** SQL conditions of the specification's flags that are not fields (-1 no filter, 0 rows that do not match, 1 rows that match). */
  flags?: Record<string, Derived>;
  /** A condition on every row of the list; `t` is its table. */
  always?: string;
  /** The list searches its rows and not the index, which holds the words of the caller's agency only. For short tables. */
  searchesRows?: true;
  /** A condition that applies while no status filter is set. */
  unlessStatus?: string;
  /** The table that agents and customers read on their own paths (same columns), and the values computed differently there. */
  own?: { table: string; computed: Record<string, Sql>; bare?: Record<string, Sql> };
  /** Completes or refuses drafts inside the saving transaction, before anything is written. */
  beforeSave?(rows: readonly Pending<E>[], call: Call, correction: Correction | null): Promise<void>;
  /** Inside the transaction, after the rows are written. */
  afterSave?(rows: readonly Saved<E>[], call: Call, correction: Correction | null): Promise<void>;
  /** Refuses a move while its rows, locked, are still as they were: after a removal, what hung on them is gone too. */
  beforeMove?(move: string, rows: readonly Row<E>[], call: Call): Promise<void>;
  afterMove?(move: string, rows: readonly Row<E>[], call: Call): Promise<void>;
  /** How the palette names its rows and which it prefers; absent: by the title. */
  found?: { name: Sql; order: Sql };
  /** Replaces the generic operation, and may call it. */
  operations?: Partial<Record<Operation, (plan: Plan, call: Call) => Promise<unknown>>>;
}
