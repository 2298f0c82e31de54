// The virus scanner, if configured: clamd, by its INSTREAM command (clamd(8)).
import { createReadStream } from 'node:fs';
import { connect } from 'node:net';

/** Null: clean. Otherwise the name of the virus. Throws if the scanner gives no verdict. */
export type Scan = (path: string) => Promise<string | null>;

/** Timeout without data: a scanner that loads its definitions is slow. */
const patience = 20_000;
const longestReply = 1_000;

export function scannerOf(url: string | null): Scan | null {
  if (url === null) return null;
  const { hostname, port } = new URL(url);
  const place = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 3310) };
  return async (path) => verdictOf(await ask(place, path));
}

function ask(place: { host: string; port: number }, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(place);
    const source = createReadStream(path, { highWaterMark: 64 * 1024 });
    let reply = '';
    const fail = (error: Error): void => {
      source.destroy();
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(patience, () => fail(new Error('the scanner is silent')));
    socket.setEncoding('latin1');
    socket.on('error', fail);
    socket.on('data', (text: string) => {
      reply += text;
      if (reply.length > longestReply) fail(new Error('the reply of the scanner is too long'));
      else if (reply.includes('\0')) {
        source.destroy();
        socket.destroy();
        resolve(reply.slice(0, reply.indexOf('\0')));
      }
    });
    socket.on('close', () => fail(new Error('the scanner hung up')));
    source.on('error', fail);
    socket.on('connect', () => {
      socket.write('zINSTREAM\0');
      source.on('data', (chunk) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        if (socket.write(chunk)) return;
        source.pause();
        socket.once('drain', () => source.resume());
      });
      source.on('end', () => socket.write(Buffer.alloc(4)));
    });
  });
}

function verdictOf(reply: string): string | null {
  if (/^stream: OK$/.test(reply)) return null;
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found === undefined) throw new Error(`the scanner replied: ${reply.slice(0, 100)}`);
  return found;
}
