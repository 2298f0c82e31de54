// One statement over all entities that the caller may list: ids by the search function, rows under their policies.
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { searchRecords, shortestSearch } from '#core/search/search.ts';
import { type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { foundIds, searchesTargets } from '#server/kernel/finding.ts';
import { type Bind, sqlKinds } from '#server/kernel/kinds.ts';
import { listedOnly, mayList, plansOf } from '#server/kernel/listing.ts';
import { quoted, snake } from '#server/kernel/names.ts';
import { alias, type Extension, named, type Plan } from '#server/kernel/plan.ts';
import type { Reader } from '#server/kernel/reader.ts';

const most = 5;

/** Fields that fit in the detail line of a result; rich text does not. */
const fitsDetail = ({ kind }: Field): boolean => kind === 'text' || kind === 'address' || kind === 'refs';

function detailOf({ plan, view }: Reader): string {
  const words = flatFields(plan.of.fields).flatMap(([path, field]) => {
    const place = plan.placeOf(path);
    const isName = path === plan.of.title && !plan.extension.found;
    if (!field.search || !place || isName || !fitsDetail(field) || !view.sees(path)) return [];
    const text = sqlKinds[field.kind].words?.(place);
    return text ? [`nullif(trim(${text}), '')`] : [];
  });
  return words.length > 0 ? `nullif(concat_ws(' · ', ${words.join(', ')}), '')` : 'null::text';
}

/** The best matches in the whole agency; on a path with restricted rows, all matches are read. */
const looked = 200;

/** As in lists; in a published copy the words must be in the row itself, since the index has the current ones. */
function shownOnly(plan: Plan, archived: boolean): string {
  const where = listedOnly(plan, { archived });
  return plan.isCopy ? `${where === '' ? ' where' : `${where} and`} text_holds($1::text, ${plan.words})` : where;
}

interface Asked {
  /** `$1` of the statement. */
  query: string;
  archived: boolean;
  bind: Bind;
}

function branch(reader: Reader, position: number, { query, archived, bind }: Asked): string {
  const { plan } = reader;
  const { of } = plan;
  const { found } = plan.extension;
  const title = found?.name(alias) ?? `${alias}.${snake(of.title)}`;
  // Preferred rows may be any of them.
  const best = `search_best(${quoted(reader.index)}, $1::text, ${found ? 'null' : `case when app_whole() then ${looked} end`})`;
  const ranked = searchesTargets(reader)
    ? `(select id, min(rank) as rank from (select id, rank from ${best} union all select id, 2 from (${foundIds(reader, query, bind)}) linked) any_match group by id)`
    : best;
  const order = `f.rank, ${found ? found.order(alias) : `${title} collate "fr-x-icu"`}, ${alias}.id`;
  // The best rows first, by id alone: a town finds most services, whose whole rows take longer to sort.
  return `(select ${quoted(of.name)} as entity, ${position} as position, ${alias}.id, ${title} as name, ${detailOf(reader)} as detail,
      ${of.machine ? `${alias}.status` : 'null::integer'} as status, found_rank, found_place
    from ${of.table} ${alias} join (select ${alias}.id as found_id, f.rank as found_rank, row_number() over (order by ${order}) as found_place
      from ${of.table} ${alias} join ${ranked} f on f.id = ${alias}.id${shownOnly(plan, archived)} order by found_place limit ${most}) best
      on best.found_id = ${alias}.id)`;
}

function searchStatement(
  readers: readonly Reader[],
  query: string,
  archived: boolean,
): { text: string; values: unknown[] } {
  const values: unknown[] = [query];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const branches = readers.map((reader, position) => branch(reader, position, { query, archived, bind }));
  const text = `select '{"results":' || coalesce(json_agg(json_build_object('entity', entity, 'id', id, 'name', name, 'detail', detail, 'status', status)
      order by best, position, found_place)::text, '[]') || '}' as reply
    from (select *, min(found_rank) over (partition by entity) as best from (${branches.join(' union all ')}) found) ranked`;
  return { text, values };
}

export const searchHandlers = (entities: readonly Entity[], extensions: Record<string, Extension>): Handler[] => {
  // Records that are found only by what they refer to, or have no sheet to open, are found in their own lists.
  const plans = plansOf(entities, extensions).filter(
    ({ indexes, of }) => indexes.length > 0 && Object.keys(of.grants.read).length > 0,
  );
  return [
    handle(searchRecords, async (call) => {
      const { query, entities: wanted, archived = false } = call.input;
      const open = plans
        .filter((plan) => (wanted?.includes(plan.of.name) ?? true) && mayList(call, plan.of))
        .map((plan) => plan.readerFor(call));
      if (query.trim().length < shortestSearch || open.length === 0) return { results: [] };
      const { text, values } = searchStatement(open, query, archived);
      const [row] = await call.db.query<{ reply: string }>(named(text, values));
      return new RawJson(row?.reply ?? '') as never;
    }),
  ];
};
