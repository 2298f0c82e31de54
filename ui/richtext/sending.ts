// Uploads of pictures by their mark in the text: a failed one can be retried, a finished one is remembered.
import { fileMessages } from '#core/files/files.ts';
import { actKey } from '../client/call.ts';
import { store, useStore } from '../client/store.ts';
import { uploadFile } from '../files/upload.ts';
import { notifyProblem } from '../notify.ts';
import { fitImage, type Size } from './resize.ts';

export type Sending =
  | { state: 'sending' | 'failed'; file: File; preview: string }
  /** Undo and redo must not upload it again. */
  | { state: 'sent'; file: string; size: Size };

const all = store<Readonly<Record<string, Sending>>>({});

const change = (mark: string, next: Sending): void => all.set({ ...all.get(), [mark]: next });

export const useSending = (mark: string | null): Sending | undefined => {
  const known = useStore(all);
  return mark === null ? undefined : known[mark];
};

/** Failures are reported, and the mark stays for a retry. */
export async function sendAgain(mark: string): Promise<void> {
  const before = all.get()[mark];
  if (!before || before.state === 'sent') return;
  const { file, preview } = before;
  change(mark, { state: 'sending', file, preview });
  try {
    const fit = await fitImage(file);
    const { id } = await uploadFile(fit.file);
    change(mark, { state: 'sent', file: id, size: fit.size });
    URL.revokeObjectURL(preview);
  } catch {
    change(mark, { state: 'failed', file, preview });
    notifyProblem(new Error(fileMessages.failed));
  }
}

export function send(file: File): string {
  const mark = actKey();
  change(mark, { state: 'sending', file, preview: URL.createObjectURL(file) });
  void sendAgain(mark);
  return mark;
}
