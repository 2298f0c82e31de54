// The PostgreSQL processes of one folder, found by their working directory: pid files are stale after a kill or reboot.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const programs = new Set(['postgres', 'initdb']);

interface Process {
  pid: number;
  /** A path that leads to its working directory. */
  cwd: string;
}

function inProc(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // A replaced binary reads "… (deleted)".
      const program = basename(readlinkSync(`/proc/${name}/exe`)).replace(/ \(deleted\)$/, '');
      return programs.has(program) ? [{ pid: Number(name), cwd: `/proc/${name}/cwd` }] : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

/** The answer of `lsof -Fpn`: « p » and the pid, then « f » and « n » with its directory. */
export const parseLsof = (answer: string): Process[] =>
  [...answer.matchAll(/^p(\d+)\n(?:f.*\n)?n(.+)$/gm)].map(([, pid, cwd]) => ({ pid: Number(pid), cwd: cwd as string }));

/** macOS has no /proc, and brings `lsof`, which answers 1 when it finds nothing. */
function byLsof(): Process[] {
  const commands = [...programs].flatMap((program) => ['-c', program]);
  const { stdout, error } = spawnSync('lsof', ['-a', '-d', 'cwd', ...commands, '-Fpn'], { encoding: 'utf8' });
  if (error) throw error;
  return parseLsof(stdout);
}

export function processesIn(folder: string): number[] {
  const home = statSync(folder, { throwIfNoEntry: false });
  if (!home) return [];
  return (existsSync('/proc/self') ? inProc() : byLsof()).flatMap(({ pid, cwd }) => {
    try {
      const place = statSync(cwd);
      return place.dev === home.dev && place.ino === home.ino ? [pid] : [];
    } catch {
      return [];
    }
  });
}

// Stops all processes of the folder: first by the postmaster, then by force.
export async function haltAll(folder: string): Promise<void> {
  const postmaster = postmasterOf(folder);
  if (postmaster !== null && processesIn(folder).includes(postmaster)) {
    send(postmaster, 'SIGINT');
    if (await emptied(folder, 30_000)) return;
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of processesIn(folder)) send(pid, signal);
    if (await emptied(folder, 3000)) return;
  }
  throw new Error(`Des processus PostgreSQL de ${folder} refusent de s'arrêter.`);
}

export async function killAll(folder: string): Promise<void> {
  for (const pid of processesIn(folder)) send(pid, 'SIGKILL');
  await emptied(folder, 3000);
}

function postmasterOf(folder: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended between the scan and the signal.
  }
}

async function emptied(folder: string, limit: number): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < limit; await wait(20)) {
    if (processesIn(folder).length === 0) return true;
  }
  return false;
}
