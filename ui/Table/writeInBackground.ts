import { messages } from '#core/kernel/problem.ts';
import type { Sheet, SheetPart } from './writeSheet.ts';

/** Rejects when aborted, or when the file cannot be written. */
export async function writeInBackground(sheet: Sheet, signal: AbortSignal): Promise<Blob> {
  const writer = openWriter(signal);
  try {
    return await writer.finish(sheet);
  } finally {
    writer.close();
  }
}

export interface BackgroundWriter {
  /** These rows, and others later. */
  add(sheet: Sheet): void;
  /** The file, with these rows as the last. */
  finish(sheet: Sheet): Promise<Blob>;
  /** Always, also when nothing was written. */
  close(): void;
}

/** Its worker starts at once and writes the rows while others are read. */
export function openWriter(signal: AbortSignal): BackgroundWriter {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' });
  const written = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error(messages.unexpected)));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // Nobody waits for it yet.
  written.catch(() => undefined);
  const send = (part: SheetPart): void => {
    signal.throwIfAborted();
    worker.postMessage(part);
  };
  return {
    add: (sheet) => send({ ...sheet, more: true }),
    finish: async (sheet) => {
      send(sheet);
      return written;
    },
    close: () => worker.terminate(),
  };
}
