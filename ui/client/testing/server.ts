// Stub server of a test: it answers each call and records the requests.
import { vi } from 'vitest';
import { type Endpoint, isActKey } from '#core/kernel/endpoint.ts';
import { checkReply } from './declared.ts';
import { drifts } from './drifts.ts';

export interface StubRequest {
  method: string;
  /** Without the base path of the API. */
  path: string;
  token: string | null;
  key: string | null;
  body: unknown;
}

export type Reply = [status: number, body?: unknown];

export const refusal = (code: number, message: string, more: object = {}): Reply => [code, { code, message, ...more }];

/** Returns the requests received, as a list that grows. `more`: calls of entities that only the test declares. */
export function serve(
  answer: (request: StubRequest) => Reply | Promise<Reply>,
  more: readonly Endpoint[] = [],
): StubRequest[] {
  const calls: StubRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const request: StubRequest = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/api/, ''),
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      key: headers.get('idempotency-key'),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    calls.push(request);
    if (request.key !== null && !isActKey(request.key))
      drifts.push(`${request.method} ${request.path}: key « ${request.key} »`);
    const [status, body] = await answer(request);
    checkReply(request.method, request.path, status, body, more);
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  return calls;
}
