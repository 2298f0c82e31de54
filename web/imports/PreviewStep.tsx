// Preview of the import with the problems of each cell; cells are edited in place.
import { Alert, Badge, Button, Group, Switch, Text } from '@mantine/core';
import { type ReactElement, useMemo, useState } from 'react';
import { toSubscription } from '#core/agents/quota.ts';
import { type ImportProblem, issueReasons } from '#core/imports/imports.ts';
import type { Entity } from '#core/kernel/entity.ts';
import dialogClasses from '#ui/EntityDialog/EntityDialog.module.css';
import { formatNumber, plural } from '#ui/format.ts';
import { RemedyLine } from '#ui/Remedy.tsx';
import { LeftOut } from './ColumnsStep.tsx';
import classes from './imports.module.css';
import { RowsGrid } from './RowsGrid.tsx';
import { type Import, keyOf } from './useImport.ts';

export function PreviewStep({ of, work }: { of: Entity; work: Import }): ReactElement {
  const { table, outcome, corrected, left, stale, check, run, goTo } = work;
  const [onlyProblems, setOnlyProblems] = useState((outcome?.problemCount ?? 0) > 0);
  const messages = useMemo(() => messagesOf(outcome?.problems ?? []), [outcome]);
  const rows = useMemo(() => {
    const all = (table?.rows ?? []).map((_, index) => index);
    if (!onlyProblems) return all;
    // A row stays visible while it is being corrected.
    const touched = new Set([
      ...[...messages.keys(), ...corrected.keys()].map((key) => Number(key.split('.')[0])),
      ...left,
    ]);
    return all.filter((row) => touched.has(row));
  }, [table, onlyProblems, messages, corrected, left]);
  const known = useMemo(() => new Set(outcome?.known), [outcome]);
  const general = (outcome?.problems ?? []).filter(({ row }) => row === null);
  const problems = outcome?.problemCount ?? 0;
  const accounts = outcome?.accountsLeft;
  const count = (outcome?.created ?? 0) + (outcome?.updated ?? 0);
  return (
    <>
      <div className={classes.preview}>
        <div className={classes.summary}>
          <Badge variant="light" color="green">
            {plural(outcome?.created ?? 0, 'création')}
          </Badge>
          <Badge variant="light" color="blue">
            {plural(outcome?.updated ?? 0, 'mise à jour', 'mises à jour')}
          </Badge>
          <Badge variant="light" color="gray">
            {plural(outcome?.skipped ?? 0, 'ignorée')}
          </Badge>
          <Badge variant="light" color={problems > 0 ? 'red' : 'gray'}>
            {plural(problems, 'problème')}
          </Badge>
          <Switch
            className={classes.only ?? ''}
            size="xs"
            label="Uniquement les problèmes"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
          />
        </div>
        <LeftOut work={work} />
        {accounts !== undefined ? (
          <Alert color="orange" role="alert" title="Votre abonnement ne couvre pas tous ces comptes">
            <Text size="sm">
              {plural(outcome?.created ?? 0, 'fiche est à créer', 'fiches sont à créer')} ;{' '}
              {accounts === 0 ? 'aucun compte ne reste' : plural(accounts, 'compte reste', 'comptes restent')}. Une
              fiche inactive n’en utilise pas : vous l’activerez plus tard.
            </Text>
            <Group gap="xs" mt="xs">
              {accounts > 0 && (
                <Button size="compact-sm" onClick={() => check(false, 'others')}>
                  Importer {formatNumber(accounts)} actifs, les autres inactifs
                </Button>
              )}
              <Button size="compact-sm" variant="default" onClick={() => check(false, 'all')}>
                Tout importer comme inactif
              </Button>
              <RemedyLine of={toSubscription} />
            </Group>
          </Alert>
        ) : general.length > 0 ? (
          <Alert color="red" role="alert" title="L’ensemble du fichier est refusé">
            {general.map(({ message }) => (
              <Text key={message} size="sm">
                {message}
              </Text>
            ))}
          </Alert>
        ) : null}
        {problems > (outcome?.problems.length ?? 0) && (
          <Text size="sm" c="dimmed">
            Les {formatNumber(outcome?.problems.length ?? 0)} premiers problèmes sont montrés : corrigez le fichier
            lui-même si une colonne entière est en cause.
          </Text>
        )}
        {rows.length === 0 ? (
          <Text c="dimmed" p="md">
            {general.length > 0
              ? 'Aucune ligne n’a de faute à corriger.'
              : 'Aucun problème : toutes les lignes peuvent être importées.'}
          </Text>
        ) : (
          <RowsGrid of={of} work={work} rows={rows} messages={messages} known={known} />
        )}
      </div>
      <footer className={dialogClasses.footer}>
        <Button variant="default" onClick={() => goTo('columns')}>
          Colonnes
        </Button>
        <Text size="sm" c="dimmed" className={dialogClasses.spring ?? ''} role="status">
          {stale
            ? `${changesOf(corrected.size, left.size)} : à vérifier`
            : accounts !== undefined
              ? 'Choisissez comment importer, ou laissez des lignes de côté. Rien n’est encore enregistré.'
              : problems > 0
                ? 'Corrigez les cellules signalées, laissez des lignes de côté, ou corrigez le fichier. Rien n’est encore enregistré.'
                : 'Tout est prêt. Rien n’est encore enregistré.'}
        </Text>
        {stale || problems > 0 ? (
          <>
            {!stale && outcome?.confirmable && (
              <Button variant="default" onClick={() => check(true)}>
                Accepter ces avertissements
              </Button>
            )}
            <Button onClick={() => check()}>Vérifier à nouveau</Button>
          </>
        ) : (
          <Button onClick={run} disabled={count === 0} data-autofocus>
            Importer {plural(count, 'ligne')}
          </Button>
        )}
      </footer>
    </>
  );
}

const changesOf = (cells: number, rows: number): string =>
  [
    ...(cells > 0 ? [plural(cells, 'cellule corrigée', 'cellules corrigées')] : []),
    ...(rows > 0 ? [plural(rows, 'ligne laissée de côté', 'lignes laissées de côté')] : []),
  ].join(', ') || 'Lignes reprises';

/** Problems by « row.cell »; several messages of one cell are joined. */
function messagesOf(problems: readonly ImportProblem[]): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const { row, cell, message, reason } of problems) {
    if (row === null) continue;
    const key = keyOf(row, cell);
    const words = reason === null ? message : `${issueReasons[reason]} : ${message}`;
    messages.set(key, [messages.get(key), words].filter(Boolean).join(' · '));
  }
  return messages;
}
