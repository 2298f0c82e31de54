// Reading thousands of rows takes a second: a worker keeps the screen responsive.
import { type ImportTable, readTable } from './readTable.ts';

export type Answer = { table: ImportTable } | { fault: string };

self.addEventListener('message', ({ data }: MessageEvent<{ name: string; content: ArrayBuffer }>) => {
  void readTable(data.name, data.content).then(
    (table) => self.postMessage({ table } satisfies Answer),
    (error: unknown) => self.postMessage({ fault: error instanceof Error ? error.message : '' } satisfies Answer),
  );
});
