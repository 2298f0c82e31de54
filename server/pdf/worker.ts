// The thread that draws: a register of thousands of lines takes seconds, in which no call must wait.
import { parentPort } from 'node:worker_threads';
import { badgePdf } from './badge.ts';
import { codesPdf } from './codes.ts';
import { writePdf } from './document.ts';
import { fittedOf, logoOf, pngOf, portraitOf } from './pictures.ts';

/** What it can be asked for; arguments and results cross as plain data. */
export const tasks = { badgePdf, codesPdf, writePdf, fittedOf, logoOf, pngOf, portraitOf };
export type Task = keyof typeof tasks;

export interface Order {
  id: number;
  task: Task;
  given: unknown[];
}

export interface Outcome {
  id: number;
  made: Uint8Array | null;
  /** Null: it went well. */
  failed: string | null;
}

parentPort?.on('message', ({ id, task, given }: Order) => {
  const work = tasks[task] as (...all: unknown[]) => Promise<Uint8Array | null>;
  work(...given).then(
    (made) => parentPort?.postMessage({ id, made, failed: null } satisfies Outcome),
    (error: unknown) =>
      parentPort?.postMessage({ id, made: null, failed: String((error as Error).stack ?? error) } satisfies Outcome),
  );
});
