// The icon of a brand as PNG, for what shows no SVG. Drawn once per icon.
import type { Branded } from './read.ts';

const side = 192;
/** More brands than an installation has. */
const most = 200;
const drawn = new Map<string, Promise<Buffer>>();

async function draw({ content }: Branded['icon']): Promise<Buffer> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const canvas = createCanvas(side, side);
  canvas.getContext('2d').drawImage(await loadImage(content), 0, 0, side, side);
  return canvas.encode('png');
}

export function pngOf({ icon, touchIcon }: Pick<Branded, 'icon' | 'touchIcon'>): Promise<Buffer> {
  if (touchIcon) return Promise.resolve(touchIcon.content);
  let png = drawn.get(icon.path);
  if (!png) {
    if (drawn.size >= most) drawn.clear();
    png = draw(icon);
    drawn.set(icon.path, png);
  }
  return png;
}
