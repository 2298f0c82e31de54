// The columns that this person may bring: those of fields he sees and writes.
import { useMemo } from 'react';
import { type ImportColumn, importColumns } from '#core/imports/columns.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useSession } from '#ui/client/session.ts';

export function useColumns(of: Entity): readonly ImportColumn[] {
  const session = useSession();
  return useMemo(
    () =>
      importColumns(of).filter(({ field: { right, writeRight } }) =>
        [right, writeRight].every((one) => one === undefined || session.can([one])),
      ),
    [of, session],
  );
}
