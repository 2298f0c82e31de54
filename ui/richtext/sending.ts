// Pictures on their way, by the mark they bear in the text: a failed one can be sent again, a sent one is known for good.
import { fileMessages } from '#core/files/files.ts';
import { actKey } from '../client/call.ts';
import { store, useStore } from '../client/store.ts';
import { uploadFile } from '../files/upload.ts';
import { notifyProblem } from '../notify.ts';
import { fitImage, type Size } from './resize.ts';

export type Sending =
  | { state: 'sending' | 'failed'; file: File; preview: string }
  /** What undo and redo bring back is not sent twice. */
  | { state: 'sent'; file: string; size: Size };

const all = store<Readonly<Record<string, Sending>>>({});

const change = (mark: string, next: Sending): void => all.set({ ...all.get(), [mark]: next });

export const useSending = (mark: string | null): Sending | undefined => {
  const known = useStore(all);
  return mark === null ? undefined : known[mark];
};

/** Failures are told, and the mark stays to try again. */
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
