// An .xlsx is an archive: checks its declared size before unpacking. The unpacker never writes more than the declared
// size.
import { unreadable } from './csv.ts';

const [endMark, entryMark] = [0x06054b50, 0x02014b50];
const [endLength, entryLength, longestComment] = [22, 46, 65_535];

export const largestUnpacked = 80 * 1024 * 1024;
export const tooLargeUnpacked = 'Ce classeur est trop volumineux une fois décompressé : gardez la feuille à importer.';

export function refuseBomb(content: ArrayBuffer): void {
  const view = new DataView(content);
  const last = Math.max(0, view.byteLength - endLength - longestComment);
  let end = view.byteLength - endLength;
  while (end >= last && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < last || end < 0) throw new Error(unreadable);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryLength > view.byteLength || view.getUint32(at, true) !== entryMark) throw new Error(unreadable);
    // 0xffffffff: the real size is stored elsewhere (ZIP64), and is too large anyway.
    total += view.getUint32(at + 24, true);
    at += entryLength + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (total > largestUnpacked) throw new Error(tooLargeUnpacked);
}
