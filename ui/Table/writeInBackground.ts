import { messages } from '#core/kernel/problem.ts';
import type { Sheet } from './writeSheet.ts';

/** Rejects when aborted, or when the file cannot be written. */
export function writeInBackground(sheet: Sheet, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error(messages.unexpected)));
    signal.addEventListener('abort', () => reject(signal.reason));
    signal.throwIfAborted();
    worker.postMessage(sheet);
  }).finally(() => worker.terminate());
}
