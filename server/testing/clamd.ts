// A fake clamd that knows one virus.
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A part of the harmless test file of scanners (eicar.org), not the file itself. */
export const virus = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';

export interface FakeClamd {
  url: string;
  /** Scanned contents. */
  seen: Buffer[];
  /** How it behaves from now on. */
  be(behaviour: 'well' | 'overwhelmed' | 'gone'): void;
  close(): Promise<void>;
}

const command = Buffer.from('zINSTREAM\0');

/** The content, once all of its chunks are there. */
function contentOf(received: Buffer): Buffer | null {
  if (!received.subarray(0, command.length).equals(command)) return null;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

export async function startClamd(): Promise<FakeClamd> {
  const seen: Buffer[] = [];
  let behaviour: Parameters<FakeClamd['be']>[0] = 'well';
  const answer = (socket: Socket, content: Buffer): void => {
    seen.push(content);
    if (behaviour === 'overwhelmed') socket.end('INSTREAM size limit exceeded. ERROR\0');
    else socket.end(content.includes(virus) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (behaviour === 'gone') {
      socket.destroy();
      return;
    }
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const content = contentOf(received);
      if (content) answer(socket, content);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    be: (next) => {
      behaviour = next;
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
