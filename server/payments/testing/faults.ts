// A local provider over HTTP: what both of them share. A fault strikes the next request that it matches.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `lost`: done, and the answer is cut; `cut`: not done; `slow` keys and errors as the providers document them. */
export type FaultKind = 'lost' | 'cut' | 'error' | 'busy';

export interface Answered {
  status: number;
  body: unknown;
}

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingMessage['headers'];
}

export interface LocalProvider {
  url: string;
  asked: { method: string; path: string; key: string | null }[];
  fail(kind: FaultKind, method: string, path: RegExp): void;
  close(): Promise<void>;
}

export async function serve(
  answer: (asked: Asked) => Answered,
  refusals: { error: Answered; busy: Answered },
): Promise<LocalProvider> {
  const faults: { kind: FaultKind; method: string; path: RegExp }[] = [];
  const asked: LocalProvider['asked'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://local');
      const method = request.method ?? 'GET';
      const key = request.headers['idempotency-key'];
      asked.push({ method, path: url.pathname, key: typeof key === 'string' ? key : null });
      const at = faults.findIndex((fault) => fault.method === method && fault.path.test(url.pathname));
      const kind = at < 0 ? null : faults.splice(at, 1)[0]?.kind;
      if (kind === 'cut') return void request.socket.destroy();
      const one =
        kind === 'error' || kind === 'busy'
          ? refusals[kind]
          : answer({
              ...{ method, path: url.pathname, query: url.searchParams, headers: request.headers },
              body: Buffer.concat(chunks).toString('utf8'),
            });
      if (kind === 'lost') return void request.socket.destroy();
      response.writeHead(one.status, { 'content-type': 'application/json', 'request-id': 'req_local' });
      response.end(JSON.stringify(one.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    fail: (kind, method, path) => void faults.push({ kind, method, path }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers of requests with a key are kept: the same key with other contents is refused. */
export class Keys {
  private readonly kept = new Map<string, { hash: string; answered: Answered }>();

  once(key: string | undefined, hash: string, other: Answered, work: () => Answered): Answered {
    if (!key) return work();
    const known = this.kept.get(key);
    if (known) return known.hash === hash ? known.answered : other;
    const answered = work();
    // Stripe keeps what it began to execute, not what it refused to begin.
    this.kept.set(key, { hash, answered });
    return answered;
  }

  /** As after a day. */
  forget(): void {
    this.kept.clear();
  }
}
