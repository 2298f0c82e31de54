// Tools of the table: export and columns.
import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { IconColumns3, IconDownload } from '../icons.ts';
import { useLocale } from '../kinds/locale.ts';
import type { AnyRow } from '../moves.ts';
import { notifyProblem } from '../notify.ts';
import type { Column, TableConfig } from './columns.ts';
import classes from './Frame.module.css';
import type { Cells } from './Row.tsx';
import type { TableState } from './useTableState.ts';

const ColumnDialog = lazy(() => import('./ColumnDialog.tsx'));

interface TableToolsProps {
  of: Entity;
  title: string;
  state: TableState;
  /** The visible columns. */
  columns: readonly Column[];
  selected: ReadonlyMap<string, AnyRow> | null;
  cells?: Cells | undefined;
  more?: ReactNode;
}

export function TableTools({ of, title, state, columns, selected, cells, more }: TableToolsProps): ReactNode {
  const locale = useLocale();
  const [choosing, setChoosing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const picked = selected && selected.size > 0 ? [...selected.values()] : null;

  const runExport = async (): Promise<void> => {
    setExporting(true);
    try {
      const { exportRows } = await import('./exportRows.ts');
      const written = columns.map((column) => {
        const sheet = cells?.[column.path]?.sheet;
        return sheet ? { ...column, sheet } : column;
      });
      await exportRows({ of, title, columns: written, input: state.input, locale, picked });
    } catch (error) {
      notifyProblem(error);
    } finally {
      setExporting(false);
    }
  };
  const saveColumns = (config: TableConfig | null): void => {
    state.saveConfig(config);
    // The page now stores the sort order: remove it from the URL.
    state.show({ sort: undefined });
  };
  const exportLabel = picked ? 'Exporter la sélection' : 'Exporter';

  return (
    <div className={classes.end}>
      {more}
      <Tooltip label={exportLabel}>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={exportLabel}
          disabled={exporting}
          onClick={() => void runExport()}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Colonnes">
        <ActionIcon variant="default" size="input-sm" aria-label="Colonnes" onClick={() => setChoosing(true)}>
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {choosing && (
        <Suspense>
          <ColumnDialog
            of={of}
            columns={state.columns}
            sort={state.sort}
            limit={state.limit}
            sizes={state.sizes}
            density={state.density}
            onSave={saveColumns}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
