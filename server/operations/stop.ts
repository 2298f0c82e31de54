// An orderly stop: answer running calls, then close their connections, within a time limit.
import type { FastifyInstance } from 'fastify';

const often = 50;
/** Orchestrators usually kill a process half a minute after the stop signal. */
const patience = 20_000;

export function stopInOrder(app: FastifyInstance): void {
  let closing: NodeJS.Timeout | null = null;
  app.addHook('preClose', async () => {
    const since = Date.now();
    // Keep-alive connections would wait for a next call.
    closing = setInterval(() => {
      if (Date.now() - since > patience) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, often).unref();
  });
  app.addHook('onClose', async () => {
    if (closing) clearInterval(closing);
  });
}
