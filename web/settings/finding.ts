// The search among the settings.
import type { Field } from '#core/kernel/field.ts';
import { plain, wordsOf } from '#ui/plain.ts';

/** Every word is in the text; accents are ignored. */
export const isIn = (query: string, text: string): boolean => {
  const own = plain(text);
  return wordsOf(query).every((word) => own.includes(word));
};

/** Every word is in the label, the help, the section or the options. */
export const matches =
  (query: string) =>
  ({ label, help = '', section = '', options = {} }: Field): boolean =>
    isIn(query, [label, help, section, ...Object.values(options)].join(' '));
