// What is done with documents from their lists and their sheet.
import { downloadDocument, mostZipped, openDocuments, zipDocuments } from '#core/documents/calls.ts';
import { Document } from '#core/documents/document.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { forEachConcurrent } from '#ui/concurrent.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { openPreview } from '#ui/files/preview.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';

const tooMany = new Error(`${mostZipped} documents au plus en une fois.`);

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

/** One call, however many they are. */
export async function show(rows: readonly AnyRow[], mail?: (rows: readonly AnyRow[]) => void): Promise<void> {
  if (rows.length > mostZipped) return notifyProblem(tooMany);
  try {
    const { documents } = await call(openDocuments, { input: { ids: rows.map(({ id }) => id) } });
    openPreview(
      documents.map(({ file }) => file),
      0,
      mail && (() => mail(rows)),
    );
  } catch (error) {
    notifyProblem(error);
    return;
  }
  void invalidateEntity(Document);
}

export async function take(rows: readonly AnyRow[]): Promise<boolean> {
  if (rows.length > mostZipped) {
    notifyProblem(tooMany);
    return false;
  }
  const [only] = rows;
  try {
    const isTaken =
      rows.length === 1 && only
        ? await saveDocument(
            { endpoint: downloadDocument, params: { id: only.id } },
            fileOf((await whole([only]))[0] ?? only)?.name ?? 'document',
          )
        : await saveDocument({ endpoint: zipDocuments, input: { ids: rows.map(({ id }) => id) } }, 'documents.zip');
    if (isTaken) void invalidateEntity(Document);
    return isTaken;
  } catch (error) {
    notifyProblem(error);
    return false;
  }
}
