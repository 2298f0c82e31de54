// The spans themselves (OpenTelemetry, sent as OTLP over HTTP); loaded by tracing.ts alone.
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
    // Full, it forgets: a collector that is down costs memory for two thousand spans and nothing else.
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
    // What is asked outside of a call or a job is the server's own housekeeping.
    current.getStore() ? begin('query', { 'db.system.name': 'postgresql', 'db.query.summary': statement }) : null,
  );
  return {
    begin,
    within: (step, work) => current.run((step as Begun).context, work),
    close: async () => {
      restore();
      // A collector that does not answer must not hold up a stop.
      await provider.shutdown().catch(() => {});
    },
  };
}

/** Its name, or its verb: the text itself may be long, and tells nothing more. */
const summaryOf = (asked: unknown): string => {
  const { name, text } = (typeof asked === 'string' ? { text: asked } : (asked ?? {})) as {
    name?: string;
    text?: string;
  };
  return name ?? /^\s*(\w+)/.exec(text ?? '')?.[1]?.toLowerCase() ?? 'query';
};

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** Every question of every connection, in whichever of the ways of `pg` it is asked. */
function watchQueries(began: (statement: string) => Step | null): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function watched(...given) {
    const step = began(summaryOf(given[0]));
    if (!step) return query.apply(this, given);
    const ended =
      (callback: (...answer: unknown[]) => unknown) =>
      (...answer: unknown[]): unknown => {
        step.end(undefined, Boolean(answer[0]));
        return callback(...answer);
      };
    const last = given.length - 1;
    const submitted = given[0] as { submit?: unknown; callback?: (...answer: unknown[]) => unknown };
    if (typeof given[last] === 'function') given[last] = ended(given[last] as () => unknown);
    else if (typeof submitted?.submit === 'function')
      submitted.callback = ended(submitted.callback ?? (() => undefined));
    const answer = query.apply(this, given);
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
