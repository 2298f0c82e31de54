// The generic list, read and history: JSON built in SQL, under the caller's policies, in one round trip.

import { flatFields } from '#core/kernel/entity.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { type Filters, flagName, isInactive, type ListInput } from '#core/kernel/query.ts';
import type { Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { type Call, RawJson } from './call.ts';
import { type Bind, sqlKinds } from './kinds.ts';
import { alias, named, type Plan, planFor } from './plan.ts';
import { isUuid } from './uuid.ts';

const holds =
  (call: Call) =>
  (right: Right): boolean =>
    can(call.asker, [right]);

export async function list(declared: Plan, call: Call): Promise<RawJson> {
  const plan = planFor(declared, call);
  const input = call.input as ListInput;
  const { text, values } = listStatement(plan, input, holds(call));
  const [row] = await call.db.query<{ reply: string; summed?: unknown[] }>(named(text, values));
  const reply = row?.reply ?? '';
  if (!plan.extension.summed || !row?.summed) return new RawJson(reply);
  const totals = await plan.extension.summed.totals(row.summed, call);
  return new RawJson(`${reply.slice(0, -1)},"totals":${JSON.stringify(totals)}}`);
}

/** Exported for the EXPLAIN test and the benchmarks. */
export function listStatement(
  plan: Plan,
  input: ListInput,
  held: (right: Right) => boolean,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = filterConditions(plan, input.filters ?? {}, bind);
  if (plan.extension.always) conditions.push(plan.extension.always);
  if (plan.extension.unlessStatus && isInactive(input.filters?.status)) conditions.push(plan.extension.unlessStatus);
  const query = input.query?.trim();
  // Searched once, for the page and for the count.
  const found = query
    ? `found as materialized (select array(select search_ids('${plan.of.name}', ${bind(query, 'text')})) as ids), `
    : '';
  if (query) conditions.push(`${alias}.id = any ((select ids from found)::uuid[])`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const from = `from ${plan.of.table} ${alias} ${where}`;
  const limit = input.limit ?? 25;
  const span = `limit ${bind(limit, 'integer')} offset ${bind(((input.page ?? 1) - 1) * limit, 'bigint')}`;
  const more = Object.entries(plan.extension.listed ?? {}).map(([key, json]) => ` || ',"${key}":' || (${json})::text`);
  const totals = Object.entries(plan.extension.totals ?? {}).map(([key, sum]) => `'${key}', ${sum}`);
  if (totals.length > 0)
    more.push(` || ',"totals":' || (select json_build_object(${totals.join(', ')}) ${from})::text`);
  const { summed } = plan.extension;
  const beside = summed ? `, (select coalesce(json_agg(${summed.row}), '[]') ${from}) as summed` : '';
  // The page first, then its JSON: what is told of a row is not computed for the rows of earlier pages.
  const text = `with ${found}page as materialized (select ${alias}.* ${from} order by ${order(plan, input)} ${span})
    select '{"${plan.of.plural}":' || coalesce((select json_agg(row_to_json(r))::text from (select ${plan.rowJson('listed', held)} from page ${alias}) r), '[]')
      || ',"filtered":' || (select count(*) ${from})${more.join('')} || '}' as reply${beside}`;
  return { text, values };
}

function order(plan: Plan, input: ListInput): string {
  const by = input.orderBy ?? plan.of.order.by;
  const ascending = input.ascending ?? (input.orderBy ? true : plan.of.order.ascending);
  const direction = ascending ? 'asc' : 'desc';
  // Every order ends with the id, so that pages neither repeat nor skip a row.
  if (by === 'id') return `${alias}.id ${direction}`;
  const place = plan.placeOf(by);
  const expressions =
    place?.field.column === undefined
      ? undefined
      : (sqlKinds[place.field.kind].order?.(place) ?? (place.bare === undefined ? undefined : [place.bare]));
  if (!place || !expressions)
    throw new Problem('invalid', `Tri inconnu : ${by}`, { violations: [{ path: 'orderBy', message: 'Tri inconnu' }] });
  // Without the clause a NOT NULL column keeps its index in both directions.
  const nulls = place.field.required ? '' : ' nulls last';
  return [...expressions.map((expression) => `${expression} ${direction}${nulls}`), `${alias}.id ${direction}`].join(
    ', ',
  );
}

function filterConditions(plan: Plan, filters: Filters, bind: Bind): string[] {
  const violations: Violation[] = [];
  const conditions: string[] = [];
  const apply = (name: string, value: unknown): void => {
    const place = plan.placeOf(name);
    const filter =
      place?.field.filter || name === plan.of.date ? place && sqlKinds[place.field.kind].filter : undefined;
    if (!place || !filter) {
      violations.push({ path: `filters.${name}`, message: 'Filtre inconnu' });
      return;
    }
    const condition = filter(place, value, bind);
    if (condition === null) violations.push({ path: `filters.${name}`, message: 'Valeur de filtre invalide' });
    else conditions.push(condition);
  };
  const flagged = new Map(Object.keys(filters).map((name) => [flagName(name), name]));
  for (const [name, value] of Object.entries(filters)) {
    if (name === 'start' || name === 'end') {
      if (!plan.of.date) violations.push({ path: `filters.${name}`, message: 'Filtre inconnu' });
      else if (!isInactive(value)) apply(plan.of.date, name === 'start' ? { from: value } : { to: value });
      continue;
    }
    const own = plan.extension.flags?.[name];
    if (own !== undefined) {
      if (value === 0 || value === 1) conditions.push(value === 1 ? `(${own})` : `not (${own})`);
      else if (value !== -1) violations.push({ path: `filters.${name}`, message: 'Valeur de filtre invalide' });
      continue;
    }
    const flagOf = isFlag(name) ? (flagged.get(name) ?? name[2]?.toLowerCase() + name.slice(3)) : null;
    if (flagOf !== null && !plan.placeOf(name)) {
      if (value === 0) apply(flagOf, 0);
      else if (value === 1 && isInactive(filters[flagOf]))
        violations.push({ path: `filters.${flagOf}`, message: 'Valeur de filtre invalide' });
      else if (value !== 1 && value !== -1) violations.push({ path: `filters.${name}`, message: 'Filtre inconnu' });
      continue;
    }
    const flag = filters[flagName(name)];
    // 0 and -1 set the ids beside them aside (decision 47).
    if (flag === 0 || flag === -1 || isInactive(value)) {
      if (!plan.placeOf(name)) violations.push({ path: `filters.${name}`, message: 'Filtre inconnu' });
      continue;
    }
    apply(name, value);
  }
  if (violations.length > 0) throw new Problem('invalid', 'Filtre invalide', { violations });
  return conditions;
}

const isFlag = (name: string): boolean => /^is[A-Z]/.test(name);

/** The row as JSON text, or null when the policies hide it. */
export async function readRow(plan: Plan, call: Call, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [row] = await call.db.query<{ reply: string }>(named(planFor(plan, call).oneRow(holds(call), false), [id]));
  return row?.reply ?? null;
}

export async function read(plan: Plan, call: Call): Promise<RawJson> {
  const row = await readRow(plan, call, (call.params as { id: string }).id);
  if (row === null) throw new Problem('missing', plan.of.missing);
  return new RawJson(`{"${plan.of.name}":${row}}`);
}

export async function history(plan: Plan, call: Call): Promise<RawJson> {
  const { id } = call.params as { id: string };
  if ((await readRow(plan, call, id)) === null) throw new Problem('missing', plan.of.missing);
  const hidden = plan.guards.filter((right) => !holds(call)(right));
  const [row] = await call.db.query<{ reply: string }>({
    name: 'history',
    text: `select coalesce(json_agg(json_build_object('id', h.id, 'at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'action', h.action, 'author', h.author, 'actingFor', h.acting_for, 'changes', h.changes - $3::text[], 'reason', h.reason) order by h.at desc, h.id desc), '[]')::text as reply
      from (select * from audit where entity = $1 and entity_id = $2 order by at desc, id desc limit 200) h`,
    values: [plan.of.name, id, hiddenPaths(plan, hidden)],
  });
  return new RawJson(`{"history":${row?.reply ?? '[]'}}`);
}

const hiddenPaths = (plan: Plan, hidden: Right[]): string[] =>
  flatFields(plan.of.fields).flatMap(([path, field]) => (field.right && hidden.includes(field.right) ? [path] : []));
