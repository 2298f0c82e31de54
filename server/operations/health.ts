// Liveness and readiness, for a proxy or an orchestrator.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#core/kernel/problem.ts';
import type { Database } from '#server/db/database.ts';

const patience = 2_000;

export function serveHealth(app: FastifyInstance, database: Database, version: string): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const answers = async (): Promise<boolean> => {
    const end = new AbortController();
    const asked = Promise.all([database.platform.query('select 1'), database.reach(patience)]).then(
      () => true,
      () => false,
    );
    const late = wait(patience, false, { signal: end.signal }).catch(() => false);
    const answered = await Promise.race([asked, late]);
    end.abort();
    return answered;
  };
  app.get('/api/health', async () => ({ status: 'ok' }));
  app.get('/api/ready', async (_request, reply) => {
    if (!closing && (await answers())) return { status: 'ready', version };
    const problem = new Problem('maintenance', closing ? 'Arrêt en cours' : 'La base de données ne répond pas');
    return reply.status(problem.status).send(problem.toJSON());
  });
}
