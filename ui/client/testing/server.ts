// The server of a test: what each call answers, and what was heard.
import { vi } from 'vitest';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { checkReply } from './declared.ts';

export interface Heard {
  method: string;
  /** Without the API's base. */
  path: string;
  token: string | null;
  key: string | null;
  body: unknown;
}

export type Reply = [status: number, body?: unknown];

export const refusal = (code: number, message: string, more: object = {}): Reply => [code, { code, message, ...more }];

/** Every call that a test has made since the server was put in place. `more`: calls of made-up entities. */
export function serve(answer: (heard: Heard) => Reply | Promise<Reply>, more: readonly Endpoint[] = []): Heard[] {
  const calls: Heard[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const heard: Heard = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/api/, ''),
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      key: headers.get('idempotency-key'),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    calls.push(heard);
    const [status, body] = await answer(heard);
    checkReply(heard.method, heard.path, status, body, more);
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  return calls;
}
