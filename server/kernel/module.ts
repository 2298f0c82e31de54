// What a module brings to the server, and what the modules make together.
import type { Entity } from '#core/kernel/entity.ts';
import type { Job } from '#server/jobs/registry.ts';
import type { DeclaredPeople } from '#server/privacy/held.ts';
import type { Handler } from './call.ts';
import type { Extension } from './plan.ts';

interface Extended {
  of: Entity;
  extension: Extension;
}

/** What is not generic about an entity. One without an extension needs no line. */
export const extend = (of: Entity, extension: Extension): Extended => ({ of, extension });

/** The whole product, for what works on all of it: search, home, imports, background work. */
export interface Product {
  entities: readonly Entity[];
  /** By the name of their entity. */
  extensions: Record<string, Extension>;
  /** Complete once every module is read: ask when a call is made, not before. */
  jobs(): readonly Job[];
}

/** A list, or a function of the whole product. */
export type Brought<T> = readonly T[] | ((product: Product) => readonly T[]);

export interface Module {
  entities?: readonly Extended[];
  calls?: Brought<Handler>;
  jobs?: Brought<Job>;
  /** What its tables hold of people beyond what its entities say. */
  people?: DeclaredPeople;
}

/** Types a manifest. */
export const module = (declared: Module): Module => declared;
