import { codesIn } from '#core/kernel/codes.ts';
import type { Field } from '#core/kernel/field.ts';

/** A longer list of choices is searched by typing. */
export const searchableFrom = 9;

/** Codes of a choice or a status as on the wire, with their labels. */
export const codesOf = ({ options, machine }: Field): { value: string | number; label: string }[] => {
  const labels =
    options ?? Object.fromEntries(Object.entries(machine?.states ?? {}).map(([code, { label }]) => [code, label]));
  return codesIn(labels).map((value) => ({ value, label: (labels as Record<string, string>)[value] ?? '' }));
};
