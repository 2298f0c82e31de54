// The OpenTelemetry spans, sent as OTLP over HTTP. Only tracing.ts loads this file.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import pg from 'pg';
import type { Step, Tracing } from './tracing.ts';

interface Begun extends Step {
  context: Context;
}

export function traceTo(url: string, version: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vigie', 'service.version': version }),
    // A full queue drops spans: a collector that is down costs the memory of two thousand spans at most.
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('vigie', version);
  const current = new AsyncLocalStorage<Context>();
  const kindOf = (name: string): SpanKind =>
    name === 'query' ? SpanKind.CLIENT : name === 'job' ? SpanKind.CONSUMER : SpanKind.SERVER;

  const begin = (name: string, marks: Readonly<Record<string, string | number>>): Begun => {
    const parent = current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: kindOf(name), attributes: marks }, parent);
    return {
      context: trace.setSpan(parent, span),
      end: (more, failed) => {
        if (more) span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };

  const restore = watchQueries((statement) =>
    // Do not trace the server's own queries outside calls and jobs.
    current.getStore() ? begin('query', { 'db.system.name': 'postgresql', 'db.query.summary': statement }) : null,
  );
  return {
    begin,
    within: (step, work) => current.run((step as Begun).context, work),
    close: async () => {
      restore();
      // A collector that does not answer must not delay a stop.
      await provider.shutdown().catch(() => {});
    },
  };
}

/** The name or the verb of the statement; its text may be long. */
const summaryOf = (statement: unknown): string => {
  const { name, text } = (typeof statement === 'string' ? { text: statement } : (statement ?? {})) as {
    name?: string;
    text?: string;
  };
  return name ?? /^\s*(\w+)/.exec(text ?? '')?.[1]?.toLowerCase() ?? 'query';
};

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Traces every query of every connection, for each calling style of `pg`. */
function watchQueries(began: (statement: string) => Step | null): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function watched(...args) {
    const step = began(summaryOf(args[0]));
    if (!step) return query.apply(this, args);
    const ended =
      (callback: (...answer: unknown[]) => unknown) =>
      (...answer: unknown[]): unknown => {
        step.end(undefined, Boolean(answer[0]));
        return callback(...answer);
      };
    const last = args.length - 1;
    const submitted = args[0] as { submit?: unknown; callback?: (...answer: unknown[]) => unknown };
    if (typeof args[last] === 'function') args[last] = ended(args[last] as () => unknown);
    else if (typeof submitted?.submit === 'function')
      submitted.callback = ended(submitted.callback ?? (() => undefined));
    const answer = query.apply(this, args);
    if (answer instanceof Promise)
      answer.then(
        () => step.end(),
        () => step.end(undefined, true),
      );
    return answer;
  };
  return () => {
    prototype.query = query;
  };
}
