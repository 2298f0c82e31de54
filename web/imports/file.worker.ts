// Thousands of rows take a second to read: not one in which the screen stands still.
import { type ImportTable, readTable } from './readTable.ts';

export type Answer = { table: ImportTable } | { fault: string };

self.addEventListener('message', ({ data }: MessageEvent<{ name: string; content: ArrayBuffer }>) => {
  void readTable(data.name, data.content).then(
    (table) => self.postMessage({ table } satisfies Answer),
    (error: unknown) => self.postMessage({ fault: error instanceof Error ? error.message : '' } satisfies Answer),
  );
});
