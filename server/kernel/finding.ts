// Ids of the rows that the search finds: by the words of the index, and by those of the records they refer to.
import { flatFields } from '#core/kernel/entity.ts';
import { type Bind, type Place, sqlValue, wordsOfTarget } from './kinds.ts';
import { joinTable, parentColumn, targetColumn } from './names.ts';
import type { Reader } from './reader.ts';

/** As many as search_condition() reads. */
const mostWords = 8;

/** As search_phone(): six digits or more without the prefix, not to be taken for a postcode. */
export const isPhone = (typed: string): boolean =>
  /^\+?[0-9][0-9 ().-]*$/.test(typed) && typed.replace(/^(\+|00)33/, '').replaceAll(/\D/g, '').length >= 6;

export interface Found {
  /** The body of a query that is read once, as `found`. */
  text: string;
  /** The condition on a row of the list's table. */
  condition: string;
  /** They may be most rows: read by the condition, then sorted. In the order of an index, each row would be compared with all. */
  isWide: boolean;
}

/**
 * The rows that the search finds, for the page and for their count. A town finds most services: by arrays, an index reads
 * those of its sites in one go, where a join would look each of them up by its id.
 */
export function foundRows(reader: Reader, query: string, bind: Bind, alias: string): Found {
  const places = targets(reader);
  const [word, ...more] = wordsIn(query);
  const isAny = (value: string, index: number): string => `${value} = any ((select found_${index} from found)::uuid[])`;
  if (places.length === 0)
    return { text: foundIds(reader, query, bind), condition: `${alias}.id in (select id from found)`, isWide: false };
  if (word === undefined || more.length > 0)
    return {
      isWide: true,
      text: `select array(${foundIds(reader, query, bind)}) as found_0`,
      condition: isAny(`${alias}.id`, 0),
    };
  const bound = `search_words_of(${bind(word, 'text')})`;
  const lists = [`select search_ids('${reader.index}', ${bound})`];
  const conditions = [isAny(`${alias}.id`, 0)];
  for (const place of places) {
    const isRef = place.field.kind === 'ref';
    conditions.push(isAny(isRef ? sqlValue(place) : `${alias}.id`, lists.length));
    lists.push(isRef ? targetIds(place, bound) : byTarget(place, bound));
  }
  const text = `select ${lists.map((ids, index) => `array(${ids}) as found_${index}`).join(', ')}`;
  return { text, condition: `(${conditions.join(' or ')})`, isWide: true };
}

/** As search_condition(): a telephone number is one word. */
function wordsIn(query: string): string[] {
  const typed = query.trim();
  return [...new Set(isPhone(typed) ? [typed] : typed.split(/\s+/))].slice(0, mostWords);
}

/** A query of ids; every word is in the index, or in a target that the view shows. */
export function foundIds(reader: Reader, query: string, bind: Bind): string {
  const places = targets(reader);
  if (places.length === 0) return `select search_ids('${reader.index}', ${bind(query, 'text')}) as id`;
  // Not by groups of rows: the planner would expect a single row.
  return wordsIn(query)
    .map((word) => {
      const bound = `search_words_of(${bind(word, 'text')})`;
      return `(select search_ids('${reader.index}', ${bound}) as id${places.map((place) => ` union ${byTarget(place, bound)}`).join('')})`;
    })
    .join(' intersect ');
}

export const searchesTargets = (reader: Reader): boolean => targets(reader).length > 0;

/** Targets are few: their words are read without an index. */
function targetIds({ field, named }: Place, word: string): string {
  const target = named(field.target ?? '');
  return `select g.id from ${target.table} g where position(${word} in search_words_of(${wordsOfTarget(target, named)})) > 0`;
}

function byTarget(place: Place, word: string): string {
  const { of, name, field, alias } = place;
  const ids = targetIds(place, word);
  return field.kind === 'ref'
    ? `select ${alias}.id from ${of.table} ${alias} where ${sqlValue(place)} in (${ids})`
    : `select j.${parentColumn(of)} from ${joinTable(of, name, field)} j where j.${targetColumn(field)} in (${ids})`;
}

const targets = ({ plan, view }: Reader): Place[] =>
  flatFields(plan.of.fields).flatMap(([path, { search }]) =>
    search === 'target' && view.sees(path) ? (plan.placeOf(path) ?? []) : [],
  );
