// What may be sent of the files somebody chose or dropped; the server looks again, at their content.
import { allowedExtensions, extensionOf, mayBeSent, pictureExtensions, uploadLimit } from '#core/files/files.ts';

export interface Sorted {
  good: File[];
  /** Names of those whose type is not allowed at all. */
  refused: string[];
  /** Names of those that cannot be what is asked for: nothing in them, no picture. */
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

/** Of what is sent in one act (E-030). */
export const isWithinLimit = (files: readonly File[]): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) <= uploadLimit;

export const acceptOf = (picture: boolean): string =>
  (picture ? pictureExtensions : allowedExtensions).map((extension) => `.${extension}`).join(',');
