// The generic list, read and history: JSON built in SQL, under the caller's policies, in one round trip.
import type { HistoryLine } from '#core/kernel/endpoint.ts';
import { statusPath } from '#core/kernel/entity.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import {
  archivedFilter,
  defaultPageSize,
  type Filters,
  flagName,
  idsFilter,
  isInactive,
  type ListInput,
  mostIds,
} from '#core/kernel/query.ts';
import { withoutHidden } from '#core/kernel/view.ts';
import { type Call, RawJson } from './call.ts';
import { foundRows } from './finding.ts';
import { type Bind, utc } from './kinds.ts';
import { named, namedFew, type Plan, unarchived } from './plan.ts';
import { alias, type Reader } from './reader.ts';
import { isUuid } from './uuid.ts';

/** SQL: the condition of a call that lists only some rows. */
export type Among = (bind: Bind) => string;

export async function list(plan: Plan, call: Call, among?: Among): Promise<RawJson> {
  const input = call.input as ListInput;
  const { text, values } = listStatement(plan.readerFor(call), input, among);
  const [row] = await call.db.query<{ reply: string }>((input.fields ? namedFew : named)(text, values));
  return new RawJson(row?.reply ?? '');
}

/** Exported for the EXPLAIN test and the benchmarks. */
export function listStatement(reader: Reader, input: ListInput, among?: Among): { text: string; values: unknown[] } {
  const { of, extension } = reader.plan;
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = filterConditions(reader, input.filters ?? {}, bind);
  if (extension.always) conditions.push(extension.always);
  if (among) conditions.push(among(bind));
  else if (isInactive(input.filters?.[statusPath(of)]) && isInactive(input.filters?.[idsFilter])) {
    const kept = input.filters?.[archivedFilter] === true ? undefined : unarchived(reader.plan);
    conditions.push(...[extension.unlessStatus, kept].filter((condition) => condition !== undefined));
  }
  const query = input.query?.trim();
  // Search once for both the page and the count.
  const hits = query && !extension.searchesRows ? foundRows(reader, query, bind) : null;
  const found = hits ? `found as materialized (${hits.text}), ` : '';
  if (query && !hits) conditions.push(holdsWords(reader.plan.words, bind(query, 'text')));
  if (query && hits) {
    conditions.push(hits.condition);
    // The index has the current words: they must be in the published row, too.
    if (reader.plan.isCopy) conditions.push(`text_holds(${bind(query, 'text')}, ${reader.plan.words})`);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const from = `from ${of.table} ${alias} ${where}`;
  const limit = input.limit ?? of.pageSize ?? defaultPageSize;
  const offset = bind(((input.page ?? 1) - 1) * limit, 'bigint');
  const span = `limit ${bind(limit, 'integer')} offset ${offset}`;
  const filtered = input.count === false ? `${offset} + (select count(*) from page)` : `(select count(*) ${from})`;
  const beside = Object.entries(extension.beside ?? {}).map(([key, { of: path, sql }]) => {
    const json = path === undefined || reader.view.sees(path) ? `(${sql(from)})::text` : `'null'`;
    return ` || ',"${key}":' || ${json}`;
  });
  // Compute row JSON only for the page shown.
  const rows = hits?.isWide ? `from (select ${alias}.* ${from} offset 0) ${alias}` : from;
  const text = `with ${found}page as materialized (select ${alias}.* ${rows} order by ${order(reader, input)} ${span})
    select '{"${of.plural}":' || coalesce((select json_agg(row_to_json(r))::text from (select ${reader.columns('listed', input.fields)} from page ${alias}) r), '[]')
      || ',"filtered":' || ${filtered}${beside.join('')} || '}' as reply`;
  return { text, values };
}

/** As text_holds(), which splits the query again for every row: of fifty thousand rows that takes seconds. */
const holdsWords = (text: string, query: string): string =>
  `search_words_of(${text}) like all ((select array_agg('%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%')
    from regexp_split_to_table(trim(search_words_of(${query})), '\\s+') word)::text[])`;

function order(reader: Reader, input: ListInput): string {
  const { of, placeOf, extension } = reader.plan;
  const by = input.orderBy ?? of.order.by;
  const ascending = input.ascending ?? (input.orderBy ? true : of.order.ascending);
  const direction = ascending ? 'asc' : 'desc';
  // Every order ends with the id, so that pages neither repeat nor skip a row.
  if (by === 'id') return `${alias}.id ${direction}`;
  const expressions = reader.order(by);
  if (!expressions)
    throw new Problem('invalid', `Tri inconnu : ${by}`, { violations: [{ path: 'orderBy', message: 'Tri inconnu' }] });
  // Without the clause, the index of a NOT NULL column works in both directions.
  const nulls = placeOf(by)?.field.required ? '' : ' nulls last';
  const ties = [...(extension.tie ? [extension.tie] : []), 'id'].map((column) => `${alias}.${column} ${direction}`);
  return [...expressions.map((expression) => `${expression} ${direction}${nulls}`), ...ties].join(', ');
}

function filterConditions(reader: Reader, filters: Filters, bind: Bind): string[] {
  const { plan } = reader;
  const violations: Violation[] = [];
  const conditions: string[] = [];
  const apply = (name: string, value: unknown): void => {
    const condition = reader.filter(name, value, bind);
    if (condition === undefined) violations.push({ path: `filters.${name}`, message: 'Filtre inconnu' });
    else if (condition === null) violations.push({ path: `filters.${name}`, message: 'Valeur de filtre invalide' });
    else conditions.push(condition);
  };
  const { start, end } = filters;
  if (typeof start === 'string' && typeof end === 'string' && Date.parse(start) > Date.parse(end))
    violations.push({ path: 'filters.end', message: 'La fin précède le début' });
  const flagged = new Map(Object.keys(filters).map((name) => [flagName(name), name]));
  for (const [name, value] of Object.entries(filters)) {
    if (name === 'start' || name === 'end') {
      if (!plan.of.date) violations.push({ path: `filters.${name}`, message: 'Filtre inconnu' });
      else if (!isInactive(value)) apply(plan.of.date, name === 'start' ? { from: value } : { to: value });
      continue;
    }
    if (name === archivedFilter && !plan.placeOf(name) && unarchived(plan) !== undefined) {
      if (typeof value !== 'boolean' && !isInactive(value))
        violations.push({ path: `filters.${name}`, message: 'Valeur de filtre invalide' });
      continue;
    }
    if (name === idsFilter) {
      if (isInactive(value)) continue;
      if (Array.isArray(value) && value.length <= mostIds && value.every(isUuid))
        conditions.push(`${alias}.id = any (${bind(value, 'uuid[]')})`);
      else violations.push({ path: `filters.${name}`, message: 'Valeur de filtre invalide' });
      continue;
    }
    const { flags = {} } = plan.extension;
    const own = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (own !== undefined) {
      if (own.of !== undefined && value !== -1) reader.demand(own.of);
      if (value === 0 || value === 1) conditions.push(value === 1 ? `(${own.sql})` : `not (${own.sql})`);
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
    // Decision 47: the ids are ignored when their flag is 0 or -1.
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

/** The JSON text of the row as this caller sees it; null: the policies hide it. */
export async function readRow(
  plan: Plan,
  call: Pick<Call, 'asker' | 'context' | 'db'>,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [row] = await call.db.query<{ reply: string }>(named(plan.readerFor(call).byId, [id]));
  return row?.reply ?? null;
}

export async function read(plan: Plan, call: Call): Promise<RawJson> {
  const row = await readRow(plan, call, (call.params as { id: string }).id);
  if (row === null) throw new Problem('missing', plan.of.missing);
  return new RawJson(`{"${plan.of.name}":${row}}`);
}

const edits: ReadonlySet<string> = new Set(['edit', 'correct']);

export async function history(plan: Plan, call: Call): Promise<{ history: HistoryLine[] }> {
  const { id } = call.params as { id: string };
  if ((await readRow(plan, call, id)) === null) throw new Problem('missing', plan.of.missing);
  const lines = await call.db.query<HistoryLine & Record<string, unknown>>({
    name: 'history',
    text: `select id, ${utc('at')} as at, action, author, acting_for as "actingFor", changes, reason
      from (select * from audit where entity = $1 and entity_id = $2 order by at desc, id desc limit 200) h order by h.at desc, h.id desc`,
    values: [plan.of.name, id],
  });
  const { view } = plan.readerFor(call);
  return {
    history: lines
      .map((line) => ({ ...line, changes: withoutHidden(view, line.changes) }))
      // Only hidden values changed; the line of another action says that it happened.
      .filter(({ action, changes }) => !edits.has(action) || Object.keys(changes).length > 0),
  };
}
