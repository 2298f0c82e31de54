// An entity compiled once for the generic calls.
import { createHash } from 'node:crypto';
import { type Entity, flatFields, isHiddenFromSome, type Scope, searchRight, statusPath } from '#core/kernel/entity.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { viewOf } from '#core/kernel/view.ts';
import type { Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import type { Call } from './call.ts';
import type { Extension } from './extension.ts';
import { type Named, type Place, sqlKinds, sqlValue } from './kinds.ts';
import { placeIn, type Reader, readerOf } from './reader.ts';

export type { Extension } from './extension.ts';
export { alias } from './reader.ts';

export interface SearchIndex {
  name: string;
  words: string;
  right: Right | null;
}

export interface Plan<E extends Entity = Entity> {
  of: E;
  extension: Extension<E>;
  named: Named;
  /** Column or expression of the field at a dotted path. */
  placeOf(path: string): Place | null;
  /** All fields, for reads by the server itself. */
  whole: Reader;
  /** The fields this caller may see on his path. */
  readerFor(call: Pick<Call, 'asker' | 'context'>): Reader;
  /** Text in which agents and customers search their rows, in a published copy. */
  words: string;
  /** The rows of the search index: for everybody and, if a right limits some words, for its holders. */
  indexes: readonly SearchIndex[];
  /** The table is a published copy: its rows may differ from the words of the search index. */
  isCopy: boolean;
  /** The plan for agents and customers on their own paths. */
  own: Plan<E> | null;
}

/** From the path of the call. */
export const scopeOf = ({ context }: Pick<Call, 'context'>): Scope =>
  context.customer !== null ? 'customer' : context.agent !== null ? 'agent' : 'agency';

export function planOf<E extends Entity>(of: E, extension: Extension<E>, named: Named): Plan<E> {
  const places = new Map(
    flatFields(of.fields).map(([path, field]) => [path, placeIn({ of, extension, named }, path, field)]),
  );
  const searched = [...places.values()].filter(({ field }) => field.search);
  const wordsOf = (found: readonly Place[]): string =>
    `concat_ws(' ', ${found.map((place) => sqlKinds[place.field.kind].words?.(place) ?? "''").join(', ')})`;
  const indexed = searched.filter(({ field }) => field.search !== 'target');
  const open = indexed.filter(({ field }) => !field.right);
  const right = searchRight(of);
  const indexes: SearchIndex[] = [
    ...(open.length > 0 ? [{ name: of.name, words: wordsOf(open), right: null }] : []),
    ...(right ? [{ name: `${of.name}:${right}`, words: wordsOf(indexed), right }] : []),
  ];
  const readers = new Map<string, Reader>();
  const plan: Omit<Plan<E>, 'whole'> = {
    of,
    extension,
    named,
    placeOf: (path) => places.get(path) ?? null,
    readerFor: (call) => {
      const scope = scopeOf(call);
      if (plan.own && scope !== 'agency') return plan.own.readerFor(call);
      return reader(scope, (right) => can(call.asker, [right]));
    },
    words: wordsOf(searched.filter(({ field }) => !field.right && !isHiddenFromSome(field))),
    indexes,
    isCopy: false,
    own: null,
  };
  const reader = (scope: Scope, holds: Parameters<typeof viewOf>[2]): Reader => {
    const view = viewOf(of, scope, holds);
    let found = readers.get(view.key);
    if (!found) {
      found = readerOf(plan as unknown as Plan, view);
      readers.set(view.key, found);
    }
    return found;
  };
  const { own, ...rest } = extension;
  if (own) {
    const computed = { ...extension.computed, ...own.computed };
    const bare = { ...extension.bare, ...own.bare };
    plan.own = Object.assign(planOf({ ...of, table: own.table }, { ...rest, computed, bare }, named), { isCopy: true });
  }
  return Object.assign(plan, { whole: reader('agency', () => true) });
}

/** The condition for rows that are not archived; undefined: no state is. */
export function unarchived({ of, placeOf }: Plan): string | undefined {
  const codes = archivedStates(of.machine);
  const status = codes.length > 0 ? placeOf(statusPath(of)) : null;
  return status ? `${sqlValue(status)} <> all ('{${codes.join(',')}}'::integer[])` : undefined;
}

/** The plan for the path of the call. */
export const planFor = <E extends Entity>(plan: Plan<E>, call: Pick<Call, 'context'>): Plan<E> =>
  plan.own && scopeOf(call) !== 'agency' ? plan.own : plan;

const [names, chosen] = [new Map<string, string>(), new Map<string, string>()];

/** A statement prepared once per connection. Its name is a hash of the text, so two statements never share one. */
export const named = (text: string, values: unknown[]): { name: string; text: string; values: unknown[] } => ({
  name: nameOf(text, names, 2_000),
  text,
  values,
});

/** The same for statements whose columns the client chooses: there are too many to prepare them all. */
export const namedFew: typeof named = (text, values) => ({ name: nameOf(text, chosen, 100), text, values });

function nameOf(text: string, known: Map<string, string>, most: number): string {
  const found = known.get(text);
  // Real statements are few (filters × orders). Beyond this limit a client is probing, so do not prepare more.
  if (found !== undefined || known.size >= most) return found ?? '';
  const name = `v${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
  known.set(text, name);
  return name;
}
