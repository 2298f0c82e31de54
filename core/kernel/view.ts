// Which fields of an entity a caller may see and write. Computed once per entity, scope and set of rights, and used by every
// read (select, order, filter, search, totals, history, files) and every write.
import type { Right } from '../rights.ts';
import { type Entity, isClosedTo, type Scope, valueAt } from './entity.ts';
import type { Condition, Field, Fields } from './field.ts';
import { isUnchanged } from './same.ts';

type Values = Readonly<Record<string, unknown>>;

export interface FieldView {
  path: string;
  field: Field;
  /** The list of lines, or the found value, that contains this field. */
  memberOf: string | null;
  /** False: the caller receives null, and cannot sort by it, filter by it, search it or write it. */
  seen: boolean;
  /** Further conditions on the record for showing the field in this scope. */
  conditions: readonly Condition[];
  /** The right missing to see it; null: none is missing, or the scope alone hides it. */
  missing: Right | null;
  /** Callers of this scope cannot write it. */
  reserved: boolean;
  /** The right missing to change it. */
  missingToChange: Right | null;
  /** Options of `choices` that the caller never receives. */
  hiddenOptions: readonly string[];
}

export interface View {
  scope: Scope;
  /** Two views of one entity are the same if and only if their keys are equal. */
  key: string;
  /** By dotted path; members of lines and of found values are under their list's path. */
  at(path: string): FieldView | undefined;
  sees(path: string): boolean;
  /** Whether the caller holds this right of one of its fields. */
  holds(right: Right): boolean;
  /** All fields except groups. */
  fields: readonly FieldView[];
  /** Fields that the caller never receives, outermost paths only. */
  hidden: readonly FieldView[];
  /** Starts of the paths of changes in the history that are of no field, and hidden from the caller. */
  untold: readonly string[];
  /** Fields that the caller cannot write, or not always. */
  guarded: readonly FieldView[];
}

const guards = new WeakMap<Entity, readonly Right[]>();

/** Rights used by the fields of the entity, and by its history. */
export function guardsOf(of: Entity): readonly Right[] {
  let found = guards.get(of);
  if (!found) {
    const rightsIn = (fields: Fields): Right[] =>
      Object.values(fields).flatMap(({ right, writeRight, optionRights, fields: members }) => [
        ...(right ? [right] : []),
        ...(writeRight ? [writeRight] : []),
        ...Object.values(optionRights ?? {}),
        ...rightsIn(members ?? {}),
      ]);
    found = [...new Set([...rightsIn(of.fields), ...Object.values(of.historyRights ?? {})])];
    guards.set(of, found);
  }
  return found;
}

const views = new WeakMap<Entity, Map<string, View>>();

export function viewOf(of: Entity, scope: Scope, holds: (right: Right) => boolean): View {
  let known = views.get(of);
  if (!known) {
    known = new Map();
    views.set(of, known);
  }
  const key = `${scope} ${guardsOf(of)
    .map((right) => (holds(right) ? '1' : '0'))
    .join('')}`;
  let view = known.get(key);
  if (!view) {
    view = compiled(of, scope, holds, key);
    known.set(key, view);
  }
  return view;
}

/** Conditions that hide a field from callers of this scope. Conditions without `on` affect only the form. */
const conditionsOn = ({ shownWhen }: Field, scope: Scope): Condition[] =>
  (shownWhen === undefined ? [] : 'path' in shownWhen ? [shownWhen] : [...shownWhen]).filter(({ on }) => on === scope);

type Outer = Omit<FieldView, 'path' | 'field' | 'hiddenOptions'>;

function compiled(of: Entity, scope: Scope, holds: (right: Right) => boolean, key: string): View {
  const all = new Map<string, FieldView>();
  const missingOf = (right: Right | undefined): Right | null => (right && !holds(right) ? right : null);
  const walk = (fields: Fields, prefix: string, outer: Outer): void => {
    for (const [name, field] of Object.entries(fields)) {
      const path = prefix + name;
      const closed = isClosedTo(field, scope);
      // A right would not open it.
      const isAsked = field.rightIn?.includes(scope) ?? true;
      const missing = outer.missing ?? (closed || !isAsked ? null : missingOf(field.right));
      const own: FieldView = {
        path,
        field,
        memberOf: outer.memberOf,
        seen: outer.seen && missing === null && !closed,
        conditions: [...outer.conditions, ...conditionsOn(field, scope)],
        missing,
        reserved: outer.reserved || (field.reserved !== undefined && scope !== 'agency'),
        missingToChange: outer.missingToChange ?? missingOf(field.writeRight),
        hiddenOptions: Object.entries(field.optionRights ?? {}).flatMap(([option, right]) =>
          holds(right) ? [] : [option],
        ),
      };
      if (field.kind !== 'group') all.set(path, own);
      if (field.fields)
        walk(field.fields, `${path}.`, { ...own, memberOf: field.kind === 'group' ? outer.memberOf : path });
    }
  };
  const open = { memberOf: null, seen: true, conditions: [], missing: null, reserved: false, missingToChange: null };
  walk(of.fields, '', open);
  const fields = [...all.values()];
  const held = new Set(guardsOf(of).filter(holds));
  const isOutermost = ({ memberOf }: FieldView): boolean => memberOf === null || all.get(memberOf)?.seen === true;
  return {
    scope,
    key,
    at: (path) => all.get(path),
    sees: (path) => all.get(path)?.seen === true,
    // The key lists the rights held: views with equal keys hold the same.
    holds: (right) => held.has(right),
    fields,
    hidden: fields.filter((one) => !one.seen && isOutermost(one)),
    untold: Object.entries(of.historyRights ?? {}).flatMap(([path, right]) => (holds(right) ? [] : [path])),
    guarded: fields.filter(
      (one) => !one.seen || one.reserved || one.missingToChange !== null || one.conditions.length > 0,
    ),
  };
}

/** Whether the record meets the conditions that show the field. */
export const fulfils = (row: Values | null, conditions: readonly Condition[]): boolean =>
  conditions.every(({ path, is }) => (valueAt(row, path) ?? null) === is);

export interface RefusedWrite {
  path: string;
  /** The missing right; null: callers of this scope cannot write it. */
  right: Right | null;
}

/**
 * The first value of the draft that the caller cannot write. A read-only value may be sent back unchanged.
 * `checked` false: the draft is not validated yet, so its values are not compared with the row.
 */
export function refusedWrite(view: View, draft: Values, current: Values | null, checked = true): RefusedWrite | null {
  for (const one of view.guarded) {
    if (one.field.written === 'server') continue;
    for (const { sent, before } of sentValuesAt(one, draft, current)) {
      if (sent === undefined) continue;
      if (!one.seen || one.reserved || !fulfils(current, one.conditions)) return { path: one.path, right: one.missing };
      if (checked && one.missingToChange !== null && !isUnchanged(one.field, sent, before))
        return { path: one.path, right: one.missingToChange };
    }
  }
  return null;
}

interface SentValue {
  sent: unknown;
  before: unknown;
}

function sentValuesAt({ path, field, memberOf }: FieldView, draft: Values, current: Values | null): SentValue[] {
  if (memberOf === null)
    return [{ sent: valueAt(draft, path), before: (current ? valueAt(current, path) : field.default) ?? null }];
  const lines = valueAt(draft, memberOf);
  if (!Array.isArray(lines)) return [];
  const member = path.slice(memberOf.length + 1);
  const before = new Map(((valueAt(current, memberOf) ?? []) as Values[]).map((line) => [line.id, line]));
  return (lines as (Values | null)[]).map((line) => {
    const known = before.get(line?.id);
    return { sent: valueAt(line, member), before: (known ? valueAt(known, member) : field.default) ?? null };
  });
}

/** The changes without the values that the view hides. Keys are dotted paths. */
export function withoutHidden<C>(view: View, changes: Readonly<Record<string, C>>): Record<string, C> {
  const shown: Record<string, C> = { ...changes };
  for (const path of [...view.hidden.map((one) => one.path), ...view.untold])
    for (const key of Object.keys(shown)) {
      if (key === path || key.startsWith(`${path}.`)) delete shown[key];
      else if (path.startsWith(`${key}.`)) {
        const inner = path.slice(key.length + 1).split('.');
        const { before, after } = shown[key] as { before: unknown; after: unknown };
        shown[key] = { before: without(before, inner), after: without(after, inner) } as C;
      }
    }
  for (const { path, hiddenOptions } of view.fields) {
    if (hiddenOptions.length === 0 || !(path in shown)) continue;
    const kept = (value: unknown): unknown =>
      Array.isArray(value) ? value.filter((option) => !hiddenOptions.includes(option)) : value;
    const { before, after } = shown[path] as { before: unknown; after: unknown };
    const change = { before: kept(before), after: kept(after) };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) delete shown[path];
    else shown[path] = change as C;
  }
  return shown;
}

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, [name, ...rest]));
  if (typeof value !== 'object' || value === null || !(name in value)) return value;
  const { [name]: member, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [name]: without(member, rest) };
}
