// What this session may see and write of an entity; the server checks it again.
import { useMemo } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { type View, viewOf } from '#core/kernel/view.ts';
import { type Session, useSession } from './client/session.ts';
import { pathFor } from './may.ts';

export const viewFor = (session: Session, of: Entity): View =>
  viewOf(of, pathFor(session, of), (right) => session.can([right]));

export function useView(of: Entity): View {
  const session = useSession();
  return useMemo(() => viewFor(session, of), [session, of]);
}

/** Lines with only the members that the view allows; other fields unchanged. */
export function narrowed(view: View, path: string, field: Field): Field {
  if (field.kind !== 'lines') return field;
  const members = Object.entries(field.fields as Fields);
  const left = members.filter(([name]) => {
    const seen = view.at(`${path}.${name}`);
    return seen?.seen === true && !seen.reserved;
  });
  return left.length === members.length ? field : { ...field, fields: Object.fromEntries(left) };
}
