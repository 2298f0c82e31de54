// What a form holds: its first values, what changed, and how two versions of a record meet.
import { type Entity, flatFields, valueAt } from '#core/kernel/entity.ts';
import type { Address, Field, Fields } from '#core/kernel/field.ts';
import type { Session } from '../client/session.ts';
import type { Locale } from '../kinds/locale.ts';
import { pathFor } from '../may.ts';

export type Values = Record<string, unknown>;

const emptyAddress: Address = { street: null, zipcode: null, city: null, country: null, location: null };

function startingValue(field: Field, locale: Locale): unknown {
  switch (field.kind) {
    case 'group':
      return startingValues(field.fields as Fields, locale);
    case 'address':
      // H-004
      return { ...emptyAddress, country: locale.country };
    case 'flags': {
      const held = (field.default ?? []) as readonly string[];
      return Object.fromEntries(Object.keys(field.options ?? {}).map((key) => [key, held.includes(key)]));
    }
    case 'refs':
    case 'files':
    case 'phones':
    case 'lines':
      return [];
    case 'moment':
      // To the minute, as it is typed.
      return field.default === 'now' ? new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString() : null;
    default:
      return field.default ?? null;
  }
}

export const startingValues = (fields: Fields, locale: Locale): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.written === 'form')
      .map(([name, field]) => [name, startingValue(field, locale)]),
  );

/** What this person may fill in, in the order of the declaration. */
export function formFields(of: Entity, session: Session): [string, Field][] {
  const own = pathFor(session, of) !== 'agency';
  return flatFields(of.fields).filter(
    ([, { written, reserved, right }]) =>
      written === 'form' && !(own && reserved) && (right === undefined || session.can([right])),
  );
}

export function setAt<T>(values: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : setAt((values as Values)?.[key] ?? {}, rest.join('.'), value);
  if (Array.isArray(values)) return values.with(Number(key), inner) as T;
  return { ...values, [key]: inner };
}

/** Equal to the wire: an emptied text is null, a reference is its id. */
function tidy(field: Field, value: unknown): unknown {
  if (value === undefined || value === '' || value === null) return null;
  switch (field.kind) {
    case 'text':
    case 'html':
      return (value as string).trim() || null;
    case 'ref':
    case 'file':
      return (value as { id: string }).id;
    case 'files':
      return (value as { id: string }[]).map(({ id }) => id);
    case 'refs':
      return (value as { id: string }[]).map(({ id }) => id).sort();
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

export const isSame = (field: Field, one: unknown, other: unknown): boolean =>
  JSON.stringify(tidy(field, one)) === JSON.stringify(tidy(field, other));

type Form = readonly [string, Field][];

/** Dotted paths whose value differs. */
export const changedPaths = (form: Form, before: Values, after: Values): string[] =>
  form.filter(([path, field]) => !isSame(field, valueAt(before, path), valueAt(after, path))).map(([path]) => path);

/** The body of a save that holds these paths alone. */
export const bodyOf = (paths: readonly string[], values: Values): Values =>
  paths.reduce<Values>((body, path) => {
    const value = valueAt(values, path);
    return setAt(body, path, value === '' ? null : value);
  }, {});

/** A record came back newer: what this person changed stays his, the rest follows. */
export const rebase = (form: Form, before: Values, values: Values, fresh: Values): Values =>
  changedPaths(form, before, values).reduce((merged, path) => setAt(merged, path, valueAt(values, path)), fresh);
