// A virus scanner beside the server, where one is configured: clamd, by its INSTREAM command (clamd(8)).
import { createReadStream } from 'node:fs';
import { connect } from 'node:net';

/** Null: harmless. Otherwise the name of what was found. Throws when the scanner does not say. */
export type Scan = (path: string) => Promise<string | null>;

/** Of silence: a scanner that is loading its definitions takes its time. */
const patience = 20_000;
const longestWord = 1_000;

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
    let word = '';
    const fail = (error: Error): void => {
      source.destroy();
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(patience, () => fail(new Error('the scanner is silent')));
    socket.setEncoding('latin1');
    socket.on('error', fail);
    socket.on('data', (text: string) => {
      word += text;
      if (word.length > longestWord) fail(new Error('the scanner says too much'));
      else if (word.includes('\0')) {
        source.destroy();
        socket.destroy();
        resolve(word.slice(0, word.indexOf('\0')));
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

function verdictOf(word: string): string | null {
  if (/^stream: OK$/.test(word)) return null;
  const found = /^stream: (.+) FOUND$/.exec(word)?.[1];
  if (found === undefined) throw new Error(`the scanner said: ${word.slice(0, 100)}`);
  return found;
}
