// Reads the size of a picture from its header, before decoding: a few kilobytes may decode to gigabytes.

export interface Dimensions {
  width: number;
  height: number;
}

const at = (content: Buffer, offset: number, text: string): boolean =>
  content.toString('latin1', offset, offset + text.length) === text;

const png = (content: Buffer): Dimensions | null =>
  at(content, 12, 'IHDR') && content.length >= 24
    ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
    : null;

const gif = (content: Buffer): Dimensions | null =>
  content.length >= 10 ? { width: content.readUInt16LE(6), height: content.readUInt16LE(8) } : null;

/** Walks the segments up to the start of a frame. */
function jpeg(content: Buffer): Dimensions | null {
  let offset = 2;
  while (offset + 9 <= content.length) {
    if (content[offset] !== 0xff) return null;
    const mark = content[offset + 1] ?? 0;
    // Padding before a marker.
    if (mark === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (isFrame) return { width: content.readUInt16BE(offset + 7), height: content.readUInt16BE(offset + 5) };
    const length = content.readUInt16BE(offset + 2);
    if (length < 2) return null;
    offset += 2 + length;
  }
  return null;
}

const lossy = { width: 26, height: 28 } as const;

function webp(content: Buffer): Dimensions | null {
  if (content.length < 30) return null;
  if (at(content, 12, 'VP8X')) return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  if (at(content, 12, 'VP8L')) {
    const bits = content.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!at(content, 12, 'VP8 ')) return null;
  return {
    width: content.readUInt16LE(lossy.width) & 0x3fff,
    height: content.readUInt16LE(lossy.height) & 0x3fff,
  };
}

/** Null: not a supported picture, or without a size. */
export function dimensionsOf(content: Buffer): Dimensions | null {
  const found = at(content, 0, '\x89PNG\r\n\x1a\n')
    ? png(content)
    : at(content, 0, 'GIF8')
      ? gif(content)
      : at(content, 0, '\xff\xd8')
        ? jpeg(content)
        : at(content, 0, 'RIFF') && at(content, 8, 'WEBP')
          ? webp(content)
          : null;
  return found && found.width > 0 && found.height > 0 ? found : null;
}

/** More would fill the memory; the largest phone photos have fifty million. */
const mostPixels = 60_000_000;

export const mayBeDrawn = ({ width, height }: Dimensions): boolean => width * height <= mostPixels;
