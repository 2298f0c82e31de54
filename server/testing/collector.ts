// A collector that stores the spans it receives (OTLP over HTTP, as JSON).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
  failed: boolean;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** The raw requests. */
  raw: string[];
  close(): Promise<void>;
}

interface Sent {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'failed'> & {
        attributes: { key: string; value: Record<string, unknown> }[];
        status: { code?: number };
      })[];
    }[];
  }[];
}

export async function startCollector(): Promise<Collector> {
  const [spans, raw]: [CollectedSpan[], string[]] = [[], []];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = (await json(request)) as Sent;
    raw.push(JSON.stringify(sent));
    for (const span of sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      spans.push({
        ...span,
        attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        failed: span.status.code === 2,
      });
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
