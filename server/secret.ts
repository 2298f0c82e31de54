// The secret of an installation, and the keys derived from it: a leaked key opens one purpose only.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const shortest = 16;

export function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'vigie', purpose, 32));
}

/** Recognises a value without revealing it: who has only the digest cannot guess what it was made of. */
export const keyedDigest = (secret: string, purpose: string, value: string): string =>
  createHmac('sha256', derive(secret, purpose)).update(value).digest('base64url');

/** Constant time, so that it reveals nothing of the expected value. */
export function isSame(received: string | Buffer, wanted: string | Buffer): boolean {
  const [one, other] = [Buffer.from(received as string), Buffer.from(wanted as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}

// Closed to other users, but not its parents: as root, the database user must be able to pass.
export function makeDataDir(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

// link(2) does not replace: of two processes that start together, one writes and both read the same file.
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  return read(path) ?? create(dataDir, path);
}

function create(dataDir: string, path: string): string {
  makeDataDir(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(file);
    closeSync(file);
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = read(path);
  if (secret === null) throw new Error(`Le secret ${path} a disparu pendant le démarrage.`);
  return secret;
}

function read(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret.length < shortest) throw new Error(`Le fichier ${path} ne contient pas de secret valable.`);
    return secret;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
