// Resizes pictures before the upload: at most 1500 px wide, same proportions (1 §5).
import { isImage } from '#core/files/files.ts';
import { widestImage } from '#core/kernel/html.ts';

export interface Size {
  width: number;
  height: number;
}

export const fitted = ({ width, height }: Size, widest = widestImage): Size =>
  width <= widest ? { width, height } : { width: widest, height: Math.max(1, Math.round((height * widest) / width)) };

/** The other side with the same proportions. */
export const heightFor = (width: number, of: Size): number => Math.max(1, Math.round((width * of.height) / of.width));
export const widthFor = (height: number, of: Size): number => Math.max(1, Math.round((height * of.width) / of.height));

/** Redrawing an animated GIF keeps its first frame only; done only if it is too wide. */
const drawnAs = (type: string): string => (type === 'image/gif' ? 'image/png' : type);
const quality = 0.85;

const renamed = (name: string, type: string): string =>
  type === 'image/png' ? name.replace(/\.[^.]*$/, '.png') : name;

export interface Fitted {
  file: File;
  size: Size;
}

/** Throws if the browser cannot read the content as a picture. */
export async function fitImage(file: File): Promise<Fitted> {
  if (!isImage(file.type)) throw new TypeError(file.type);
  const picture = await createImageBitmap(file);
  try {
    const size = fitted(picture);
    if (size.width === picture.width) return { file, size };
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, size.width, size.height);
    const type = drawnAs(file.type);
    const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (!content) throw new Error('not drawn');
    return { file: new File([content], renamed(file.name, type), { type }), size };
  } finally {
    picture.close();
  }
}
