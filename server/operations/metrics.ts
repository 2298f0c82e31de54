// Metrics for Prometheus, shown only with METRICS_TOKEN; to nobody if none is set.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '#server/kernel/call.ts';
import { isSame } from '#server/secret.ts';

export function measure(app: FastifyInstance, { environment, database, live }: Services): void {
  const token = environment.metricsToken;
  if (token === null) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'vigie_request_seconds',
    help: 'Durée des appels',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  new Gauge({
    name: 'vigie_database_connections',
    help: 'Connexions à la base de données',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const pool of ['app', 'platform'] as const) {
        this.set({ pool, state: 'total' }, database[pool].totalCount);
        this.set({ pool, state: 'idle' }, database[pool].idleCount);
        this.set({ pool, state: 'waiting' }, database[pool].waitingCount);
      }
    },
  });
  new Gauge({
    name: 'vigie_live_streams',
    help: 'Flux ouverts en direct',
    registers: [register],
    collect() {
      this.set(live.size());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    // Streams stay open as long as the page.
    if (!route.endsWith('/live'))
      requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/api/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
}
