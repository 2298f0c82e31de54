// What the session may do with an entity. Checked before the call; the server checks it again.
import type { Entity, Scope } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { meets } from '#core/roles.ts';
import { endpointsOf } from './client/call.ts';
import type { Session } from './client/session.ts';
import { mountFor } from './client/session-state.ts';

/** The path on which this session uses the entity. */
export function pathFor(session: Session, of: Entity): Scope {
  const calls = endpointsOf(of);
  // Some entities have a list only.
  const mount = mountFor(calls.read ?? calls.list, session);
  return mount === 'agent' || mount === 'customer' ? mount : 'agency';
}

/** What the agency alone says or buys: the platform's staff never does, acting for somebody or not. */
export const mayAlone = (session: Pick<Session, 'asker' | 'can'>, rights: readonly Right[]): boolean =>
  session.asker.platform === null && session.can(rights);

export type Doing = 'list' | 'read' | 'create' | 'edit';

/** The reason of the refusal, as shown; null: allowed. */
export function refusedTo(session: Session, of: Entity, doing: Doing): string | null {
  const calls = endpointsOf(of);
  const endpoint = doing === 'create' || doing === 'edit' ? calls.save : calls[doing];
  if (!endpoint) return messages.notYours;
  const mount = mountFor(endpoint, session);
  const needs = mount === 'root' ? undefined : of.grants[doing][mount];
  if (needs === undefined) return messages.notYours;
  if (meets(session.asker, needs)) return null;
  const [first] = typeof needs === 'string' ? [] : needs;
  return first ? missingRight(first) : messages.notYours;
}

/** The same for one of several rights. */
export function refusedRight(session: Session, needs: readonly Right[]): string | null {
  const [first] = needs;
  return first && !session.can(needs) ? missingRight(first) : null;
}

/** Whether this row is one that the session may change, beside the right: of its agency, and on one's own path of one's own. */
export const mayChange = (session: Session, of: Entity, row: Readonly<Record<string, unknown>>): boolean =>
  (of.rowsOfAgency === undefined || row[of.rowsOfAgency] === true) &&
  (of.ownRows === undefined || pathFor(session, of) === 'agency' || row[of.ownRows] === true);

export const may = (session: Session, of: Entity, doing: Doing): boolean => refusedTo(session, of, doing) === null;
