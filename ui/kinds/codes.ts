import type { Field } from '#core/kernel/field.ts';

/** Codes of a choice or a status as on the wire: numbers if they look like numbers. */
export const codesOf = ({ options, machine }: Field): { value: string | number; label: string }[] => {
  const labels =
    options ?? Object.fromEntries(Object.entries(machine?.states ?? {}).map(([code, { label }]) => [code, label]));
  return Object.entries(labels).map(([key, label]) => ({ value: /^-?\d+$/.test(key) ? Number(key) : key, label }));
};
