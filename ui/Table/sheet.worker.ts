// Writing thousands of rows takes a second: a worker keeps the screen responsive.
import { type Sheet, writeSheet } from './writeSheet.ts';

self.addEventListener('message', ({ data }: MessageEvent<Sheet>) => {
  void writeSheet(data).then(
    (content) => self.postMessage(content),
    (error) => self.reportError(error),
  );
});
