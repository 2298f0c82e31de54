// Compares two values of a field for a save, in the form and on the server.
import type { Address, Field, Fields } from './field.ts';

type Values = Record<string, unknown>;

export const emptyAddress: Address = { street: null, zipcode: null, city: null, country: null, location: null };

const idOf = (value: unknown): string => (value as { id: string }).id.toLowerCase();

/** Normalised like JSON input: an empty text is null, a reference is its id. */
function tidy(field: Field, value: unknown): unknown {
  if (value === undefined || value === '' || value === null) return null;
  switch (field.kind) {
    case 'text':
    case 'html':
      return (value as string).trim() || null;
    case 'ref':
    case 'file':
      return idOf(value);
    case 'files':
      return (value as unknown[]).map(idOf);
    case 'refs':
      return (value as unknown[]).map(idOf).sort();
    case 'phones':
      return (value as string[]).map((number) => number.trim()).filter((number) => number !== '');
    case 'address': {
      const address = { ...emptyAddress, ...(value as Address) };
      return [address.street || null, address.zipcode || null, address.city || null, address.country, address.location];
    }
    case 'flags':
      return Object.keys(field.options ?? {}).map((key) => (value as Record<string, boolean>)[key] === true);
    case 'lines':
      return (value as Values[]).map((line) => [line.id ?? null, tidyAll(field.fields as Fields, line)]);
    case 'group':
      return tidyAll(field.fields as Fields, value as Values);
    default:
      return value;
  }
}

const tidyAll = (fields: Fields, values: Values): unknown[] =>
  Object.entries(fields)
    .filter(([, field]) => field.written === 'form')
    .map(([name, field]) => tidy(field, values[name]));

/** The sent value, completed from the current one: lines sent with their id, flags and addresses may be partial. */
function wholeValue(field: Field, sent: unknown, current: unknown): unknown {
  if (field.kind === 'flags' || field.kind === 'address')
    return { ...(current as object | null), ...(sent as object | null) };
  if (field.kind !== 'lines' || !Array.isArray(sent)) return sent;
  const known = new Map(((current ?? []) as Values[]).map((line) => [line.id, line]));
  return (sent as Values[]).map((line) => ({ ...known.get(line.id), ...line }));
}

/** Whether saving the sent value would change nothing. */
export const isUnchanged = (field: Field, sent: unknown, current: unknown): boolean =>
  isSame(field, wholeValue(field, sent, current), current);

export const isSame = (field: Field, one: unknown, other: unknown): boolean =>
  JSON.stringify(tidy(field, one)) === JSON.stringify(tidy(field, other));

/** Whether saving the draft would change nothing. */
export const changesNothing = (fields: Fields, draft: Readonly<Values>, current: Readonly<Values>): boolean =>
  Object.entries(draft).every(([name, sent]) => {
    const field = fields[name];
    if (sent === undefined || !field) return sent === undefined;
    return field.kind === 'group'
      ? changesNothing(field.fields as Fields, (sent ?? {}) as Values, (current[name] ?? {}) as Values)
      : isUnchanged(field, sent, current[name]);
  });
