// Writing thousands of rows takes a second: a worker keeps the screen responsive.
import { type SheetPart, SheetWriter } from './writeSheet.ts';

const writer = new SheetWriter();

self.addEventListener('message', ({ data: { cells, more, ...sheet } }: MessageEvent<SheetPart>) => {
  try {
    writer.add(cells);
    if (!more) self.postMessage(writer.file(sheet));
  } catch (error) {
    self.reportError(error);
  }
});
