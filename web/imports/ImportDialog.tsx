// Import of records, step by step: file, columns, preview, result.
import { Alert, Button, Modal, Progress, Text } from '@mantine/core';
import { type ReactElement, useCallback } from 'react';
import type { ImportPeriod } from '#core/imports/services.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { confirm } from '#ui/confirm.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import dialogClasses from '#ui/EntityDialog/EntityDialog.module.css';
import { formatDay, formatNumber, plural } from '#ui/format.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import classes from './imports.module.css';
import { PreviewStep } from './PreviewStep.tsx';
import { type Busy, type Import, type Stage, useImport } from './useImport.ts';

const stages: Record<Stage, string> = {
  file: 'Fichier',
  columns: 'Colonnes',
  preview: 'Vérification',
  done: 'Terminé',
};

const doing: Record<Busy, string> = {
  reading: 'Lecture du fichier…',
  sending: 'Envoi des lignes…',
  checking: 'Vérification de toutes les lignes…',
  importing: 'Import en cours…',
};

interface Props {
  of: Entity;
  /** The rows must be within these days. */
  period?: ImportPeriod;
  onClose(): void;
}

export default function ImportDialog({ of, period, onClose }: Props): ReactElement {
  const { content, ...size } = useDialogSize();
  const work = useImport(of, period);
  const { stage, busy, table } = work;
  const close = useCallback(async () => {
    const nothingToLose = stage === 'done' || (table === null && busy === null);
    const sure =
      nothingToLose ||
      (await confirm(
        busy === 'importing'
          ? {
              title: 'Fermer pendant l’import ?',
              message: 'L’import continue sans vous : la liste montrera les nouvelles fiches dès qu’il sera terminé.',
              confirmLabel: 'Fermer',
            }
          : {
              title: 'Abandonner l’import ?',
              message: 'Rien n’a été enregistré. Le fichier et vos corrections seront oubliés.',
              confirmLabel: 'Abandonner',
              danger: true,
            },
      ));
    if (sure) onClose();
  }, [stage, busy, table, onClose]);
  return (
    <Modal
      opened
      onClose={() => void close()}
      {...size}
      closeOnClickOutside={false}
      title={`Importer : ${of.label.many}${period ? `, du ${formatDay(period.start)} au ${formatDay(period.end)}` : ''}`}
      classNames={{ content, header: dialogClasses.header, body: dialogClasses.body }}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      <ol className={classes.steps} aria-label="Étapes">
        {Object.entries(stages).map(([name, label]) => (
          <li key={name} aria-current={name === stage ? 'step' : undefined}>
            {label}
          </li>
        ))}
      </ol>
      {work.problem && (
        <Alert color="red" role="alert" mx="md" mb="sm">
          {work.problem.message}
        </Alert>
      )}
      {busy && <Doing work={work} busy={busy} />}
      <div className={classes.stage} inert={busy !== null}>
        {stage === 'file' && <FileStep of={of} onFile={work.choose} />}
        {stage === 'columns' && <ColumnsStep of={of} work={work} />}
        {stage === 'preview' && <PreviewStep of={of} work={work} />}
        {stage === 'done' && <Done of={of} work={work} onClose={onClose} />}
      </div>
    </Modal>
  );
}

function Doing({ work: { progress }, busy }: { work: Import; busy: Busy }): ReactElement {
  const value = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 100;
  return (
    <div className={classes.doing} role="status">
      <Text size="sm">
        {doing[busy]}
        {progress && ` ${formatNumber(progress.done)} sur ${formatNumber(progress.total)}`}
      </Text>
      <Progress value={value} animated={value === 100} size="sm" aria-label={doing[busy]} />
    </div>
  );
}

function Done({
  of,
  work: { outcome, fileName },
  onClose,
}: {
  of: Entity;
  work: Import;
  onClose(): void;
}): ReactElement {
  const words = (count: number, one: string): string => plural(count, `ligne ${one}`, `lignes ${one}s`);
  return (
    <>
      <div className={classes.done}>
        <Text fw={600} size="lg">
          L’import est terminé
        </Text>
        <Text c="dimmed">{fileName}</Text>
        <ul>
          <li>{words(outcome?.created ?? 0, 'créée')}</li>
          {outcome && outcome.updated > 0 ? <li>{words(outcome.updated, 'mise à jour')}</li> : null}
          {outcome && outcome.skipped > 0 ? <li>{words(outcome.skipped, 'ignorée')} car déjà connues</li> : null}
        </ul>
        <Text size="sm" c="dimmed">
          Chaque fiche de la liste « {of.label.many} » en garde la trace dans son historique.
        </Text>
      </div>
      <footer className={dialogClasses.footer}>
        <span className={classes.spring} />
        <Button onClick={onClose} data-autofocus>
          Fermer
        </Button>
      </footer>
    </>
  );
}
