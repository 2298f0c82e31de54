// Values of a form: initial values, changes, and the merge of two versions of a record.
import { type Entity, flatFields, valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { emptyAddress, isSame } from '#core/kernel/same.ts';
import type { Session } from '../client/session.ts';
import type { Locale } from '../kinds/locale.ts';
import { narrowed, viewFor } from '../view.ts';

export type Values = Record<string, unknown>;

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
      // Rounded to the minute, as in the input.
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

/** The fields that this user may fill in, in declared order. */
export function formFields(of: Entity, session: Session): [string, Field][] {
  const view = viewFor(session, of);
  return flatFields(of.fields).flatMap(([path, field]): [string, Field][] => {
    const seen = view.at(path);
    return field.written === 'form' && seen?.seen && !seen.reserved ? [[path, narrowed(view, path, field)]] : [];
  });
}

export function setAt<T>(values: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : setAt((values as Values)?.[key] ?? {}, rest.join('.'), value);
  if (Array.isArray(values)) return values.with(Number(key), inner) as T;
  return { ...values, [key]: inner };
}

type Form = readonly [string, Field][];

/** References whose choices depend on `path` are emptied when its value changes: they belonged to the one before. */
export function withoutStrangers(fields: Form, before: Values, after: Values, path: string): Values {
  const changed = fields.find(([one]) => one === path)?.[1];
  if (!changed || isSame(changed, valueAt(before, path), valueAt(after, path))) return after;
  return fields
    .filter(
      ([one, { kind, offer }]) => one !== path && kind === 'ref' && Object.values(offer?.same ?? {}).includes(path),
    )
    .reduce((values, [one]) => setAt(values, one, null), after);
}

/** Dotted paths whose value differs. */
export const changedPaths = (form: Form, before: Values, after: Values): string[] =>
  form.filter(([path, field]) => !isSame(field, valueAt(before, path), valueAt(after, path))).map(([path]) => path);

/** Fields that this user and another person changed, to different values. */
export const bothChanged = (form: Form, before: Values, mine: Values, theirs: Values): [string, Field][] =>
  form.filter(([path, field]) => {
    const [was, own, other] = [valueAt(before, path), valueAt(mine, path), valueAt(theirs, path)];
    return !isSame(field, was, own) && !isSame(field, was, other) && !isSame(field, own, other);
  });

/** The body of a save with these paths only; lines contain only the members of the form. */
export function bodyOf(form: Form, paths: readonly string[], values: Values): Values {
  const fields = new Map(form);
  return paths.reduce<Values>((body, path) => {
    const [field, value] = [fields.get(path), valueAt(values, path)];
    const members = field?.kind === 'lines' ? Object.keys(field.fields as Fields) : null;
    const sent = members && Array.isArray(value) ? value.map((line: Values) => onlyMembers(line, members)) : value;
    return setAt(body, path, sent === '' ? null : sent);
  }, {});
}

const onlyMembers = (line: Values, members: readonly string[]): Values =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name === 'id' || members.includes(name)));

/** Merges a newer version: this user's changes are kept, all other values are updated. */
export const rebase = (form: Form, before: Values, values: Values, fresh: Values): Values =>
  changedPaths(form, before, values).reduce((merged, path) => setAt(merged, path, valueAt(values, path)), fresh);
