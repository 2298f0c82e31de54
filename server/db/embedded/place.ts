// The folder and the user of the database. PostgreSQL refuses to run as root, and other users often cannot enter root's folders.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Refusal } from '#server/refusal.ts';

export type ServerUser = { uid: number; gid: number };
export type Place = { home: string; cluster: string; user: ServerUser | null };
type Note = { folder: string; ready: boolean };

const rootHome = '/var/lib/vigie';

export function findPlace(dataDir: string): Place {
  const note = readNote(dataDir);
  const home = note ? resolve(dataDir, note.folder) : chooseHome(dataDir);
  const cluster = join(home, 'cluster');
  if (note?.ready && !existsSync(cluster)) {
    throw new Refusal(
      `La base de données est introuvable dans ${home} : remettez-la en place, ou supprimez ${notePath(dataDir)} pour repartir d'une base vide.`,
    );
  }
  if (!note) writeNote(dataDir, { folder: written(dataDir, home), ready: false });
  mkdirSync(home, { recursive: true });
  chmodSync(home, isRoot() ? 0o755 : 0o700);
  const user = isRoot() ? (ownerOf(cluster) ?? unprivileged()) : null;
  if (user && !isReachable(home, user)) {
    throw new Refusal(
      `L'utilisateur qui exécute PostgreSQL (uid ${user.uid}) ne peut pas entrer dans ${home} : rouvrez les dossiers qui y mènent.`,
    );
  }
  return { home, cluster, user };
}

export function notePlaceReady(dataDir: string): void {
  const note = readNote(dataDir);
  if (note && !note.ready) writeNote(dataDir, { ...note, ready: true });
}

// In the data folder if the server's user can enter it: one folder to back up, mount or delete.
function chooseHome(dataDir: string): string {
  const inside = join(dataDir, 'postgres');
  if (!isRoot() || existsSync(join(inside, 'cluster'))) return inside;
  const user = unprivileged();
  if (isReachable(dataDir, user)) return inside;
  if (isReachable(dirname(dataDir), user) && statSync(dataDir).uid === 0) {
    chownSync(dataDir, 0, user.gid);
    chmodSync(dataDir, 0o710);
    return inside;
  }
  mkdirSync(rootHome, { recursive: true });
  chmodSync(rootHome, 0o755);
  return join(rootHome, randomBytes(4).toString('hex'));
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function unprivileged(): ServerUser {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([found]) => found === name) ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65_534, gid: 65_534 };
}

function ownerOf(cluster: string): ServerUser | null {
  const found = statSync(cluster, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

function isReachable(folder: string, user: ServerUser): boolean {
  for (let step = folder; ; step = dirname(step)) {
    const { uid, gid, mode } = statSync(step);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (step === dirname(step)) return true;
  }
}

function notePath(dataDir: string): string {
  return join(dataDir, 'database.json');
}

// Relative inside the data folder, so that the folder can be moved.
function written(dataDir: string, home: string): string {
  const path = relative(dataDir, home);
  return path.startsWith('..') || isAbsolute(path) ? home : path;
}

function readNote(dataDir: string): Note | null {
  if (!existsSync(notePath(dataDir))) return null;
  try {
    const { folder, ready } = JSON.parse(readFileSync(notePath(dataDir), 'utf8')) as Note;
    if (typeof folder === 'string') return { folder, ready: ready === true };
  } catch {
    // Unreadable content is refused below.
  }
  throw new Refusal(`${notePath(dataDir)} est illisible : il doit nommer le dossier de la base de données.`);
}

function writeNote(dataDir: string, note: Note): void {
  const draft = `${notePath(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(note)}\n`, { flush: true });
  renameSync(draft, notePath(dataDir));
}
