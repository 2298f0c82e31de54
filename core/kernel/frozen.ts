// Frozen states (decision 85): which fields of a record can still be written. The form and the server use this file. The
// database enforces the same with triggers (`refuse_frozen` in db/migrations); server/db/frozen.test.ts compares the two.
import { type Entity, flatFields, statusPath, valueAt } from './entity.ts';
import { type State, stateOf, type Writable } from './machine.ts';
import type { Violation } from './problem.ts';
import { isUnchanged } from './same.ts';

type Row = Readonly<Record<string, unknown>>;

const stateAt = (of: Entity, row: Row): State | null =>
  of.machine ? stateOf(of.machine, row[statusPath(of)] as number) : null;

/** Null: everything is writable. */
export function writableOf(of: Entity, row: Row): Writable | null {
  const writable = stateAt(of, row)?.writable;
  return (typeof writable === 'function' ? writable(row) : writable) ?? null;
}

const covers = (writable: Writable | null, path: string): boolean =>
  writable === null ||
  (writable !== 'nothing' && writable.some((open) => path === open || path.startsWith(`${open}.`)));

export const isFrozen = (of: Entity, row: Row, path: string): boolean => !covers(writableOf(of, row), path);

/** The sentence shown when something is frozen; null when nothing is. */
export function frozenReason(of: Entity, row: Row): string | null {
  const state = stateAt(of, row);
  if (!state || writableOf(of, row) === null) return null;
  return state.frozen ?? `Au statut « ${state.label} », cette fiche ne se modifie plus.`;
}

/** Paths that the draft changes but may not. */
export function frozenPaths(of: Entity, draft: Row, current: Row): string[] {
  const writable = writableOf(of, current);
  if (writable === null) return [];
  return flatFields(of.fields).flatMap(([path, field]) => {
    if (field.written === 'server' || covers(writable, path)) return [];
    const [sent, before] = [valueAt(draft, path), valueAt(current, path)];
    return sent === undefined || isUnchanged(field, sent, before) ? [] : [path];
  });
}

/** The frozen paths as violations. `current` null: a new record, where nothing is frozen. */
export function frozenViolations(of: Entity, draft: Row, current: Row | null): Violation[] {
  const why = current && frozenReason(of, current);
  return why ? frozenPaths(of, draft, current).map((path) => ({ path, message: why })) : [];
}

/** The draft without its frozen fields: unchanged values sent back by the client are not written again. */
export function withoutFrozen<D extends Row>(of: Entity, draft: D, current: Row | null): D {
  const writable = current && writableOf(of, current);
  if (!writable) return draft;
  const kept = ([name, value]: [string, unknown]): [string, unknown][] => {
    if (of.fields[name]?.kind === 'group' && value !== null)
      return [
        [name, Object.fromEntries(Object.entries(value as Row).filter(([key]) => covers(writable, `${name}.${key}`)))],
      ];
    return of.fields[name] === undefined || covers(writable, name) ? [[name, value]] : [];
  };
  return Object.fromEntries(Object.entries(draft).flatMap(kept)) as D;
}
