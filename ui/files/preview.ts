// State of the file dialogs; the dialogs (FilesHost) are loaded separately.
import type { StoredFile } from '#core/kernel/field.ts';
import { store } from '../client/store.ts';

export interface Previewed {
  files: readonly StoredFile[];
  /** Index of the file shown first. */
  at: number;
  /** Sends them by e-mail (B-066); absent: not from here. */
  mail?: (() => void) | undefined;
}

export const previewed = store<Previewed | null>(null);

export const openPreview = (files: readonly StoredFile[], at = 0, mail?: () => void): void =>
  previewed.set({ files, at, mail });

/** Names of files refused for their type. */
export const refusedFiles = store<readonly string[] | null>(null);

export const notifyRefused = (names: readonly string[]): void =>
  refusedFiles.set([...(refusedFiles.get() ?? []), ...names]);
