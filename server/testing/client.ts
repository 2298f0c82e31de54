// Makes calls to a server under test as one person.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { type Endpoint, type Mount, type Operation, type Output, prefixes } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { Problem, type ProblemKind, problemStatus } from '#core/kernel/problem.ts';
import type { PersonProfile } from './people.ts';

export interface CallOptions {
  /** Path parameters; those of the mount come from the person by default. */
  params?: Record<string, string>;
  /** The query string. */
  query?: Record<string, string>;
  input?: unknown;
  mount?: Mount;
  /** Idempotency-Key. */
  key?: string;
  headers?: Record<string, string>;
  ip?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
export type AnyRow = Record<string, any>;

const declared = new WeakMap<Entity, Endpoint[]>();

/** A generic call of the entity. Cached, because building its schemas is slow. */
export function endpointOf(of: Entity, operation: Operation): Endpoint {
  const endpoints = declared.get(of) ?? entityEndpoints(of);
  declared.set(of, endpoints);
  return endpoints.find((endpoint) => endpoint.entity?.operation === operation) as Endpoint;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
  body: any;
  headers: Record<string, unknown>;
}

export interface Client {
  /** Returns the declared output; throws a refusal as a Problem. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): Promise<Output<E>>;
  /** Returns any answer. */
  answer(endpoint: Endpoint, options?: CallOptions): Promise<Answer>;
  /** Any request, with the person's token. */
  inject(request: InjectOptions): Promise<Answer>;
  /** The same person with another token; null: none. */
  with(token: string | null): Client;
}

const kinds = new Map<number, ProblemKind>(
  Object.entries(problemStatus).map(([kind, status]) => [status, kind as ProblemKind]),
);

function mountOf(endpoint: Endpoint, profile: PersonProfile | null): Mount {
  const offered = Object.keys(endpoint.mounts) as Mount[];
  const own: Mount[] =
    profile?.kind === 'CUSTOMER' ? ['customer'] : profile?.plannable ? ['agent', 'agency'] : ['agency'];
  return own.find((mount) => offered.includes(mount)) ?? (offered[0] as Mount);
}

/** Asks `token` again after a refused token, and retries once if it is a new one. */
export function clientOf(
  app: FastifyInstance,
  profile: PersonProfile | null,
  token: (refused: boolean) => Promise<string | null>,
): Client {
  const inject: Client['inject'] = async (request) => {
    const send = (bearer: string | null): Promise<Response> =>
      app.inject({
        ...request,
        headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...request.headers },
      });
    const bearer = await token(false);
    let response = await send(bearer);
    if (response.statusCode === 401 && bearer && !request.headers?.authorization) {
      const other = await token(true);
      if (other !== bearer) response = await send(other);
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
  };
  const answer: Client['answer'] = (endpoint, { params, query, input, mount, key, headers, ip } = {}) => {
    const values: Record<string, string | undefined> = {
      agencyId: profile?.agencyId,
      agentId: profile?.id,
      customerId: profile?.customerId ?? undefined,
      ...params,
    };
    const path = (prefixes[mount ?? mountOf(endpoint, profile)] + endpoint.path).replace(
      /\{(\w+)\}/g,
      (_all, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`${endpoint.name}: ${name} is missing`);
        return encodeURIComponent(value);
      },
    );
    return inject({
      method: endpoint.method,
      url: `/api${path}`,
      ...(query ? { query } : {}),
      headers: { ...(key ? { 'idempotency-key': key } : {}), ...headers },
      ...(input === undefined ? {} : { payload: input as object }),
      ...(ip === undefined ? {} : { remoteAddress: ip }),
    });
  };
  return {
    inject,
    answer,
    call: async (endpoint, options) => {
      const { status, body } = await answer(endpoint, options);
      if (status === 204) return undefined as never;
      if (status < 400) return body;
      const { message, code: _code, ...details } = body as { message: string; code: number };
      const kind = kinds.get(status);
      if (!kind) throw new Error(`${endpoint.name}: ${status} ${message}`);
      throw new Problem(kind, message, details);
    },
    with: (other) => clientOf(app, profile, async () => other),
  };
}
