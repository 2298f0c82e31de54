// The drawing thread: a register of thousands of lines takes seconds and must not block calls.
import './shared-fonts.ts';
import { parentPort } from 'node:worker_threads';
import { badgePdf } from './badge.ts';
import { codesPdf } from './codes.ts';
import { writePdf } from './document.ts';
import { fittedOf, logoOf, photoOf, pngOf, portraitOf } from './pictures.ts';
import { pageCount, pageTexts, splitPdf } from './splitting.ts';

/** Its tasks; arguments and results are plain data. */
export const tasks = {
  badgePdf,
  codesPdf,
  writePdf,
  pageCount,
  pageTexts,
  splitPdf,
  fittedOf,
  logoOf,
  photoOf,
  pngOf,
  portraitOf,
};
export type Task = keyof typeof tasks;

export interface Order {
  id: number;
  task: Task;
  args: unknown[];
}

export interface Outcome {
  id: number;
  made: Uint8Array | null;
  /** Null: success. */
  failed: string | null;
}

parentPort?.on('message', ({ id, task, args }: Order) => {
  const work = tasks[task] as (...all: unknown[]) => Promise<Uint8Array | null>;
  work(...args).then(
    (made) => parentPort?.postMessage({ id, made, failed: null } satisfies Outcome),
    (error: unknown) =>
      parentPort?.postMessage({ id, made: null, failed: String((error as Error).stack ?? error) } satisfies Outcome),
  );
});
