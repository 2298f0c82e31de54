// Ids of the rows that the search finds: by the words of the index, and by those of the records they refer to.
import { flatFields } from '#core/kernel/entity.ts';
import { type Bind, sqlKinds } from './kinds.ts';
import type { Reader } from './reader.ts';

/** As many as search_condition() reads. */
const mostWords = 8;

/** A query of ids; every word is in the index, or in a target that the view shows. */
export function foundIds(reader: Reader, query: string, bind: Bind): string {
  const byTarget = targets(reader);
  if (byTarget.length === 0) return `select search_ids('${reader.index}', ${bind(query, 'text')}) as id`;
  // Not by groups of rows: the planner would expect a single row.
  const typed = query.trim();
  // As search_condition(): a telephone number is one word.
  const words = /^\+?[0-9][0-9 ().-]{5,}$/.test(typed) ? [typed] : typed.split(/\s+/);
  return [...new Set(words)]
    .slice(0, mostWords)
    .map((word) => {
      const bound = `search_words_of(${bind(word, 'text')})`;
      return `(select search_ids('${reader.index}', ${bound}) as id${byTarget.map((find) => ` union ${find(bound)}`).join('')})`;
    })
    .join(' intersect ');
}

export const searchesTargets = (reader: Reader): boolean => targets(reader).length > 0;

const targets = ({ plan, view }: Pick<Reader, 'plan' | 'view'>): ((word: string) => string)[] =>
  flatFields(plan.of.fields).flatMap(([path, field]) => {
    const place = plan.placeOf(path);
    const find = sqlKinds[field.kind].idsByTarget;
    return field.search === 'target' && view.sees(path) && place && find ? [(word) => find(place, word)] : [];
  });
