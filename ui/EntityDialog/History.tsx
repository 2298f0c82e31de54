// History of a record: who did what, and when.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { actLabel } from '#core/acts.ts';
import type { historyLine } from '#core/kernel/endpoint.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { endpointsOf } from '../client/call.ts';
import { useCall } from '../client/queries.tsx';
import { dash, formatMoment, formatRelative } from '../format.ts';
import { useLocale } from '../kinds/locale.ts';
import { textOf } from '../kinds.tsx';
import classes from './EntityDialog.module.css';

export type HistoryLine = z.output<typeof historyLine>;

/** A change may name a whole group or one of its members. */
function fieldAt(of: Entity, path: string): Field | undefined {
  return new Map(flatFields(of.fields)).get(path) ?? of.fields[path];
}

/** Names the sealed fields that were revealed. */
const revealed = (of: Entity, changes: HistoryLine['changes']): string =>
  `A consulté : ${Object.keys(changes)
    .map((path) => fieldAt(of, path)?.label ?? path)
    .join(', ')}`;

/** The history of a sealed field stores only that it changed. */
const sealedChange = (before: unknown, after: unknown): string =>
  after === null ? 'Effacé' : before === null ? 'Renseigné' : 'Modifié';

export function History({ of, id }: { of: Entity; id: string }): ReactNode {
  const locale = useLocale();
  const { data, error, refetch, isPending } = useCall(endpointsOf(of).history, { params: { id } });
  if (error) {
    return (
      <Alert color="red" m="md" title="L'historique n'a pas pu être chargé">
        <Text size="sm">{error.message}</Text>
        <Button mt="sm" variant="default" onClick={() => void refetch()}>
          Réessayer
        </Button>
      </Alert>
    );
  }
  if (isPending) {
    return (
      <Stack p="md" aria-busy>
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={56} />
        ))}
      </Stack>
    );
  }
  const { history } = data as { history: HistoryLine[] };
  if (history.length === 0) {
    return (
      <Text p="md" c="dimmed">
        Aucune modification enregistrée.
      </Text>
    );
  }
  return (
    <ol className={classes.history}>
      {history.map((line) => (
        <li key={line.id}>
          <div className={classes.act}>
            <strong>{line.action === 'reveal' ? revealed(of, line.changes) : actLabel(of, line.action)}</strong>
            <span>
              {line.author ?? 'Système'}
              {line.actingFor && ` pour ${line.actingFor}`}
            </span>
            <time dateTime={line.at} title={formatRelative(line.at)}>
              {formatMoment(line.at, locale.zone)}
            </time>
          </div>
          {line.reason && <Text size="sm">Motif : {line.reason}</Text>}
          {line.action !== 'reveal' && <Changes of={of} changes={line.changes} />}
        </li>
      ))}
    </ol>
  );
}

function Changes({ of, changes }: { of: Entity; changes: HistoryLine['changes'] }): ReactNode {
  const locale = useLocale();
  const shown = Object.entries(changes).flatMap(([path, { before, after }]) => {
    const field = fieldAt(of, path);
    if (!field) return [];
    if (field.sealed) return [{ path, label: field.label, before: '', after: sealedChange(before, after) }];
    const words = { before: textOf(field, before, locale), after: textOf(field, after, locale) };
    return words.before === words.after ? [] : [{ path, label: field.label, ...words }];
  });
  if (shown.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {shown.map(({ path, label, before, after }) => (
        <div key={path}>
          <dt>{label}</dt>
          <dd>
            {before !== '' && (
              <>
                <del>{before}</del> →{' '}
              </>
            )}
            <ins>{after || dash}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
