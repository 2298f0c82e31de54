import { type Dimensions, dimensionsOf, mayBeDrawn } from '#server/files/dimensions.ts';

// Converts pictures: portraits of one size, PDF pages and codes as images. The canvas is loaded on first use.

const canvas = () => import('@napi-rs/canvas');

export const portraitSize = { width: 300, height: 375 } as const;
async function read(content: Buffer) {
  // A message of a thread contains bytes, not a Buffer.
  const sides = dimensionsOf(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  if (!sides || !mayBeDrawn(sides)) return null;
  const { loadImage } = await canvas();
  const image = await loadImage(content).catch(() => null);
  return image?.width ? image : null;
}

const logoSize = { width: 480, height: 160 } as const;

/** The whole picture, scaled to the bounds; null: unreadable. */
async function within(content: Buffer, most: Dimensions) {
  const image = await read(content);
  if (!image) return null;
  const scale = Math.min(1, most.width / image.width, most.height / image.height);
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const { createCanvas } = await canvas();
  const drawn = createCanvas(width ?? 1, height ?? 1);
  const pen = drawn.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, drawn.width, drawn.height);
  return drawn;
}

export async function logoOf(content: Buffer): Promise<Buffer | null> {
  return (await within(content, logoSize))?.encode('png') ?? null;
}

/** The picture for screens, without metadata such as the place. */
export async function fittedOf(content: Buffer, most: Dimensions): Promise<Buffer | null> {
  return (await within(content, most))?.encode('webp', 82) ?? null;
}

const photoSize = { width: 900, height: 900 } as const;

/** The whole picture as JPEG for paper, without metadata; null: unreadable. */
export async function photoOf(content: Buffer): Promise<Buffer | null> {
  return (await within(content, photoSize))?.encode('jpeg', 80) ?? null;
}

/** The centre of the picture as JPEG, without metadata; null: unreadable. */
export async function portraitOf(content: Buffer): Promise<Buffer | null> {
  const { createCanvas } = await canvas();
  const image = await read(content);
  if (!image) return null;
  const { width, height } = portraitSize;
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  const drawn = createCanvas(width, height);
  const pen = drawn.getContext('2d');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  // In a tall picture the face is above the centre.
  pen.drawImage(image, (width - w) / 2, (height - h) / 3, w, h);
  return drawn.encode('jpeg', 88);
}

/** All pages of a PDF, one below the other. */
export async function pngOf(pdf: Buffer, scale = 4): Promise<Buffer> {
  const { createCanvas } = await canvas();
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(pdf),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    const pages = await Promise.all(
      Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)),
    );
    const views = pages.map((page) => page.getViewport({ scale }));
    const gap = 8 * scale;
    const width = Math.ceil(Math.max(...views.map((view) => view.width)));
    const height = Math.ceil(views.reduce((sum, view) => sum + view.height, gap * (views.length - 1)));
    const all = createCanvas(width, height);
    const pen = all.getContext('2d');
    let top = 0;
    for (const [index, page] of pages.entries()) {
      const view = views[index];
      if (!view) continue;
      const one = createCanvas(Math.ceil(view.width), Math.ceil(view.height));
      await page.render({ canvas: one as never, viewport: view, background: '#ffffff' }).promise;
      pen.drawImage(one, 0, top);
      top += view.height + gap;
    }
    return await all.encode('png');
  } finally {
    await task.destroy();
  }
}
