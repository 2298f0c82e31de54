// Draws documents and pictures in a separate thread, started on first use.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Order, Outcome, Task, tasks } from './worker.ts';

interface Waiting {
  done(made: Uint8Array | null): void;
  fail(error: Error): void;
}

let thread: Worker | null = null;
let last = 0;
const waiting = new Map<number, Waiting>();

function start(): Worker {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'));
  // The idle thread must not keep the process alive.
  worker.unref();
  worker.on('message', ({ id, made, failed }: Outcome) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (failed === null) one?.done(made);
    else one?.fail(new Error(failed));
  });
  // The thread died: fail its orders; the next order starts a new thread.
  const gone = (error: Error): void => {
    if (thread === worker) thread = null;
    for (const one of waiting.values()) one.fail(error);
    waiting.clear();
  };
  worker.on('error', gone);
  worker.on('exit', () => gone(new Error('the drawing thread has ended')));
  return worker;
}

type Made<T extends Task> = Awaited<ReturnType<(typeof tasks)[T]>>;

/** `draw('writePdf', paper)` runs the function of that name in the thread. */
export async function draw<T extends Task>(task: T, ...args: Parameters<(typeof tasks)[T]>): Promise<Made<T>> {
  thread ??= start();
  const worker = thread;
  last += 1;
  const order: Order = { id: last, task, args };
  const made = await new Promise<Uint8Array | null>((done, fail) => {
    worker.postMessage(order);
    waiting.set(order.id, { done, fail });
  });
  return (made && Buffer.from(made.buffer, made.byteOffset, made.byteLength)) as Made<T>;
}
