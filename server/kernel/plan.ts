// What the generic calls need of an entity, compiled once from its declaration.
import { createHash } from 'node:crypto';
import { columnFields, type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import type { Right } from '#core/rights.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from './call.ts';
import { type Named, type Place, sqlKinds } from './kinds.ts';
import { nameAt } from './names.ts';

/** What is not generic about an entity, written in server/<module>/. */
export interface Extension {
  /** SQL of fields that no column holds, by dotted path. */
  computed?: Record<string, (alias: string) => string>;
  /** SQL values to order and filter by, where `computed` is already JSON. */
  bare?: Record<string, (alias: string) => string>;
  /** JSON expressions that the list answers beside its rows. */
  listed?: Record<string, string>;
  /** SQL aggregates over all the rows that the filters leave, `t` being their table: the list's `totals`. */
  totals?: Record<string, string>;
  /** The same where SQL cannot sum: the JSON of a row, and the totals of all of them. */
  summed?: { row: string; totals(rows: unknown[], call: Call): Promise<object> };
  /** SQL conditions of the specification's flags that no field bears (-1 no filter, 0 those that do not fulfil it, 1 those that do). */
  flags?: Record<string, string>;
  /** What every row of the list fulfils, `t` being its table. */
  always?: string;
  /** Rows that stay out of the list as long as nobody filters by status. */
  unlessStatus?: string;
  /** The table, of the same columns, that agents and customers read on their own paths, and what is computed otherwise there. */
  own?: { table: string; computed: Record<string, (alias: string) => string> };
  /** What was sent, completed or refused before it is judged. */
  given?(body: Record<string, unknown>, call: Call): Record<string, unknown>;
  /** Completes or refuses a draft inside the saving transaction; `current` is null on a creation. */
  beforeSave?(
    draft: Record<string, unknown>,
    current: Record<string, unknown> | null,
    db: Db,
    call: Call,
  ): Promise<void>;
  /** The same for many drafts at once, without a question for each. */
  beforeSaveMany?(
    rows: readonly { draft: Record<string, unknown>; current: Record<string, unknown> | null }[],
    db: Db,
    call: Call,
  ): Promise<void>;
  /** More columns of a new row, and acts that go with a save. */
  onCreate?: Record<string, unknown> | ((db: Db) => Promise<Record<string, unknown>>);
  /** Inside the transaction, when the row is written; `before` is null on a creation. */
  afterSave?(after: Record<string, unknown>, before: Record<string, unknown> | null, db: Db, call: Call): Promise<void>;
  afterMove?(move: string, row: Record<string, unknown>, db: Db, call: Call): Promise<void>;
}

export const columnsOnCreate = async ({ onCreate }: Extension, db: Db): Promise<Record<string, unknown>> =>
  typeof onCreate === 'function' ? onCreate(db) : (onCreate ?? {});

export interface Plan {
  of: Entity;
  extension: Extension;
  named: Named;
  /** Rights that hide fields of this entity, each with its bit in a reader's mask. */
  guards: Right[];
  /** Column or expression of the field at a dotted path. */
  placeOf(path: string): Place | null;
  /** JSON object of a row, `t` being its table; hidden fields are null. */
  rowJson(shape: 'row' | 'listed', held: (right: Right) => boolean): string;
  /** The statement that answers one row by its id; `lock` holds it until the transaction ends. */
  oneRow(held: (right: Right) => boolean, lock: boolean): string;
  /** Text that the search finds; null: it is not searched. */
  words: string | null;
  /** As agents and customers read it on their own paths. */
  own: Plan | null;
}

export const alias = 't';

export function planOf(of: Entity, extension: Extension, named: Named): Plan {
  const flat = flatFields(of.fields);
  const paths = new Map(flat);
  const place = (path: string, field: Field): Place => ({
    of,
    name: nameAt(path),
    field,
    alias,
    named,
    bare: inBrackets((extension.bare?.[path] ?? extension.computed?.[path])?.(alias)),
  });
  const listed = new Set(columnFields(of).map(([path]) => path));
  const guards = [
    ...new Set(
      flat.flatMap(([, field]) => [field, ...membersOf(field)].flatMap(({ right }) => (right ? [right] : []))),
    ),
  ];
  const searched = flat.flatMap(([path, field]) =>
    field.search ? [sqlKinds[field.kind].words?.(place(path, field)) ?? quotedNothing] : [],
  );
  const texts = new Map<string, string>();

  const select = (path: string, field: Field, shape: 'row' | 'listed', held: (right: Right) => boolean): string => {
    if (field.right && !held(field.right)) return 'null';
    const kind = sqlKinds[field.kind];
    const whole =
      extension.computed?.[path]?.(alias) ??
      (shape === 'listed' && kind.listed ? kind.listed : kind.select)(place(path, field));
    const hidden = Object.entries(field.kind === 'found' ? (field.fields ?? {}) : {}).flatMap(([name, { right }]) =>
      right && !held(right) ? [`'${name}', null`] : [],
    );
    const value = hidden.length > 0 ? `((${whole})::jsonb || jsonb_build_object(${hidden.join(', ')}))` : whole;
    return field.reserved === 'reading' ? `case when app_whole() then ${value} end` : value;
  };
  const members = (
    fields: Fields,
    prefix: string,
    shape: 'row' | 'listed',
    held: (right: Right) => boolean,
  ): [string, string][] =>
    Object.entries(fields).flatMap(([name, field]): [string, string][] => {
      const path = prefix + name;
      if (field.kind === 'group') {
        const inner = members(field.fields as Fields, `${path}.`, shape, held);
        return inner.length > 0 ? [[name, objectOf(inner)]] : [];
      }
      return shape === 'listed' && !listed.has(path) ? [] : [[name, select(path, field, shape, held)]];
    });

  const plan: Plan = {
    of,
    extension,
    named,
    guards,
    placeOf: (path) => {
      const field = paths.get(path);
      return field ? place(path, field) : null;
    },
    rowJson: (shape, held) => {
      const key = shape + guards.map((right) => (held(right) ? '1' : '0')).join('');
      let text = texts.get(key);
      if (!text) {
        text = columnsOf([
          ['id', `${alias}.id`],
          ['version', `${alias}.version`],
          ...members(of.fields, '', shape, held),
        ]);
        texts.set(key, text);
      }
      return text;
    },
    oneRow: (held, lock) => {
      const key = `one${lock}${guards.map((right) => (held(right) ? '1' : '0')).join('')}`;
      let text = texts.get(key);
      if (!text) {
        const from = `from ${of.table} ${alias} where ${alias}.id = $1${lock ? ` for update of ${alias}` : ''}`;
        text = `select row_to_json(r)::text as reply from (select ${plan.rowJson('row', held)} ${from}) r`;
        texts.set(key, text);
      }
      return text;
    },
    words: searched.length === 0 ? null : `concat_ws(' ', ${searched.join(', ')})`,
    own: null,
  };
  const { own, ...rest } = extension;
  if (own)
    plan.own = planOf(
      { ...of, table: own.table },
      { ...rest, computed: { ...extension.computed, ...own.computed } },
      named,
    );
  return plan;
}

/** By the path that the call came on. */
export const planFor = (plan: Plan, { context }: Pick<Call, 'context'>): Plan =>
  plan.own && (context.agent !== null || context.customer !== null) ? plan.own : plan;

/** What is found is one value to the lists, but its members may have rights of their own. */
const membersOf = ({ kind, fields }: Field): Field[] => (kind === 'found' ? Object.values(fields ?? {}) : []);

const quotedNothing = "''";

const inBrackets = (sql: string | undefined): string | undefined => (sql === undefined ? undefined : `(${sql})`);

const columnsOf = (members: [string, string][]): string =>
  members.map(([name, sql]) => `${sql} as "${name}"`).join(', ');

/** A function of PostgreSQL takes a hundred arguments at most; below that it needs no plan node. */
const objectOf = (members: [string, string][]): string =>
  members.length <= 50
    ? `json_build_object(${members.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`
    : `(select row_to_json(g) from (select ${columnsOf(members)}) g)`;

/** Prepared once per connection; the name follows the text, so that two shapes never share one. */
export const named = (text: string, values: unknown[]): { name: string; text: string; values: unknown[] } => {
  let name = names.get(text);
  if (!name) {
    name = `v${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    // Shapes are few (filters × orders); beyond that somebody is playing, and his statements stay unnamed.
    if (names.size >= 2_000) return { name: '', text, values };
    names.set(text, name);
  }
  return { name, text, values };
};
const names = new Map<string, string>();
