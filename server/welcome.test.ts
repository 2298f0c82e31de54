import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const script = `
  import { surviveClosedOutput } from '#server/welcome.ts';
  surviveClosedOutput();
  process.on('uncaughtException', () => process.exit(1));
  setInterval(() => { process.stdout.write('x'); process.stderr.write('x'); }, 20);
  setTimeout(() => process.exit(0), 300);
`;

test('a process whose output nobody reads any more goes on', async () => {
  // A pipe of the shell: those of `spawn` are sockets.
  const shell = '{ "$NODE" --input-type=module --eval "$SCRIPT"; echo $? >&3; } 2>&1 | true';
  const child = spawn('sh', ['-c', shell], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: script },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  expect(await text(child.stdio[3] as Readable)).toBe('0\n');
});
