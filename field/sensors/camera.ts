// Photos as the field takes them: by the camera of the telephone through its own chooser, made small at once (E-058).
import { photoMime, photoQuality, photoSide } from '#core/field/photo.ts';

/** At most 1,280 px on its longer side. Rejects if it is no picture. */
export async function resized(content: Blob): Promise<Blob> {
  // As it was held: the mark of its orientation is lost with the rest of its metadata, and its place with it.
  const picture = await createImageBitmap(content, { imageOrientation: 'from-image' });
  const scale = Math.min(1, photoSide / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  drawing.drawImage(picture, 0, 0, width, height);
  picture.close();
  return new Promise((done, failed) => {
    canvas.toBlob((made) => (made ? done(made) : failed(new Error('no picture'))), photoMime, photoQuality);
  });
}
