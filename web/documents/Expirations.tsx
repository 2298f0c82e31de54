// « Expirations »: documents by their end; a row opens the document, where it is replaced.
import { type ReactElement, useMemo } from 'react';
import type { ExpiryState } from '#core/agents/expiry.ts';
import { DocumentExpiration } from '#core/documents/expirations.ts';
import { IconFileText } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { ExpiryBadge } from '../agents/ExpiryBadge.tsx';

const cells: Cells = { state: ({ value }) => <ExpiryBadge state={value as ExpiryState} /> };

export default function Expirations(props: ScreenProps): ReactElement {
  const openSheet = useOpenSheet();
  const rowActions = useMemo((): RowAction[] => {
    const run = ({ id }: AnyRow): void => openSheet({ entity: 'document', id });
    return [{ key: 'open', label: 'Ouvrir le document', icon: IconFileText, rights: ['listDocuments'], run }];
  }, [openSheet]);
  return (
    <EntityTable
      of={DocumentExpiration}
      {...props}
      add={false}
      rowActions={rowActions}
      onOpen={rowActions[0]?.run}
      cells={cells}
    />
  );
}
