// Ids of the rows that the search finds: by the words of the index, and by those of the records they refer to.
import { flatFields } from '#core/kernel/entity.ts';
import { type Bind, type Place, sqlValue, wordsOfTarget } from './kinds.ts';
import { joinTable, parentColumn, targetColumn } from './names.ts';
import { alias, type Reader } from './reader.ts';

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

/** The rows that the search finds, for the page and for their count. */
export function foundRows(reader: Reader, query: string, bind: Bind): Found {
  const places = targets(reader);
  return places.length === 0
    ? { text: foundIds(reader, query, bind), condition: `${alias}.id in (select id from found)`, isWide: false }
    : { ...foundBy(reader, places, query, bind), isWide: true };
}

/**
 * A town finds most services: by arrays, an index reads those of its sites in one go, where a join would look each of them
 * up by its id. Of several words, the longest finds the rows and the others only filter them, by hashes: to expand each of
 * them to its services takes as long as to find them.
 */
function foundBy(reader: Reader, places: readonly Place[], query: string, bind: Bind): Omit<Found, 'isWide'> {
  const lists: string[] = [];
  const isAny = (value: string, index: number): string => `${value} = any ((select found_${index} from found)::uuid[])`;
  const isHashed = (value: string, index: number): string => `${value} in (select unnest(found_${index}) from found)`;
  const conditions = wordsIn(query)
    .toSorted((one, other) => other.length - one.length)
    .map((word, rank) => {
      const among = rank === 0 ? isAny : isHashed;
      const bound = `search_words_of(${bind(word, 'text')})`;
      const own = among(`${alias}.id`, lists.push(`select search_ids('${reader.index}', ${bound})`) - 1);
      const inTargets = places.map((place) => {
        const isRef = place.field.kind === 'ref';
        const index = lists.push(isRef ? targetIds(place, bound) : byTarget(place, bound)) - 1;
        return among(isRef ? sqlValue(place) : `${alias}.id`, index);
      });
      return `(${[own, ...inTargets].join(' or ')})`;
    });
  const text = `select ${lists.map((ids, index) => `array(${ids}) as found_${index}`).join(', ')}`;
  return { text, condition: conditions.join(' and ') };
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
  const { text, condition } = foundBy(reader, places, query, bind);
  return `with found as materialized (${text}) select ${alias}.id from ${reader.plan.of.table} ${alias} where ${condition}`;
}

export const searchesTargets = (reader: Reader): boolean => targets(reader).length > 0;

/** Targets are few: their words are read without an index. */
function targetIds({ field, named }: Place, word: string): string {
  const target = named(field.target ?? '');
  return `select g.id from ${target.table} g where position(${word} in search_words_of(${wordsOfTarget(target, named)})) > 0`;
}

/** Of a list of references: the rows whose list has one. */
const byTarget = (place: Place, word: string): string => {
  const { of, name, field } = place;
  return `select j.${parentColumn(of)} from ${joinTable(of, name, field)} j where j.${targetColumn(field)} in (${targetIds(place, word)})`;
};

const targets = ({ plan, view }: Reader): Place[] =>
  flatFields(plan.of.fields).flatMap(([path, { search }]) =>
    search === 'target' && view.sees(path) ? (plan.placeOf(path) ?? []) : [],
  );
