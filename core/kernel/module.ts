// The parts of a module in the core: its entities and its special calls.
import type { Endpoint } from './endpoint.ts';
import type { Entity } from './entity.ts';

export interface Module {
  entities: readonly Entity[];
  calls: readonly Endpoint[];
}

interface Declared {
  /** Declared in `entities.ts` of the module, which screens load without the calls. */
  entities?: readonly Entity[];
  /** Files that export calls (`import * as`), or calls. */
  calls?: readonly (Record<string, unknown> | Endpoint)[];
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'mounts' in value;

export const module = ({ entities = [], calls = [] }: Declared): Module => ({
  entities,
  calls: calls.flatMap((one) => (isEndpoint(one) ? [one] : Object.values(one).filter(isEndpoint))),
});
