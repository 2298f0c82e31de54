// Faces of nobody, drawn: a head, hair and a uniform on a ground of one colour, as small indexed PNGs.
import { crc32, deflateSync } from 'node:zlib';

const side = 160;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const skins = ['#F2D3B8', '#E0B08E', '#C68863', '#8D5A3C', '#5C3A26'] as const;
const hairs = ['#2B2320', '#4A3428', '#7A5533', '#B58A52', '#8C8C8C'] as const;
const grounds = ['#DCE7F3', '#E4EFE6', '#F3E9DC', '#EAE4F2', '#F3E1E1', '#E3EEF0'] as const;
const uniforms = ['#1F3550', '#22303C', '#2F4858'] as const;

/** How many there are: one content is stored once, however many wear it. */
export const portraitCount = 30;

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const inEllipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;

/** Of the palette: ground, skin, hair, uniform, collar. */
function colourAt(x: number, y: number, longHair: boolean): number {
  if (inEllipse(x, y, 80, 76, 30, 37)) return y < 56 + Math.abs(x - 80) * 0.15 ? 2 : 1;
  if (inEllipse(x, y, 80, 66, 35, 36) && y < (longHair ? 118 : 74)) return 2;
  if (longHair && inEllipse(x, y, 80, 92, 38, 42) && y < 122) return 2;
  if (x > 68 && x < 92 && y > 104 && y < 126) return 1;
  if (inEllipse(x, y, 80, 172, 62, 54)) return Math.abs(x - 80) < (146 - y) * 0.7 ? 4 : 3;
  return 0;
}

const rgb = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The same number draws the same face. */
export function portrait(number: number): Buffer {
  const pick = <T>(list: readonly T[], step: number): T => list[Math.floor(number / step) % list.length] as T;
  const palette = [pick(grounds, 1), pick(skins, 2), pick(hairs, 3), pick(uniforms, 5), '#F4F4F2'].flatMap(rgb);
  const longHair = number % 3 === 1;
  const rows = Buffer.alloc(side * (side + 1));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) rows[y * (side + 1) + 1 + x] = colourAt(x, y, longHair);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
