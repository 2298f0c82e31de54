// The agency's checkpoints, with a map and the sheets of their codes.
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { IconQrcode } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { BulkAction, RowAction } from '#ui/Table/RowMenu.tsx';
import { CheckpointCode } from './CheckpointCode.tsx';
import { CheckpointMap } from './CheckpointMap.tsx';

const CodesDialog = lazy(() => import('./CodesDialog.tsx'));

const extras: DialogExtras = { below: { Général: CheckpointCode, Position: CheckpointMap } };

export default function Checkpoints({ page, title, description, add }: ScreenProps): ReactElement {
  const [printed, setPrinted] = useState<{ rows: readonly AnyRow[]; done(): void } | null>(null);
  const [rowActions, bulkActions] = useMemo((): [RowAction[], BulkAction[]] => {
    const common = { key: 'codes', label: 'Imprimer les QR codes', icon: IconQrcode };
    return [
      [{ ...common, rights: ['listCheckpoints'], run: (row) => setPrinted({ rows: [row], done: () => {} }) }],
      [{ ...common, rights: ['listCheckpoints'], run: (rows, done) => setPrinted({ rows, done }) }],
    ];
  }, []);
  return (
    <>
      <EntityTable
        of={Checkpoint}
        page={page}
        title={title}
        description={description}
        add={add}
        extras={extras}
        rowActions={rowActions}
        bulkActions={bulkActions}
      />
      <Suspense>
        {printed && <CodesDialog points={printed.rows} onDone={printed.done} onClose={() => setPrinted(null)} />}
      </Suspense>
    </>
  );
}
