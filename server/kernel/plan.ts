// An entity compiled once for the generic calls.
import { createHash } from 'node:crypto';
import { type Entity, flatFields, type Scope } from '#core/kernel/entity.ts';
import { viewOf } from '#core/kernel/view.ts';
import { can } from '#core/roles.ts';
import type { Call } from './call.ts';
import type { Extension } from './extension.ts';
import { type Named, type Place, sqlKinds } from './kinds.ts';
import { placeIn, type Reader, readerOf } from './reader.ts';

export type { Extension } from './extension.ts';
export { alias } from './reader.ts';

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
  /** Text that the search finds; null: the entity is not searched. */
  words: string | null;
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
  const searched = [...places.values()].flatMap((place) =>
    place.field.search ? [sqlKinds[place.field.kind].words?.(place) ?? "''"] : [],
  );
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
    words: searched.length === 0 ? null : `concat_ws(' ', ${searched.join(', ')})`,
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
    plan.own = Object.assign(planOf({ ...of, table: own.table }, { ...rest, computed }, named), { isCopy: true });
  }
  return Object.assign(plan, { whole: reader('agency', () => true) });
}

/** The plan for the path of the call. */
export const planFor = <E extends Entity>(plan: Plan<E>, call: Pick<Call, 'context'>): Plan<E> =>
  plan.own && scopeOf(call) !== 'agency' ? plan.own : plan;

/** A statement prepared once per connection. Its name is a hash of the text, so two statements never share one. */
export const named = (text: string, values: unknown[]): { name: string; text: string; values: unknown[] } => {
  let name = names.get(text);
  if (!name) {
    name = `v${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    // Real statements are few (filters × orders). Beyond this limit a client is probing, so do not prepare more.
    if (names.size >= 2_000) return { name: '', text, values };
    names.set(text, name);
  }
  return { name, text, values };
};
const names = new Map<string, string>();
