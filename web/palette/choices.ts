// Choices of the palette: matched by words, best first.
import type { Machine } from '#core/kernel/machine.ts';
import type { Icon } from '#ui/icons.ts';
import { plain, wordsOf } from '#ui/plain.ts';

export interface Choice {
  /** Unique in the palette, and stable between visits. */
  key: string;
  label: string;
  detail: string | null;
  icon: Icon;
  status?: { machine: Machine; code: number };
  /** Further words to search. */
  words?: string;
  /** The palette stays open and shows further choices. */
  stays?: true;
  run(): void | Promise<void>;
}

export interface Group {
  label: string;
  choices: readonly Choice[];
  /** Of the text typed before: seen until the new results come, but not chosen. */
  isOld?: boolean;
}

/** Rank: the label starts with the query, a word of it does, or it contains every word; null: no match. */
function rankOf({ label, detail, words = '' }: Choice, query: string): number | null {
  const [title, typed] = [plain(label), plain(query.trim())];
  if (title.startsWith(typed)) return 0;
  if (title.includes(` ${typed}`) || title.includes(`’${typed}`)) return 1;
  const text = plain(`${label} ${detail ?? ''} ${words}`);
  return wordsOf(query).every((word) => text.includes(word)) ? 2 : null;
}

export function matching(choices: readonly Choice[], query: string, most: number): Choice[] {
  if (query.trim() === '') return choices.slice(0, most);
  return choices
    .flatMap((choice, position) => {
      const rank = rankOf(choice, query);
      return rank === null ? [] : [{ choice, rank, position }];
    })
    .sort((one, other) => one.rank - other.rank || one.position - other.position)
    .slice(0, most)
    .map(({ choice }) => choice);
}
