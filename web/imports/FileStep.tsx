// Choice of the file, and download of a template.
import { Button, FileButton, List, Text } from '@mantine/core';
import { type ReactElement, useRef } from 'react';
import type { ImportColumn } from '#core/imports/columns.ts';
import { importLimits } from '#core/imports/imports.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useDrop } from '#ui/files/DropZone.tsx';
import { IconUpload } from '#ui/files/icons.ts';
import { formatNumber } from '#ui/format.ts';
import { IconDownload } from '#ui/icons.ts';
import { notifyProblem } from '#ui/notify.ts';
import { saveAs } from '#ui/saveAs.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import classes from './imports.module.css';
import { useColumns } from './useColumns.ts';

async function saveModel(of: Entity, columns: readonly ImportColumn[]): Promise<void> {
  const sheet = {
    name: of.label.many,
    widths: columns.map(({ label }) => Math.max(14, label.length + 2)),
    cells: [
      columns.map(({ label, required }) => ({ value: required ? `${label} *` : label, fontWeight: 'bold' as const })),
    ],
  };
  try {
    saveAs(await writeInBackground(sheet, new AbortController().signal), `Modèle ${of.label.many.toLowerCase()}.xlsx`);
  } catch (error) {
    notifyProblem(error);
  }
}

export function FileStep({ of, onFile }: { of: Entity; onFile(file: File): void }): ReactElement {
  const reset = useRef<() => void>(null);
  const columns = useColumns(of);
  const { over, on } = useDrop(([file]) => file && onFile(file));
  return (
    <div className={classes.file}>
      <div className={classes.zone} data-over={over || undefined} {...on}>
        <Text fw={600}>Déposez ici votre fichier Excel ou CSV</Text>
        <FileButton
          accept=".xlsx,.csv,.txt"
          resetRef={reset}
          inputProps={{ 'aria-label': 'Fichier à importer', tabIndex: -1 }}
          onChange={(file) => {
            // Allow choosing the same file again after a correction.
            reset.current?.();
            if (file) onFile(file);
          }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} aria-hidden />} data-autofocus>
              Choisir un fichier
            </Button>
          )}
        </FileButton>
      </div>
      <List size="sm" c="dimmed" spacing={4}>
        <List.Item>
          La première ligne porte les titres des colonnes ; {formatNumber(importLimits.rows)} lignes au plus.
        </List.Item>
        <List.Item>
          Dates au format JJ/MM/AAAA, décimales avec une virgule, « oui » ou « non », plusieurs valeurs séparées par « ;
          ».
        </List.Item>
        <List.Item>Rien n’est enregistré avant que vous n’ayez vu le résultat ; ensuite tout l’est, ou rien.</List.Item>
      </List>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void saveModel(of, columns)}
        className={classes.model ?? ''}
      >
        Télécharger un modèle
      </Button>
    </div>
  );
}
