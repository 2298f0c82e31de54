// Writes small PNGs with few colours by hand: a library would bring a whole renderer.
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const rgb = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Indexes into the palette (« #RRGGBB »); a square, unless its height is said. */
export function indexedPng(
  side: number,
  palette: readonly string[],
  colourAt: (x: number, y: number) => number,
  height = side,
): Buffer {
  const rows = Buffer.alloc(height * (side + 1));
  for (let y = 0; y < height; y += 1) for (let x = 0; x < side; x += 1) rows[y * (side + 1) + 1 + x] = colourAt(x, y);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(rgb))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
