// Checks chosen or dropped files; the server checks their content again.
import { allowedExtensions, extensionOf, mayBeSent, pictureExtensions, uploadLimit } from '#core/files/files.ts';

export interface Sorted {
  good: File[];
  /** Names of files whose type is not allowed. */
  refused: string[];
  /** Names of files that cannot be used: empty, or not a picture. */
  invalid: string[];
}

export function sorted(files: readonly File[], picture: boolean): Sorted {
  const result: Sorted = { good: [], refused: [], invalid: [] };
  for (const file of files) {
    const { name, size } = file;
    if (!mayBeSent(name)) result.refused.push(name);
    else if (size === 0 || (picture && !pictureExtensions.includes(extensionOf(name)))) result.invalid.push(name);
    else result.good.push(file);
  }
  return result;
}

/** Total size of one upload (E-030). */
export const isWithinLimit = (files: readonly File[]): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) <= uploadLimit;

export const acceptOf = (picture: boolean): string =>
  (picture ? pictureExtensions : allowedExtensions).map((extension) => `.${extension}`).join(',');
