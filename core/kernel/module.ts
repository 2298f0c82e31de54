// The parts of a module in the core: its entities, its special calls and its kinds of notification.
import type { Endpoint } from './endpoint.ts';
import type { Entity } from './entity.ts';
import type { NotificationKind } from './notification.ts';

export interface Module {
  entities: readonly Entity[];
  calls: readonly Endpoint[];
  notifications: readonly NotificationKind[];
}

interface Declared {
  /** Declared in `entities.ts` of the module, which screens load without the calls. */
  entities?: readonly Entity[];
  /** Files that export calls (`import * as`), or calls. */
  calls?: readonly (Record<string, unknown> | Endpoint)[];
  notifications?: readonly NotificationKind[];
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'mounts' in value;

export const module = ({ entities = [], calls = [], notifications = [] }: Declared): Module => ({
  entities,
  notifications,
  calls: calls.flatMap((one) => (isEndpoint(one) ? [one] : Object.values(one).filter(isEndpoint))),
});
