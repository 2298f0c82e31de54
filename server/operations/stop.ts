// A stop that finishes what it started: calls under way are answered, their connections then closed, and none waited for
// without end.
import type { FastifyInstance } from 'fastify';

const often = 50;
/** Whoever orders a stop kills after half a minute, as a rule. */
const patience = 20_000;

export function stopInOrder(app: FastifyInstance): void {
  let closing: NodeJS.Timeout | null = null;
  app.addHook('preClose', async () => {
    const since = Date.now();
    // A connection whose answer has gone out would be kept for the next call, which will not come.
    closing = setInterval(() => {
      if (Date.now() - since > patience) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, often).unref();
  });
  app.addHook('onClose', async () => {
    if (closing) clearInterval(closing);
  });
}
