// The whole contract of a call: where it is mounted, who may make it, what goes in and out.
import * as z from 'zod';
import type { Right } from '../rights.ts';
import type { Entity, Grants, Needs, Scope } from './entity.ts';
import { listInputOf } from './query.ts';
import { listedSchema, rowSchema, saveSchema } from './schema.ts';
import { sealedFields } from './sealed.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** 'root': no agency in the path. */
export type Mount = 'root' | Scope;

export type Access =
  | 'public'
  | 'signedIn'
  | 'owner'
  | 'support'
  | 'admin'
  | 'superAdmin'
  | readonly Right[]
  /** A save: the body's id tells a creation from an edit; of several, those of the list that `drafts` names in the body. */
  | { create: Needs | null; edit: Needs | null; drafts?: string }
  /** A move: the path's type names the right. */
  | { moves: Readonly<Record<string, Right>> };

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  name: string;
  method: Method;
  /** `{id}` marks a parameter. The mount's prefix comes before it. */
  path: string;
  mounts: Partial<Record<Mount, Access>>;
  /** In French: the API's document. */
  summary: string;
  /** Parameters of the path and of the query string beyond the mount's. */
  params: P;
  input: I;
  /** z.void(): answers 204. */
  output: O;
  /** A POST that only reads: no idempotency key, no transaction. */
  reads?: boolean;
  /** 'files': the body is multipart/form-data, handed on as it arrives. */
  body?: 'json' | 'files';
  /** The answer is a file, not JSON. */
  binary?: boolean;
  /** A signed link in its query string stands for the token. */
  linked?: boolean;
  /** The answer goes on as long as there is something to tell: it is not compressed, which would hold it back. */
  streams?: boolean;
  /** The same again does no more by its own nature: its reply is not stored for a repetition. */
  repeatable?: boolean;
  /** What a refusal of this call tells beyond the members that every problem has. */
  refusals?: Readonly<Record<string, z.ZodType>>;
  /** Set on the calls that an entity declares by itself. */
  entity?: { of: Entity; operation: Operation };
}

export type Operation = 'list' | 'read' | 'save' | 'act' | 'history' | 'presence' | 'reveal';

const nothing = z.undefined();
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

/** GET, and what says that it only reads. */
export const isRead = (endpoint: Endpoint): boolean => endpoint.method === 'GET' || endpoint.reads === true;

export const prefixes: Record<Mount, string> = {
  root: '',
  agency: '/agency/{agencyId}',
  agent: '/agency/{agencyId}/agent/{agentId}',
  customer: '/agency/{agencyId}/customer/{customerId}',
};

export const historyLine = z.strictObject({
  id: z.uuid(),
  at: z.string(),
  action: z.string(),
  author: z.string().nullable(),
  /** Platform staff who acted for the author. */
  actingFor: z.string().nullable(),
  changes: z.record(z.string(), z.strictObject({ before: z.unknown(), after: z.unknown() })),
  /** Why, of an act that asks for it. */
  reason: z.string().nullable(),
});

export type HistoryLine = z.output<typeof historyLine>;

/** Somebody else who has the record open. */
const other = z.strictObject({ id: z.uuid(), name: z.string(), editing: z.boolean() });
export type Other = z.output<typeof other>;

const byId = z.strictObject({ id: z.string() });

/** The calls every entity has, in the scopes its grants name. */
export function entityEndpoints(of: Entity): Endpoint[] {
  const { grants, paths, label } = of;
  const made: Endpoint[] = [];
  const add = (
    operation: Operation,
    mounts: Endpoint['mounts'],
    rest: Pick<Endpoint, 'method' | 'path' | 'summary' | 'params' | 'input' | 'output' | 'reads' | 'repeatable'>,
  ): void => {
    if (Object.keys(mounts).length > 0)
      made.push({ name: `${operation}:${of.name}`, mounts, ...rest, entity: { of, operation } });
  };
  const mountsOf = (granted: Grants): Endpoint['mounts'] => ({ ...granted });
  add('list', mountsOf(grants.list), {
    method: 'POST',
    reads: true,
    path: paths.list,
    summary: `Lister : ${label.many}`,
    params: nothing,
    input: listInputOf(of.pageSize),
    output: z.looseObject({ [of.plural]: z.array(listedSchema(of)), filtered: z.int() }),
  });
  const one = z.strictObject({ [of.name]: rowSchema(of) });
  add('read', mountsOf(grants.read), {
    method: 'GET',
    path: paths.read,
    summary: `Lire : ${label.one}`,
    params: byId,
    input: nothing,
    output: one,
  });
  // What changed and by whom is the agency's affair.
  add('history', grants.read.agency ? { agency: grants.read.agency } : {}, {
    method: 'GET',
    path: `${paths.read}/history`,
    summary: `Historique : ${label.one}`,
    params: byId,
    input: nothing,
    output: z.strictObject({ history: z.array(historyLine) }),
  });
  // Said when it changes and again before it is forgotten; answers who else is there.
  add('presence', mountsOf(grants.read), {
    method: 'POST',
    reads: true,
    path: `${paths.read}/presence`,
    summary: `Dire qu’on a la fiche ouverte, et savoir qui d’autre : ${label.one}`,
    params: byId,
    input: z.strictObject({ state: z.enum(['here', 'editing', 'gone'], 'Valeur inconnue') }),
    output: z.strictObject({ others: z.array(other) }),
  });
  const sealed = sealedFields(of);
  if (sealed.length > 0) {
    const holders = [...new Set(sealed.flatMap(([, { right }]) => (right ? [right] : [])))];
    // It writes its line in the access log, and its reply is never stored for a repetition.
    add('reveal', grants.read.agency ? { agency: holders } : {}, {
      method: 'POST',
      repeatable: true,
      path: `${paths.read}/sealed/{field}`,
      summary: `Afficher une donnée protégée, ce que l’historique retient : ${label.one}`,
      params: z.strictObject({
        id: z.string(),
        field: z.enum(
          sealed.map(([path]) => path),
          'Donnée inconnue',
        ),
      }),
      input: nothing,
      output: z.strictObject({ value: z.string().nullable() }),
    });
  }
  const saves: Endpoint['mounts'] = {};
  for (const scope of ['agency', 'agent', 'customer'] as const) {
    const [create, edit] = [grants.create[scope] ?? null, grants.edit[scope] ?? null];
    if (create || edit) saves[scope] = { create, edit };
  }
  add('save', saves, {
    method: 'POST',
    path: paths.save,
    summary: `Créer ou modifier : ${label.one}`,
    params: nothing,
    input: saveSchema(of),
    output: one,
  });
  if (of.machine && Object.keys(of.machine.moves).length > 0) {
    const named = Object.entries(of.machine.moves);
    const moves = Object.fromEntries(named.map(([name, move]) => [name, move.right]));
    const own = Object.fromEntries(named.flatMap(([name, { own: right }]) => (right ? [[name, right]] : [])));
    add(
      'act',
      { agency: { moves }, ...(Object.keys(own).length > 0 ? { agent: { moves: own } } : {}) },
      {
        method: 'DELETE',
        path: paths.act,
        summary: `Changer le statut ou supprimer : ${label.one}`,
        params: z.strictObject({ id: z.string(), type: z.enum(Object.keys(moves), 'Action inconnue') }),
        input: nothing,
        output: one,
      },
    );
  }
  return made;
}
