// Photos on paper.
import { contentOf } from '#server/files/store.ts';
import type { Services } from '#server/kernel/call.ts';
import type { Content } from './document.ts';
import { draw } from './drawing.ts';

/** Photos of one document. */
export const mostPhotos = 40;

/** By hash, as data. */
export type Pictures = ReadonlyMap<string, string>;

/** A photo that a phone has not sent yet is missing. `how`: signatures keep their paper transparent. */
export async function picturesOf(
  hashes: readonly string[],
  services: Pick<Services, 'files'>,
  how: 'photoOf' | 'logoOf' = 'photoOf',
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  for (const hash of new Set(hashes)) {
    const content = await contentOf(services.files, hash);
    const made = content && (how === 'logoOf' ? await draw('logoOf', content) : await draw('photoOf', content));
    if (made) pictures.set(hash, `data:image/${how === 'logoOf' ? 'png' : 'jpeg'};base64,${made.toString('base64')}`);
  }
  return pictures;
}

export const absentPhoto: Content = { text: 'Photo non disponible', style: 'quiet' };

/** Two by line. */
export const album = (hashes: readonly (string | null)[], pictures: Pictures): Content[] =>
  Array.from({ length: Math.ceil(hashes.length / 2) }, (_, line) => ({
    columnGap: 8,
    margin: [0, 2, 0, 4],
    unbreakable: true,
    columns: hashes.slice(line * 2, line * 2 + 2).map((hash): Content => {
      const image = hash && pictures.get(hash);
      return image ? { image, fit: [250, 190] } : absentPhoto;
    }),
  }));
