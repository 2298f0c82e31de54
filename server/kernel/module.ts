// The manifest of a server module, and the product made of all modules.
import type { FastifyInstance } from 'fastify';
import type { Entity } from '#core/kernel/entity.ts';
import type { Job } from '#server/jobs/registry.ts';
import type { Limits } from '#server/operations/limits.ts';
import type { DeclaredPeople } from '#server/privacy/held.ts';
import type { Call, Handler, Services } from './call.ts';
import type { Receiver } from './field-message.ts';
import type { Extension } from './plan.ts';

interface Extended {
  of: Entity;
  extension: Extension;
}

/** Only for entities that need an extension. */
export const extend = (of: Entity, extension: Extension): Extended => ({ of, extension });

/** A file for an archive of several. */
export interface Archived {
  id: string;
  name: string;
  mime_type: string;
  hash: string;
}

/** The documents of a module that an archive of files takes by their address. */
export interface ArchiveSource {
  /** Null: not one of its documents. */
  idIn(url: string): string | null;
  /** Each asked as its own download would be. */
  read(call: Call, ids: readonly string[]): Promise<Archived[]>;
}

/** The whole product, for features over all modules: search, home, imports, jobs. */
export interface Product {
  entities: readonly Entity[];
  /** By the name of their entity. */
  extensions: Record<string, Extension>;
  /** Complete only once every module is read: call it at request time. */
  jobs(): readonly Job[];
  /** By message type. */
  receivers: ReadonlyMap<string, Receiver>;
  archives: readonly ArchiveSource[];
}

/** A list, or a function of the whole product. */
export type Brought<T> = readonly T[] | ((product: Product) => readonly T[]);

/** Serves pages outside /api that need no session (public-page.ts). */
export type Pages = (app: FastifyInstance, services: Services, limits: Limits) => void;

export interface Module {
  entities?: readonly Extended[];
  calls?: Brought<Handler>;
  jobs?: Brought<Job>;
  /** The messages of the field that it takes. */
  receivers?: readonly Receiver[];
  archives?: readonly ArchiveSource[];
  pages?: Pages;
  /** Personal data in its tables beyond its entities. */
  people?: DeclaredPeople;
}

/** Types a manifest. */
export const module = (declared: Module): Module => declared;
