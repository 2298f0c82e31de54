// Shared by both benchmark servers: database settings, and reporting port and CPU time to the parent process.
import type { FastifyInstance } from 'fastify';

export interface Settings {
  ownerUrl: string;
  secret: string;
  connections: number;
  agency: string;
}

export const settings = (): Settings => JSON.parse(process.argv[2] ?? '') as Settings;

export async function serve(app: FastifyInstance): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
}
