// What the dialogs of files show; the dialogs themselves (FilesHost) load apart.
import type { StoredFile } from '#core/kernel/field.ts';
import { store } from '../client/store.ts';

export interface Previewed {
  files: readonly StoredFile[];
  /** The one shown first. */
  at: number;
}

export const previewed = store<Previewed | null>(null);

export const openPreview = (files: readonly StoredFile[], at = 0): void => previewed.set({ files, at });

/** Names of files that were refused for what they are. */
export const refusedFiles = store<readonly string[] | null>(null);

export const notifyRefused = (names: readonly string[]): void =>
  refusedFiles.set([...(refusedFiles.get() ?? []), ...names]);
