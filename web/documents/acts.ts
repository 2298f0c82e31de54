// What is done with documents from their lists and their sheet.
import { downloadDocument, markDocumentRead, mostZipped, zipDocuments } from '#core/documents/calls.ts';
import { Document } from '#core/documents/document.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { forEachConcurrent } from '#ui/concurrent.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { openPreview } from '#ui/files/preview.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';

export const fileOf = (row: AnyRow): StoredFile | null => (row.file as StoredFile | null) ?? null;

/** Whole records: a row of a list has no file. */
export async function whole(rows: readonly AnyRow[]): Promise<AnyRow[]> {
  const read = new Map<string, AnyRow>();
  await forEachConcurrent(rows, async (row) => {
    const reply = row.file ? { document: row } : await call(endpointsOf(Document).read, { params: { id: row.id } });
    read.set(row.id, (reply as { document: AnyRow }).document);
  });
  return rows.flatMap(({ id }) => read.get(id) ?? []);
}

/** The reading is noted without waiting: a failure must not keep anybody from his document. */
export async function show(rows: readonly AnyRow[], mail?: (rows: readonly AnyRow[]) => void): Promise<void> {
  try {
    const read = await whole(rows);
    openPreview(
      read.flatMap((row) => fileOf(row) ?? []),
      0,
      mail && (() => mail(read)),
    );
  } catch (error) {
    notifyProblem(error);
    return;
  }
  await forEachConcurrent(rows, ({ id }) => call(markDocumentRead, { params: { id } }).catch(() => {}));
  void invalidateEntity(Document);
}

export async function take(rows: readonly AnyRow[]): Promise<boolean> {
  if (rows.length > mostZipped) {
    notifyProblem(new Error(`${mostZipped} documents au plus en une fois.`));
    return false;
  }
  const [only] = rows;
  const isTaken =
    rows.length === 1 && only
      ? await saveDocument(
          { endpoint: downloadDocument, params: { id: only.id } },
          fileOf((await whole([only]))[0] ?? only)?.name ?? 'document',
        )
      : await saveDocument({ endpoint: zipDocuments, input: { ids: rows.map(({ id }) => id) } }, 'documents.zip');
  if (isTaken) void invalidateEntity(Document);
  return isTaken;
}
