// API calls outside the browser: they prepare what a journey needs, and check what it left.
import { randomUUID } from 'node:crypto';
import { type Endpoint, type Operation, type Output, prefixes } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { readUser, signIn } from '#core/session/session.ts';
import type { Tokens } from '#core/session/tokens.ts';
import { endpointOf } from '#server/testing/client.ts';

export interface CallInput {
  params?: Record<string, string>;
  input?: unknown;
}

export interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  version: number;
}

export interface Api {
  tokens: Tokens;
  agencyId: string;
  call<E extends Endpoint>(endpoint: E, input?: CallInput): Promise<Output<E>>;
  save(of: Entity, draft: object): Promise<Row>;
  read(of: Entity, id: string): Promise<Row>;
  list(of: Entity, input: object): Promise<{ rows: Row[]; filtered: number }>;
  move(of: Entity, id: string, type: string): Promise<void>;
}

export async function send<E extends Endpoint>(
  url: string,
  endpoint: E,
  { params = {}, input, token }: CallInput & { token?: string },
): Promise<Output<E>> {
  const prefix = endpoint.mounts.agency ? prefixes.agency : '';
  const path = (prefix + endpoint.path).replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const answer = await fetch(`${url}/api${path}`, {
    method: endpoint.method,
    headers: {
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(token && !endpoint.reads && endpoint.method !== 'GET' ? { 'idempotency-key': randomUUID() } : {}),
    },
    body: input === undefined ? null : JSON.stringify(input),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Output<E>;
}

export const signInAs = (url: string, email: string, password: string): Promise<Tokens> =>
  send(url, signIn, { input: { username: email, password } });

function operation(of: Entity, wanted: Operation): Endpoint {
  const found = endpointOf(of, wanted) as Endpoint | undefined;
  if (!found) throw new Error(`${of.name} has no ${wanted}`);
  return found;
}

export async function apiOf(url: string, tokens: Tokens): Promise<Api> {
  const { user } = await send(url, readUser, { token: tokens.token });
  const profile = user.userCompanies[0];
  return apiIn(url, tokens, profile?.company.agency?.id ?? profile?.company.id ?? '');
}

export function apiIn(url: string, tokens: Tokens, agencyId: string): Api {
  const call: Api['call'] = (endpoint, { params = {}, input } = {}) =>
    send(url, endpoint, { params: { agencyId, ...params }, input, token: tokens.token });
  const one = async (of: Entity, wanted: Operation, input: CallInput): Promise<Row> => {
    const answer = (await call(operation(of, wanted), input)) as Record<string, Row>;
    return answer[of.name] as Row;
  };
  return {
    tokens,
    agencyId,
    call,
    save: (of, draft) => one(of, 'save', { input: draft }),
    read: (of, id) => one(of, 'read', { params: { id } }),
    list: async (of, input) => {
      const answer = (await call(operation(of, 'list'), { input })) as Record<string, unknown>;
      return { rows: answer[of.plural] as Row[], filtered: answer.filtered as number };
    },
    move: async (of, id, type) => {
      await call(operation(of, 'act'), { params: { id, type } });
    },
  };
}
