// What is not generic about an entity, written in server/<module>/. Hooks are typed by the entity they belong to.
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
  /** Columns that no field holds; those of a creation alone. */
  columns: Record<string, unknown>;
  willActivate: boolean | undefined;
}

/** Writes what is over again (decision 85): the state of the record refuses nothing, the history keeps the reason. */
export interface Correction {
  reason: string;
}

export interface Saved<E extends Entity = Entity> {
  after: Row<E>;
  /** Null on a creation. */
  before: Row<E> | null;
}

type Sql = (alias: string) => string;

/** SQL that tells something of the entity beyond one field's value; hidden with the field it is made of. */
export interface Derived {
  of?: string;
  sql: string;
}

export interface Extension<E extends Entity = Entity<Fields>> {
  /** SQL of fields that no column holds, by dotted path. */
  computed?: Record<string, Sql>;
  /** SQL values to order and filter by, where `computed` is already JSON. */
  bare?: Record<string, Sql>;
  /** JSON that the list answers beside its rows; `from` selects all the rows that the filters leave, as `t`. */
  beside?: Record<string, { of?: string; sql(from: string): string }>;
  /** SQL conditions of the specification's flags that no field bears (-1 no filter, 0 those that do not fulfil it, 1 those that do). */
  flags?: Record<string, Derived>;
  /** What every row of the list fulfils, `t` being its table. */
  always?: string;
  /** Rows that stay out of the list as long as nobody filters by status. */
  unlessStatus?: string;
  /** The table, of the same columns, that agents and customers read on their own paths, and what is computed otherwise there. */
  own?: { table: string; computed: Record<string, Sql> };
  /** Completes or refuses drafts inside the saving transaction, before anything is written. */
  beforeSave?(rows: readonly Pending<E>[], call: Call, correction: Correction | null): Promise<void>;
  /** Inside the transaction, when the rows are written. */
  afterSave?(rows: readonly Saved<E>[], call: Call): Promise<void>;
  afterMove?(move: string, rows: readonly Row<E>[], call: Call): Promise<void>;
  /** In the place of the generic operation, which it may call. */
  operations?: Partial<Record<Operation, (plan: Plan, call: Call) => Promise<unknown>>>;
}
