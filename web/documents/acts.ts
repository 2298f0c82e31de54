// What is done with documents from their lists and their sheet.
import { downloadDocument, markDocumentRead, mostZipped, zipDocuments } from '#core/documents/calls.ts';
import { Document } from '#core/documents/document.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { openPreview } from '#ui/files/preview.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';

export const fileOf = (row: AnyRow): StoredFile | null => (row.file as StoredFile | null) ?? null;

/** The reading is noted without waiting: a failure must not keep anybody from his document. */
export function show(rows: readonly AnyRow[]): void {
  const files = rows.flatMap((row) => fileOf(row) ?? []);
  if (files.length === 0) return;
  openPreview(files);
  void Promise.all(rows.map(({ id }) => call(markDocumentRead, { params: { id } }).catch(() => {}))).then(() =>
    invalidateEntity(Document),
  );
}

export async function take(rows: readonly AnyRow[]): Promise<boolean> {
  if (rows.length > mostZipped) {
    notifyProblem(new Error(`${mostZipped} documents au plus en une fois.`));
    return false;
  }
  const [only] = rows;
  const isTaken =
    rows.length === 1 && only
      ? await saveDocument({ endpoint: downloadDocument, params: { id: only.id } }, fileOf(only)?.name ?? 'document')
      : await saveDocument({ endpoint: zipDocuments, input: { ids: rows.map(({ id }) => id) } }, 'documents.zip');
  if (isTaken) void invalidateEntity(Document);
  return isTaken;
}
