// « Consultations du document » (J-012).
import type { ReactNode } from 'react';
import { listDocumentReaders } from '#core/documents/calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { ReadersDialog } from '#ui/files/ReadersDialog.tsx';
import { plural } from '#ui/format.ts';

export function Readers({ id, onClose }: { id: string; onClose(): void }): ReactNode {
  const { data, error, refetch } = useCall(listDocumentReaders, { params: { id } });
  const rows = data?.readers.map(({ fullname, kind, readAt, edition, downloads }) => ({
    fullname: [
      fullname,
      kind === 'CUSTOMER' && 'client',
      `version ${edition}`,
      downloads > 0 && plural(downloads, 'téléchargement'),
    ]
      .filter(Boolean)
      .join(', '),
    at: readAt,
  }));
  return <ReadersDialog opened rows={rows} problem={error} onRetry={() => void refetch()} onClose={onClose} />;
}
