// Formats the values of a record for documents; the screens have ui/kinds.tsx.
import { inUnit } from '#core/kernel/duration.ts';
import type { Field, Fields, Kind, Reference } from '#core/kernel/field.ts';
import { formatDecimal, formatMoney } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';

interface Address {
  street: string | null;
  zipcode: string | null;
  city: string | null;
}

const words: Partial<Record<Kind, (value: never, field: Field, currency: string) => string>> = {
  integer: (value: number, { unit }) => (unit ? inUnit(value, unit) : formatDecimal(value)),
  decimal: (value: number) => formatDecimal(value),
  money: (value: number, { decimals }, currency) => formatMoney(value, currency, decimals),
  flag: (value: boolean) => (value ? 'Oui' : 'Non'),
  day: frenchDay,
  choice: (value: string | number, { options }) => options?.[value] ?? String(value),
  ref: ({ name }: Reference) => name,
  refs: (all: Reference[]) => all.map(({ name }) => name).join(', '),
  phones: (all: string[]) => all.join(', '),
  address: ({ street, zipcode, city }: Address) =>
    [street, [zipcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
};

/** Empty for missing values; lines and files are formatted elsewhere. Not every font has the narrow space of numbers. */
export function inWords(field: Field, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return '';
  return words[field.kind]?.(value as never, field, currency) ?? String(value);
}

/** « Nom : valeur » of each line, on one line. */
export const lineInWords = (fields: Fields, line: Readonly<Record<string, unknown>>, currency: string): string =>
  Object.entries(fields)
    .filter(([, { kind, written }]) => written === 'form' && kind !== 'file')
    .flatMap(([name, field]) => {
      const value = line[name];
      const valueText = field.kind === 'flag' && value !== true ? '' : inWords(field, value, currency);
      return valueText === '' ? [] : [`${field.label} : ${valueText}`];
    })
    .join(' – ');
