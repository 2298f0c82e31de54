// Every call of every screen: its path, its token, token renewal, re-authentication and maintenance.
import { type Endpoint, isRead, type Mount, type Output } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { inFrench, isAuthenticationFailure, Problem, type ProblemDetails, wireMessages } from '#core/kernel/problem.ts';
import { actKey } from './act-key.ts';
import { maintenance } from './connection.ts';
import { pathWith } from './paths.ts';
import { askToEnrol, reauthenticate, reconnectMessage } from './reauthentication.ts';
import { renewTokens } from './renewal.ts';
import { lockSession, mountFor, prefixIds, sessionStore } from './session-state.ts';
import { currentTokens } from './tokens.ts';
import { type Answer, exchange, problemOf, wireMessageOf } from './transport.ts';

export { actKey } from './act-key.ts';
export { NetworkProblem } from './transport.ts';

export interface CallOptions {
  params?: Record<string, string>;
  input?: unknown;
  /** Idempotency key. Create one per action with `actKey()` and reuse it for retries. */
  key?: string;
  signal?: AbortSignal;
  /** Default: the mount of the endpoint that fits the session's scope. */
  mount?: Mount;
}

const isPublic = (endpoint: Endpoint): boolean => endpoint.mounts.root === 'public';

export const pathOf = (endpoint: Endpoint, mount: Mount, params: Record<string, string> = {}): string =>
  pathWith(endpoint, mount, { ...prefixIds(mount, sessionStore.get()), ...params });

export async function call<E extends Endpoint>(endpoint: E, options: CallOptions = {}): Promise<Output<E>> {
  const path = pathOf(endpoint, options.mount ?? mountFor(endpoint, sessionStore.get()), options.params);
  const key = options.key ?? (!isRead(endpoint) && !isPublic(endpoint) ? actKey() : undefined);
  const send = (): Promise<Answer> =>
    exchange({
      method: endpoint.method,
      path,
      body: options.input,
      token: isPublic(endpoint) ? null : (currentTokens()?.token ?? null),
      key,
      signal: options.signal,
      reads: isRead(endpoint),
    });
  const answer = isPublic(endpoint) ? await send() : await withRetries(() => authenticated(send), options.signal);
  if (answer.status < 400) return answer.body as Output<E>;
  throw refusalOf(answer);
}

/** The error to throw for a refusal; maintenance (AE-008) and a locked agency (C-020) change the whole application. */
export function refusalOf(answer: Answer): Error {
  const problem = problemOf(answer);
  if (problem instanceof Problem && problem.kind === 'maintenance') maintenance.set(problem.message);
  if (problem instanceof Problem && problem.details.locked) lockSession(problem.message);
  return problem;
}

/** Seconds. For a longer wait, show the error instead. */
const longestWait = 10;

/** Waits and retries after a 429, so that a long action of many calls goes on by itself. */
async function withRetries(send: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    const { retryAfter } = (answer.body ?? {}) as { retryAfter?: number };
    if (answer.status !== 429 || tries > 3 || !retryAfter || retryAfter > longestWait) return answer;
    await new Promise((done) => setTimeout(done, retryAfter * 1_000));
    if (signal?.aborted) throw signal.reason;
  }
}

/** As `signedIn`; where the second factor must be set up first, it is, and the call is sent again. */
export async function authenticated(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await signedIn(send);
  if (answer.status !== 403 || !((answer.body ?? {}) as ProblemDetails).mustEnrol) return answer;
  await askToEnrol(wireMessageOf(answer));
  return send();
}

/** Renews an expired token, asks for the password if the session has ended, then sends again. */
async function signedIn(send: () => Promise<Answer>): Promise<Answer> {
  const stale = currentTokens()?.token;
  let answer = await send();
  if (stale && answer.status === 401 && wireMessageOf(answer) === wireMessages.expiredToken) {
    try {
      await renewTokens(stale);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'unauthenticated') throw error;
      await reauthenticate(error.message, reconnectMessage);
    }
    answer = await send();
  }
  if (!asksForSignIn(answer)) return answer;
  // say what was wrong with the token.
  await reauthenticate(...(answer.status === 401 ? [inFrench(wireMessageOf(answer))] : []));
  return send();
}

function asksForSignIn(answer: Answer): boolean {
  if (answer.status === 401) return isAuthenticationFailure(wireMessageOf(answer));
  if (answer.status !== 403) return false;
  // A missing right is shown as an error, not retried (AE-006); platform staff are exempt.
  const { right, locked, mustEnrol } = (answer.body ?? {}) as ProblemDetails;
  return !right && !locked && !mustEnrol && sessionStore.get()?.flags.isAdmin !== true;
}

export interface EntityCalls {
  list: Endpoint;
  read: Endpoint;
  history: Endpoint;
  presence: Endpoint;
  save?: Endpoint;
  act?: Endpoint;
  reveal?: Endpoint;
}

const calls = new WeakMap<Entity, EntityCalls>();

export function endpointsOf(of: Entity): EntityCalls {
  let found = calls.get(of);
  if (!found) {
    found = Object.fromEntries(
      entityEndpoints(of).map((endpoint) => [endpoint.entity?.operation, endpoint]),
    ) as unknown as EntityCalls;
    calls.set(of, found);
  }
  return found;
}
