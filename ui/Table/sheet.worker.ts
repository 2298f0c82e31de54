// Thousands of rows take a second to write: not one in which the screen stands still.
import { type Sheet, writeSheet } from './writeSheet.ts';

self.addEventListener('message', ({ data }: MessageEvent<Sheet>) => {
  void writeSheet(data).then(
    (content) => self.postMessage(content),
    (error) => self.reportError(error),
  );
});
