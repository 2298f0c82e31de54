// The search among the settings.
import type { Field } from '#core/kernel/field.ts';
import { plain, wordsOf } from '#ui/plain.ts';

/** Every word is in the label, the help, the section or the options; accents are ignored. */
export const matches =
  (query: string) =>
  ({ label, help = '', section = '', options = {} }: Field): boolean => {
    const text = plain([label, help, section, ...Object.values(options)].join(' '));
    return wordsOf(query).every((word) => text.includes(word));
  };
