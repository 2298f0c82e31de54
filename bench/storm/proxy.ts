// Between clients and servers: forwards connections to each process in turn, and drops some replies on purpose.
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  url: string;
  /** Replies dropped on purpose. */
  cut(): number;
  close(): Promise<void>;
}

export async function openProxy(ports: readonly number[], lost: number): Promise<Proxy> {
  let cut = 0;
  let turn = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    turn += 1;
    const upstream = connect(ports[turn % ports.length] as number, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    // The server has already committed what it answers; the client does not learn of it.
    upstream.on('data', (chunk) => {
      if (Math.random() >= lost) return void client.write(chunk);
      cut += 1;
      end();
    });
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut: () => cut,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
