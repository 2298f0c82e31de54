// The contract of a call: its path, who may make it, its input and its output.
import * as z from 'zod';
import type { Right } from '../rights.ts';
import type { Entity, Needs, Scope } from './entity.ts';
import type { PlatformRole } from './platform.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** 'root': no agency in the path. 'platform': the platform's own records, for its staff. */
export type Mount = 'root' | 'platform' | Scope;

export type Access =
  | 'public'
  | 'signedIn'
  | 'owner'
  | PlatformRole
  | readonly Right[]
  /** Holders of all of them: what is created out of another record needs the right to create, and that to read. */
  | { all: readonly Right[] }
  /** A save: an edit if the body has an id, else a creation. `drafts` names the body's draft, or its list of several. */
  | { create: Needs | null; edit: Needs | null; drafts?: string }
  /** A move: the path's type names it, by its name or by the code of the state it leads to. */
  | { moves: Readonly<Record<string, Right | PlatformRole>>; codes: Readonly<Record<string, string>> };

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  name: string;
  method: Method;
  /** `{id}` marks a parameter. The mount's prefix is added before it. */
  path: string;
  mounts: Partial<Record<Mount, Access>>;
  /** In French, for the API document. */
  summary: string;
  /** Parameters of the path and of the query string, except those of the mount's prefix. */
  params: P;
  input: I;
  /** z.void(): answers 204. */
  output: O;
  /** A POST that only reads: no idempotency key, no transaction. */
  reads?: boolean;
  /** 'files': the body is multipart/form-data, passed to the handler as a stream. */
  body?: 'json' | 'files';
  /** The answer is a file, not JSON. */
  binary?: boolean;
  /** A signed link in the query string replaces the token. */
  linked?: boolean;
  /** Open to the people of a locked agency (C-020). */
  whenLocked?: true;
  /** Open to whoever still has to set up the second factor: what a guard at work sends is never refused for it. */
  beforeEnrolment?: true;
  /** Answered during a maintenance: what signs people in, and what the safety of a guard needs (decision 103). */
  duringMaintenance?: true;
  /** Shows the people of the agency that `id` names: counts as a visit of the platform's staff there. */
  visits?: true;
  /** Bytes of the longest body. A call without a caller takes small ones unless it says so (decision 113). */
  longestBody?: number;
  /** The response is a stream of events. It is not compressed, because compression would delay the events. */
  streams?: boolean;
  /** Idempotent by nature: the reply is not stored for retries. */
  repeatable?: boolean;
  /** Under the agent's prefix: with the agency's rights, the agency's rows, not his own (decision 069). */
  agencyRows?: true;
  /** Counts as this many calls of the session's rate limit; absent: one. */
  weight?: number;
  /** Members of this call's error body, beyond those of every problem. */
  refusals?: Readonly<Record<string, z.ZodType>>;
  /** Entities, by name, whose rows the answer counts or shows beside its own: a screen that shows it asks again. */
  madeOf?: readonly string[] | 'all';
  /** Set on the calls derived from an entity. */
  entity?: { of: Entity; operation: Operation };
}

export type Operation = 'list' | 'read' | 'save' | 'act' | 'history' | 'presence' | 'reveal';

/**
 * Of a guard at work: neither the subscription of his agency (C-020), nor his second factor, nor a maintenance may stop his
 * alarm.
 */
export const atWork = { whenLocked: true, beforeEnrolment: true, duringMaintenance: true } as const;

export const nothing = z.undefined();
type Nothing = typeof nothing;

export function endpoint<P extends z.ZodType = Nothing, I extends z.ZodType = Nothing, O extends z.ZodType = z.ZodVoid>(
  declared: Omit<Endpoint<P, I, O>, 'params' | 'input' | 'output' | 'entity'> & { params?: P; input?: I; output?: O },
): Endpoint<P, I, O> {
  return {
    ...declared,
    params: (declared.params ?? nothing) as P,
    input: (declared.input ?? nothing) as I,
    output: (declared.output ?? z.void()) as O,
  };
}

export type Input<E> = E extends Endpoint<infer _P, infer I, infer _O> ? z.output<I> : never;
export type Output<E> = E extends Endpoint<infer _P, infer _I, infer O> ? z.output<O> : never;
export type Params<E> = E extends Endpoint<infer P, infer _I, infer _O> ? z.output<P> : never;

/** GET, or declared with `reads`. */
export const isRead = (endpoint: Endpoint): boolean => endpoint.method === 'GET' || endpoint.reads === true;

export const prefixes: Record<Mount, string> = {
  root: '',
  platform: '/admin',
  agency: '/agency/{agencyId}',
  agent: '/agency/{agencyId}/agent/{agentId}',
  customer: '/agency/{agencyId}/customer/{customerId}',
};

export const historyLine = z.strictObject({
  id: z.uuid(),
  at: z.string(),
  action: z.string(),
  author: z.string().nullable(),
  /** The member of platform staff who acted for the author. */
  actingFor: z.string().nullable(),
  changes: z.record(z.string(), z.strictObject({ before: z.unknown(), after: z.unknown() })),
  /** The reason given for an act that asks for one. */
  reason: z.string().nullable(),
});

export type HistoryLine = z.output<typeof historyLine>;

/** Another person who has the record open. */
export const other = z.strictObject({ id: z.uuid(), name: z.string(), editing: z.boolean() });
export type Other = z.output<typeof other>;

export const byId = z.strictObject({ id: z.string() });

/** The `Idempotency-Key` of an act: printable, without spaces. */
export const isActKey = (key: string): boolean => /^[\x21-\x7e]{1,200}$/.test(key);
