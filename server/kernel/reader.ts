// The SQL of one view of an entity: its rows as JSON, and the fields to sort and filter by.
import { columnFields, type Entity } from '#core/kernel/entity.ts';
import type { Condition, Field, Fields, Kind } from '#core/kernel/field.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { FieldView, View } from '#core/kernel/view.ts';
import { missingRight } from '#core/rights.ts';
import { type Bind, type Place, sqlKinds, sqlValue } from './kinds.ts';
import { literal, nameAt } from './names.ts';
import type { Plan } from './plan.ts';

export const alias = 't';

type Shape = 'row' | 'listed';

const listKinds: ReadonlySet<Kind> = new Set<Kind>(['refs', 'files', 'phones', 'lines', 'choices']);

/** The value of a field that nobody asked for; null: it is never empty. */
const emptyOf = ({ kind, required }: Field): string | null =>
  required !== true ? 'null' : listKinds.has(kind) ? `'[]'::json` : null;

export interface Reader {
  plan: Plan;
  view: View;
  /** Select list of a row of table `t`; hidden fields are null. With `asked`, other fields are empty if they may be. */
  columns(shape: Shape, asked?: readonly string[] | null): string;
  /** Whole rows by their ids, as JSON. */
  byIds: string;
  /** One row by its id, as JSON text. */
  byId: string;
  /** Expressions to order by; undefined: not sortable. Refuses hidden fields. */
  order(path: string): string[] | undefined;
  /** Undefined: no such filter; null: the value has the wrong shape. Refuses hidden fields. */
  filter(path: string, value: unknown, bind: Bind): string | null | undefined;
  /** Refuses a hidden field, and values derived from it. */
  demand(path: string): void;
  /** The search index of the words that this view may search. */
  index: string;
}

export function readerOf(plan: Plan, view: View): Reader {
  const { of, extension } = plan;
  const listed = new Set(columnFields(of).map(([path]) => path));
  const texts: Partial<Record<Shape, string>> = {};
  let [byIds, byId]: (string | undefined)[] = [];

  /** The value without the options that the view hides. */
  const placeOf = (path: string): Place | null => {
    const place = plan.placeOf(path);
    const hidden = view.at(path)?.hiddenOptions ?? [];
    return place && hidden.length > 0
      ? { ...place, bare: hidden.reduce((sql, option) => `array_remove(${sql}, ${literal(option)})`, sqlValue(place)) }
      : place;
  };

  const select = (path: string, field: Field, shape: Shape): string => {
    const seen = view.at(path);
    if (!seen?.seen) return 'null';
    const kind = sqlKinds[field.kind];
    const place = { ...(placeOf(path) as Place), sees: (name: string) => view.sees(`${path}.${name}`) };
    const computed = seen.hiddenOptions.length > 0 ? undefined : extension.computed?.[path]?.(alias);
    const whole = computed ?? (shape === 'listed' && kind.listed ? kind.listed : kind.select)(place);
    const hidden = Object.keys(field.kind === 'found' ? (field.fields ?? {}) : {}).flatMap((name) =>
      place.sees(name) ? [] : [`'${name}', null`],
    );
    const value = hidden.length > 0 ? `((${whole})::jsonb || jsonb_build_object(${hidden.join(', ')}))` : whole;
    const conditions = [conditionSql(plan, seen.conditions), field.seenBy ? ownedSql(alias) : null].filter(Boolean);
    return conditions.length === 0 ? value : `case when ${conditions.join(' and ')} then ${value} end`;
  };

  const members = (fields: Fields, prefix: string, shape: Shape, asked?: ReadonlySet<string>): [string, string][] =>
    Object.entries(fields).flatMap(([name, field]): [string, string][] => {
      const path = prefix + name;
      if (field.kind === 'group') {
        const inner = members(field.fields as Fields, `${path}.`, shape, asked);
        return inner.length > 0 ? [[name, objectOf(inner)]] : [];
      }
      if (shape === 'listed' && !listed.has(path)) return [];
      const isEmpty = asked?.has(path) === false && view.sees(path);
      return [[name, (isEmpty ? emptyOf(field) : null) ?? select(path, field, shape)]];
    });

  const columnsIn = (shape: Shape, asked?: ReadonlySet<string>): string =>
    columnsOf([['id', `${alias}.id`], ['version', `${alias}.version`], ...members(of.fields, '', shape, asked)]);

  const columns: Reader['columns'] = (shape, asked) => {
    if (!asked) {
      texts[shape] ??= columnsIn(shape);
      return texts[shape];
    }
    const unknown = asked.filter((path) => !listed.has(path));
    if (unknown.length > 0)
      throw new Problem('invalid', `Colonne inconnue : ${unknown[0]}`, {
        violations: unknown.map((path) => ({ path: 'fields', message: `Colonne inconnue : ${path}` })),
      });
    return columnsIn(shape, new Set(asked));
  };

  const demand = (path: string): FieldView | undefined => {
    const seen = view.at(path);
    if (seen && !seen.seen)
      throw seen.missing === null
        ? new Problem('forbidden', messages.notYours)
        : new Problem('forbidden', missingRight(seen.missing), { right: seen.missing });
    return seen;
  };

  return {
    plan,
    view,
    columns,
    index: plan.indexes.findLast(({ right }) => right === null || view.holds(right))?.name ?? of.name,
    get byIds() {
      byIds ??= `select row_to_json(r) as row from (select ${columns('row')} from ${of.table} ${alias} where ${alias}.id = any ($1::uuid[])) r`;
      return byIds;
    },
    get byId() {
      byId ??= `select row_to_json(r)::text as reply from (select ${columns('row')} from ${of.table} ${alias} where ${alias}.id = $1) r`;
      return byId;
    },
    demand,
    order: (path) => {
      const place = placeOf(path);
      if (place?.field.column === undefined) return undefined;
      const expressions =
        sqlKinds[place.field.kind].order?.(place) ?? (place.bare === undefined ? undefined : [place.bare]);
      const condition = conditionSql(plan, demand(path)?.conditions ?? []);
      return condition === null
        ? expressions
        : expressions?.map((expression) => `case when ${condition} then ${expression} end`);
    },
    filter: (path, value, bind) => {
      const place = placeOf(path);
      const filter = place?.field.filter || path === of.date ? place && sqlKinds[place.field.kind].filter : undefined;
      if (!place || !filter) return undefined;
      const condition = conditionSql(plan, demand(path)?.conditions ?? []);
      const asked = filter(place, value, bind);
      return condition === null || asked === null ? asked : `(${condition} and ${asked})`;
    },
  };
}

/** The record is the caller's own (`seenBy` of a field). */
export const ownedSql = (of: string): string => `${of}.owner_id = app_user()`;

/** The conditions of a row; null: none. */
export const conditionSql = (plan: Plan, conditions: readonly Condition[]): string | null =>
  conditions.length === 0
    ? null
    : conditions.map(({ path, is }) => `${comparedAt(plan, path)} is not distinct from ${literal(is)}`).join(' and ');

/** The SQL value that a condition compares: a field, or one flag of a set. */
function comparedAt({ of, placeOf }: Plan, path: string): string {
  const place = placeOf(path);
  if (place) return sqlValue(place);
  const dot = path.lastIndexOf('.');
  const set = placeOf(path.slice(0, dot));
  if (set?.field.kind !== 'flags') throw new Error(`${of.name}: no field is named ${path}`);
  return `(${literal(path.slice(dot + 1))} = any (${sqlValue(set)}))`;
}

/** A field in its entity's table. */
export const placeIn = <E extends Entity>(
  plan: Pick<Plan<E>, 'of' | 'extension' | 'named'>,
  path: string,
  field: Field,
): Place => {
  const { extension } = plan;
  const bare = (extension.bare?.[path] ?? extension.computed?.[path])?.(alias);
  return {
    of: plan.of,
    name: nameAt(path),
    field,
    alias,
    named: plan.named,
    bare: bare === undefined ? undefined : `(${bare})`,
  };
};

const columnsOf = (members: [string, string][]): string =>
  members.map(([name, sql]) => `${sql} as "${name}"`).join(', ');

/** A PostgreSQL function takes at most 100 arguments; a call needs no plan node. */
const objectOf = (members: [string, string][]): string =>
  members.length <= 50
    ? `json_build_object(${members.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`
    : `(select row_to_json(g) from (select ${columnsOf(members)}) g)`;
