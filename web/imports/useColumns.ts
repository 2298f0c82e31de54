// The columns that this user may import: fields he can see and write.
import { useMemo } from 'react';
import { type ImportColumn, importColumns, missingForColumn } from '#core/imports/columns.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { viewOf } from '#core/kernel/view.ts';
import { useSession } from '#ui/client/session.ts';

export function useColumns(of: Entity): readonly ImportColumn[] {
  const session = useSession();
  return useMemo(
    () =>
      importColumns(of).filter(
        (column) =>
          missingForColumn(
            viewOf(of, 'agency', (right) => session.can([right])),
            column,
          ) === null,
      ),
    [of, session],
  );
}
