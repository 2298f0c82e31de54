// One statement over all entities that the caller may list: ids by the search function, rows under their policies.
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { searchRecords, shortestSearch } from '#core/search/search.ts';
import { type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { listedOnly, mayList, plansOf } from '#server/kernel/listing.ts';
import { quoted, snake } from '#server/kernel/names.ts';
import { alias, type Extension, named, type Plan } from '#server/kernel/plan.ts';
import type { Reader } from '#server/kernel/reader.ts';

const most = 5;

/** Fields that fit in the detail line of a result; rich text does not. */
const fitsDetail = ({ kind }: Field): boolean => kind === 'text' || kind === 'address';

function detailOf({ plan, view }: Reader): string {
  const words = flatFields(plan.of.fields).flatMap(([path, field]) => {
    const place = plan.placeOf(path);
    if (!field.search || !place || path === plan.of.title || !fitsDetail(field) || !view.sees(path)) return [];
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

function branch(reader: Reader, position: number, archived: boolean): string {
  const { plan } = reader;
  const { of } = plan;
  const title = `${alias}.${snake(of.title)}`;
  const best = `search_best(${quoted(reader.index)}, $1::text, case when app_whole() then ${looked} end)`;
  return `(select ${quoted(of.name)} as entity, ${position} as position, ${alias}.id, ${title} as name, ${detailOf(reader)} as detail,
      ${of.machine ? `${alias}.status` : 'null::integer'} as status, f.rank
    from ${of.table} ${alias} join ${best} f on f.id = ${alias}.id${shownOnly(plan, archived)} order by f.rank, ${title} collate "fr-x-icu", ${alias}.id limit ${most})`;
}

function searchStatement(readers: readonly Reader[], archived: boolean): string {
  const branches = readers.map((reader, position) => branch(reader, position, archived));
  return `select '{"results":' || coalesce(json_agg(json_build_object('entity', entity, 'id', id, 'name', name, 'detail', detail, 'status', status)
      order by best, position, rank, name collate "fr-x-icu", id)::text, '[]') || '}' as reply
    from (select *, min(rank) over (partition by entity) as best from (${branches.join(' union all ')}) found) ranked`;
}

export const searchHandlers = (entities: readonly Entity[], extensions: Record<string, Extension>): Handler[] => {
  const plans = plansOf(entities, extensions).filter(({ of }) =>
    flatFields(of.fields).some(([, field]) => field.search),
  );
  return [
    handle(searchRecords, async (call) => {
      const { query, entities: wanted, archived = false } = call.input;
      const open = plans
        .filter((plan) => (wanted?.includes(plan.of.name) ?? true) && mayList(call, plan.of))
        .map((plan) => plan.readerFor(call));
      if (query.trim().length < shortestSearch || open.length === 0) return { results: [] };
      const [row] = await call.db.query<{ reply: string }>(named(searchStatement(open, archived), [query]));
      return new RawJson(row?.reply ?? '') as never;
    }),
  ];
};
