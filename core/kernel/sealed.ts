// Sealed fields (social security number, bank details): encrypted at rest and read only as a mask. A separate call shows
// the value on demand and leaves a line in the history.
import { type Entity, flatFields, valueAt } from './entity.ts';
import type { Field } from './field.ts';

const dots = '••••';

/** The last characters: enough to recognise a number, at most a quarter of it. */
export function hintOf(plain: string): string {
  const known = plain.replaceAll(/[^0-9A-Za-z]/g, '');
  return known.slice(known.length - Math.min(4, Math.floor(known.length / 4)));
}

/** The SQL of a read builds the same mask (server/kernel/kinds.ts). */
export const maskOf = (hint: string): string => `${dots} ${hint}`.trimEnd();

export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith(dots);

const sealed = new WeakMap<Entity, [string, Field][]>();

export function sealedFields(of: Entity): [string, Field][] {
  let fields = sealed.get(of);
  if (!fields) {
    fields = flatFields(of.fields).filter(([, field]) => field.sealed);
    sealed.set(of, fields);
  }
  return fields;
}

/** A client that sends a row back unchanged sends masks: they change nothing. */
export function withoutMasks(of: Entity, body: unknown, current: Record<string, unknown> | null): unknown {
  if (current === null) return body;
  let next = body;
  for (const [path] of sealedFields(of)) {
    const sent = valueAt(next, path);
    if (isMasked(sent) && sent === valueAt(current, path)) next = without(next, path.split('.'));
  }
  return next;
}

function without(values: unknown, [key = '', ...rest]: string[]): unknown {
  const { [key]: member, ...others } = values as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [key]: without(member, rest) };
}
