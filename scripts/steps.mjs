// Child processes of the npm commands, all on the project's own Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');

export function runtime() {
  const brought = join(bin, 'node');
  if (existsSync(brought)) return brought;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(
    "Cette machine n'a pas Node 24 et npm n'en fournit pas pour elle : installez Node 24 ou plus récent.",
  );
}

// node_modules/.bin first: every tool's `#!/usr/bin/env node` then finds the project's Node.
export function environment(extra = {}) {
  return { ...process.env, PATH: [bin, dirname(runtime()), process.env.PATH].join(delimiter), ...extra };
}

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a tool with its output shown; resolves with its exit code. */
export function run(program, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'inherit', 'inherit'],
      ...options,
    });
    child.on('error', fail).on('close', (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs a tool silently; its output is shown only when it fails. */
export async function runQuietly(title, program, args, options = {}) {
  const since = performance.now();
  process.stdout.write(`${title}… `);
  const output = [];
  const code = await new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', fail).on('close', (status) => done(status));
  });
  console.log(code === 0 ? seconds(since) : 'échec');
  if (code === 0) return;
  const lines = Buffer.concat(output).toString().trimEnd().split('\n');
  console.error(lines.slice(-40).join('\n'));
  throw new Error(`${title} : échec.`);
}
