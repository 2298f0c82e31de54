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

/** A query of ids; every word is in the index, or in a target that the view shows. */
export function foundIds(reader: Reader, query: string, bind: Bind): string {
  const places = targets(reader);
  if (places.length === 0) return `select search_ids('${reader.index}', ${bind(query, 'text')}) as id`;
  // Not by groups of rows: the planner would expect a single row.
  const typed = query.trim();
  // As search_condition(): a telephone number is one word.
  const words = isPhone(typed) ? [typed] : typed.split(/\s+/);
  return [...new Set(words)]
    .slice(0, mostWords)
    .map((word) => {
      const bound = `search_words_of(${bind(word, 'text')})`;
      return `(select search_ids('${reader.index}', ${bound}) as id${places.map((place) => ` union ${byTarget(place, bound)}`).join('')})`;
    })
    .join(' intersect ');
}

export const searchesTargets = (reader: Reader): boolean => targets(reader).length > 0;

/** Targets are few: their words are read without an index. */
function byTarget(place: Place, word: string): string {
  const { of, name, field, alias, named } = place;
  const target = named(field.target ?? '');
  const ids = `select g.id from ${target.table} g where position(${word} in search_words_of(${wordsOfTarget(target, named)})) > 0`;
  return field.kind === 'ref'
    ? `select ${alias}.id from ${of.table} ${alias} where ${sqlValue(place)} in (${ids})`
    : `select j.${parentColumn(of)} from ${joinTable(of, name, field)} j where j.${targetColumn(field)} in (${ids})`;
}

const targets = ({ plan, view }: Reader): Place[] =>
  flatFields(plan.of.fields).flatMap(([path, { search }]) =>
    search === 'target' && view.sees(path) ? (plan.placeOf(path) ?? []) : [],
  );
